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
	/** File of a twin that the sandbox is like. */
	like?: string;
	/** Folder of all data. */
	data: string;
}

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
	return {
		port: portOf('--port', values.port),
		sandboxPort: portOf('--sandbox-port', values['sandbox-port']),
		crmPort: portOf('--crm-port', values['crm-port']),
		mailPort: portOf('--mail-port', values['mail-port']),
		storagePort: portOf('--storage-port', values['storage-port']),
		...(values.like !== undefined && { like: fileOf('--like', values.like) }),
		data: path.resolve(values.data),
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
				like: { type: 'string' },
				data: { type: 'string', default: '.data' },
				help: { type: 'boolean', short: 'h', default: false },
			},
		});
	} catch (error) {
		throw new UsageError((error as Error).message);
	}
}

function fileOf(option: string, text: string): string {
	if (existsSync(text)) return path.resolve(text);
	const expected = 'a file that npm run probe -- --save FILE wrote';
	throw new UsageError(`${option} takes ${expected}; there is no "${text}"`);
}

function portOf(option: string, text: string): number {
	const port = Number(text);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new UsageError(`${option} takes a port number from 1 to 65535, not "${text}"`);
}
