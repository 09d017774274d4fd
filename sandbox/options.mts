import { parseArgs } from 'node:util';

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
	help: boolean;
}

/** "Maximum size of an uploaded file: not shown." */
export const DEFAULT_MAX_UPLOAD_BYTES = 100 * 1024 * 1024;

export const USAGE = `Usage: npm run sandbox -- [options]
  --port N                port on 127.0.0.1, 0 picks a free one (4010)
  --db FILE               keep the data in this SQLite file (default: in memory)
  --seed demo|empty|N     a company's data, only organizations and keys, or N generated contracts (demo)
  --variant A,B           answer in alternative shapes, see docs/sandbox.md
  --latency MS            every API answer waits this long
  --max-upload-bytes N    largest file that can be uploaded (104857600)
  --webhook URL           register a webhook subscription …
  --webhook-secret S      … with this secret
  --write-openapi FILE    write the OpenAPI document and end
  --help`;

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
			latency: { type: 'string', default: '0' },
			'max-upload-bytes': { type: 'string', default: String(DEFAULT_MAX_UPLOAD_BYTES) },
			webhook: { type: 'string' },
			'webhook-secret': { type: 'string' },
			'write-openapi': { type: 'string' },
			'until-stdin-closes': { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
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
		latencyMs: wholeNumber('latency', values.latency),
		maxUploadBytes: wholeNumber('max-upload-bytes', values['max-upload-bytes']),
		webhook: webhook(values.webhook, values['webhook-secret']),
		writeOpenApi: values['write-openapi'],
		untilStdinCloses: values['until-stdin-closes'],
		help: values.help,
	};
}

function seedName(text: string): SeedName {
	return text === 'demo' || text === 'empty' ? text : wholeNumber('seed', text, 1_000_000);
}

function webhook(url: string | undefined, secret: string | undefined) {
	if (url === undefined) return undefined;
	if (!secret) throw new Error('--webhook needs --webhook-secret, as deliveries are signed');
	if (!URL.canParse(url)) throw new Error(`--webhook must be a URL, got "${url}"`);
	return { url, secret };
}

function wholeNumber(option: string, text: string, maximum = Number.MAX_SAFE_INTEGER): number {
	const value = Number(text);
	if (/^\d+$/.test(text) && value <= maximum) return value;
	throw new Error(`--${option} must be a whole number up to ${maximum}, got "${text}"`);
}
