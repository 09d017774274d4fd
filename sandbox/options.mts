import { parseArgs } from 'node:util';
import { PROGRAM } from './cli/command.mts';

/** What a sandbox starts with. */
export interface SandboxOptions {
	/** 0 or absent: a free port. */
	port?: number;
	/** Only an address of this machine: the control plane needs no key. */
	host?: string;
	/** Database file; its uploads go to the folder `<file>.files`. In memory when absent. */
	db?: string;
	seed?: SeedName;
	variants?: string[];
	/** File of `npm run probe -- --save`: answer as that service does. */
	like?: string;
	/** A situation under a name, as it is played from the start. */
	scenario?: string;
	latencyMs?: number;
	/** Largest file that can be uploaded. */
	maxUploadBytes?: number;
	webhook?: { url: string; secret: string };
}

/** `demo`: a company's data. `empty`: organizations and keys. A number: so many generated contracts. */
export type SeedName = 'demo' | 'empty' | number;

export interface CommandLine extends SandboxOptions {
	writeOpenApi?: string;
	/** End when the standard input closes, that is with the process that started this one. */
	untilStdinCloses: boolean;
}

/** "Maximum size of an uploaded file: not shown." */
export const DEFAULT_MAX_UPLOAD_BYTES = 100 * 1024 * 1024;

export const USAGE = `Usage: ${PROGRAM} [start] [options]
  --port N                port on 127.0.0.1, 0 picks a free one (4010)
  --db FILE               keep the data in this SQLite file (default: in memory)
  --seed demo|empty|N     a company's data, only organizations and keys, or N generated contracts (demo)
  --variant A,B           answer in alternative shapes, GET /_sandbox/variants lists them
  --like FILE             answer as the service that npm run probe -- --save FILE looked at
  --scenario NAME         play a situation: renewals, busy, outage, strict or bulk
  --latency MS            every API answer waits this long
  --max-upload-bytes N    largest file that can be uploaded (104857600)
  --webhook URL           register a webhook subscription …
  --webhook-secret S      … with this secret
  --write-openapi FILE    write the OpenAPI document and end`;

const LOOPBACK = ['127.0.0.1', 'localhost', '::1'];

/** Reads the command line. Throws an Error whose message says what to write instead. */
export function parseCommandLine(args: string[]): CommandLine {
	const { values } = parseArgs({
		args,
		options: {
			port: { type: 'string', default: '4010' },
			host: { type: 'string', default: '127.0.0.1' },
			db: { type: 'string' },
			seed: { type: 'string', default: 'demo' },
			variant: { type: 'string', multiple: true, default: [] },
			like: { type: 'string' },
			scenario: { type: 'string' },
			latency: { type: 'string', default: '0' },
			'max-upload-bytes': { type: 'string', default: String(DEFAULT_MAX_UPLOAD_BYTES) },
			webhook: { type: 'string' },
			'webhook-secret': { type: 'string' },
			'write-openapi': { type: 'string' },
			'until-stdin-closes': { type: 'boolean', default: false },
		},
	});
	if (!LOOPBACK.includes(values.host)) {
		throw new Error(
			`--host must be one of ${LOOPBACK.join(', ')}: the sandbox stays on this machine`,
		);
	}
	return {
		port: wholeNumber('port', values.port, 65_535),
		host: values.host,
		db: values.db,
		seed: seedName(values.seed),
		variants: values.variant.flatMap((list) => list.split(',')).filter(Boolean),
		like: values.like,
		scenario: values.scenario,
		latencyMs: wholeNumber('latency', values.latency),
		maxUploadBytes: wholeNumber('max-upload-bytes', values['max-upload-bytes']),
		webhook: webhook(values.webhook, values['webhook-secret']),
		writeOpenApi: values['write-openapi'],
		untilStdinCloses: values['until-stdin-closes'],
	};
}

function seedName(text: string): SeedName {
	return text === 'demo' || text === 'empty'
		? text
		: wholeNumber('seed', text, 1_000_000, ', demo or empty');
}

function webhook(url: string | undefined, secret: string | undefined) {
	if (url === undefined && secret === undefined) return undefined;
	if (url === undefined)
		throw new Error('--webhook-secret needs --webhook, the URL that it is for');
	if (!secret) throw new Error('--webhook needs --webhook-secret, as deliveries are signed');
	if (!URL.canParse(url)) throw new Error(`--webhook must be a URL, got "${url}"`);
	return { url, secret };
}

function wholeNumber(option: string, text: string, maximum?: number, others = ''): number {
	const value = Number(text);
	if (/^\d+$/.test(text) && value <= (maximum ?? Number.MAX_SAFE_INTEGER)) return value;
	const limit = maximum === undefined ? '' : ` up to ${maximum}`;
	throw new Error(`--${option} must be a whole number${limit}${others}, got "${text}"`);
}
