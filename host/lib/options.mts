import path from 'node:path';
import { parseArgs } from 'node:util';

export interface StartOptions {
	/** n8n's port. */
	port: number;
	sandboxPort: number;
	/** Of the CRM's database. */
	crmPort: number;
	/** File of a twin that the sandbox is like. */
	like?: string;
	/** Folder of all data. */
	data: string;
}

export const USAGE = `npm start -- [--port 5678] [--sandbox-port 4010] [--crm-port 4011] [--like FILE] [--data .data]

  --port N          n8n's port on 127.0.0.1
  --sandbox-port N  the sandbox's port on 127.0.0.1
  --crm-port N      the port of the CRM's database on 127.0.0.1
  --like FILE       the sandbox answers as the service that npm run probe -- --save FILE looked at
  --data DIR        where all of them keep their data`;

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
		...(values.like !== undefined && { like: path.resolve(values.like) }),
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
				like: { type: 'string' },
				data: { type: 'string', default: '.data' },
				help: { type: 'boolean', short: 'h', default: false },
			},
		});
	} catch (error) {
		throw new UsageError((error as Error).message);
	}
}

function portOf(option: string, text: string): number {
	const port = Number(text);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new UsageError(`${option} takes a port number from 1 to 65535, not "${text}"`);
}
