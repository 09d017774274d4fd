import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

export interface StartOptions {
	/** n8n's port. */
	port: number;
	sandboxPort: number;
	/** Of the CRM's database. */
	crmPort: number;
	/** Of the mail server. */
	mailPort: number;
	/** Of the object storage. */
	storagePort: number;
	/** File of a profile that the sandbox plays. */
	profile?: string;
	/** Folder of all data. */
	data: string;
}

type Port = 'crmPort' | 'mailPort' | 'port' | 'sandboxPort' | 'storagePort';

/** Each option with a value, by what it is called here. */
const OPTIONS: Record<Port | 'data' | 'profile', string> = {
	port: '--port',
	sandboxPort: '--sandbox-port',
	crmPort: '--crm-port',
	mailPort: '--mail-port',
	storagePort: '--storage-port',
	profile: '--profile',
	data: '--data',
};

/** Whose port each is. */
export const PORTS: Record<Port, string> = {
	port: 'n8n',
	sandboxPort: 'the sandbox',
	crmPort: "the CRM's database",
	mailPort: 'the mail server',
	storagePort: 'the object storage',
};

/** In a file of its own, which is shown before anything is installed. */
export const USAGE = readFileSync(path.join('host', 'lib', 'start.txt'), 'utf8').trimEnd();

/** Wrong options; the message says which. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
}

/** Reads the options of `npm start`; `undefined` when help was asked for. Throws UsageError. */
export function readOptions(args: string[]): StartOptions | undefined {
	const { values } = parsed(args);
	if (values.help) return undefined;
	const ports = {
		port: portOf('--port', values.port),
		sandboxPort: portOf('--sandbox-port', values['sandbox-port']),
		crmPort: portOf('--crm-port', values['crm-port']),
		mailPort: portOf('--mail-port', values['mail-port']),
		storagePort: portOf('--storage-port', values['storage-port']),
	};
	assertDifferent(ports);
	return {
		...ports,
		...(values.profile !== undefined && { profile: fileOf('--profile', values.profile) }),
		data: folderOf('--data', values.data),
	};
}

function parsed(args: string[]) {
	try {
		return parseArgs({
			args,
			options: {
				port: { type: 'string', default: '5678' },
				'sandbox-port': { type: 'string', default: '4010' },
				'crm-port': { type: 'string', default: '4011' },
				'mail-port': { type: 'string', default: '4012' },
				'storage-port': { type: 'string', default: '4013' },
				profile: { type: 'string' },
				data: { type: 'string', default: '.data' },
				help: { type: 'boolean', short: 'h', default: false },
			},
		});
	} catch (error) {
		throw new UsageError((error as Error).message);
	}
}

/** n8n breaks at an apostrophe in the path of the packages that are in this folder. */
function folderOf(option: string, text: string): string {
	const folder = path.resolve(text);
	if (!folder.includes("'")) return folder;
	throw new UsageError(
		`${option} takes a folder without an apostrophe in its path, not "${folder}"`,
	);
}

function fileOf(option: string, text: string): string {
	if (existsSync(text)) return path.resolve(text);
	const expected = 'a file that npm run probe -- --save FILE wrote';
	throw new UsageError(`${option} takes ${expected}; there is no "${text}"`);
}

function assertDifferent(ports: Record<Port, number>): void {
	const names = Object.keys(ports) as Port[];
	for (const [index, name] of names.entries()) {
		const same = names.slice(0, index).find((other) => ports[other] === ports[name]);
		if (!same) continue;
		const both = `${OPTIONS[same]} and ${OPTIONS[name]} are both ${ports[name]}`;
		throw new UsageError(`${both}: ${PORTS[same]} and ${PORTS[name]} need a port each`);
	}
}

/** The command that starts with these options; those that are as they are by default are left out. */
export function commandOf(options: StartOptions): string {
	const defaults = readOptions([])!;
	const given = (Object.keys(OPTIONS) as Array<keyof StartOptions>)
		.filter((name) => options[name] !== defaults[name])
		.map((name) => `${OPTIONS[name]} ${quoted(String(options[name]))}`);
	return ['npm start --', ...given].join(' ');
}

function quoted(text: string): string {
	return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function portOf(option: string, text: string): number {
	const port = Number(text);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new UsageError(`${option} takes a port number from 1 to 65535, not "${text}"`);
}
