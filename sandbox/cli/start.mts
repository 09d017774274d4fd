import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DEFAULT_MAX_UPLOAD_BYTES, type SandboxOptions } from '../options.mts';
import type { Sandbox } from '../server.mts';
import { command } from './command.mts';
import { CommandError, Refusal } from './errors.mts';
import { MAX_CONTRACTS, SEED_NAMES } from './data.mts';
import { flag, httpAddress, text, wholeNumber, wordOr } from './options.mts';

const HOUR_MS = 60 * 60_000;
const LOOPBACK = ['127.0.0.1', 'localhost', '::1'];

/** Starts one sandbox and keeps it until it is told to end. */
export const start = command({
	name: 'start',
	summary: 'Start a sandbox (also without a command)',
	synopsis: '[OPTIONS]',
	options: {
		port: {
			...wholeNumber('N', 'port on 127.0.0.1, 0 picks a free one', { to: 65_535 }),
			fallback: '4010',
		},
		host: {
			...text('ADDRESS', 'address of this machine'),
			possible: `one of ${LOOPBACK.join(', ')}, as the sandbox stays on this machine`,
			read: (given: string) => LOOPBACK.find((one) => one === given),
			fallback: '127.0.0.1',
			isHidden: true,
		},
		db: text('FILE', 'keep the data in this SQLite file (default: in memory)', 'a file'),
		seed: {
			...wordOr(
				SEED_NAMES,
				wholeNumber(
					'demo|empty|N',
					"a company's data, only organizations and keys, or N generated contracts",
					{ to: MAX_CONTRACTS },
				),
			),
			fallback: 'demo',
		},
		variant: {
			...text(
				'A,B',
				'answer in alternative shapes, GET /_sandbox/variants lists them',
				'names of variants, separated by commas',
			),
			isList: true,
			fields: ['variants'],
		},
		profile: text(
			'FILE',
			'answer as the service that npm run probe -- --save FILE of the repository looked at',
			'a file that npm run probe -- --save FILE wrote',
		),
		scenario: text(
			'NAME',
			'play a situation: renewals, busy, outage, strict or bulk',
			'renewals, busy, outage, strict or bulk',
		),
		latency: {
			...wholeNumber('MS', 'every API answer waits this long', { to: HOUR_MS }),
			fallback: '0',
		},
		'max-upload-bytes': {
			...wholeNumber('N', 'largest file that can be uploaded', { from: 1, to: 1e12 - 1 }),
			fallback: String(DEFAULT_MAX_UPLOAD_BYTES),
		},
		webhook: httpAddress('URL', 'register a webhook subscription …'),
		'webhook-secret': text('S', '… with this secret'),
		'write-openapi': text('FILE', 'write the OpenAPI document and end', 'a file to write'),
		'until-stdin-closes': { ...flag('end with the process that started it'), isHidden: true },
	},
	async run(given) {
		const { 'write-openapi': document, 'until-stdin-closes': untilStdinCloses } = given;
		const options: SandboxOptions = {
			port: document === undefined ? given.port : 0,
			host: given.host,
			db: given.db,
			seed: given.seed,
			variants: given.variant?.split(',').filter(Boolean),
			profile: given.profile,
			scenario: given.scenario,
			latencyMs: given.latency,
			maxUploadBytes: given['max-upload-bytes'],
			webhook: webhookOf(given.webhook, given['webhook-secret']),
		};
		const sandbox = await started(options);
		if (document !== undefined) return await writeDocument(sandbox, document);
		announce(sandbox, options);
		endOnSignals(sandbox, untilStdinCloses);
	},
});

function webhookOf(url: string | undefined, secret: string | undefined) {
	if (url !== undefined && secret !== undefined) return { url, secret };
	if (secret !== undefined)
		throw new CommandError('--webhook-secret needs --webhook, the URL that it is for');
	if (url !== undefined)
		throw new CommandError('--webhook needs --webhook-secret, as deliveries are signed');
	return undefined;
}

async function makeFolderOf(db: string): Promise<void> {
	try {
		await mkdir(path.dirname(path.resolve(db)), { recursive: true });
	} catch (error) {
		throw new CommandError(
			`--db must be a file in a folder, got "${db}": ${(error as Error).message}`,
		);
	}
}

/** @throws CommandError or Refusal for an option that only the sandbox itself could check */
async function started(options: SandboxOptions): Promise<Sandbox> {
	const { db } = options;
	if (db !== undefined) await makeFolderOf(db);
	// The help is shown without the packages that a sandbox needs.
	const { createSandbox } = await import('../server.mts');
	try {
		return await createSandbox(options);
	} catch (error) {
		const { code, message, status, details } = error as NodeJS.ErrnoException & Partial<Refusal>;
		if (status !== undefined && details !== undefined) throw new Refusal(message, status, details);
		if (code === 'ERR_SQLITE_ERROR') {
			const problem = message === 'database is locked' ? 'another sandbox uses this file' : message;
			throw new CommandError(
				`--db must be a new file or one of a sandbox, got "${db}": ${problem}`,
			);
		}
		if (/^--(profile|db) /.test(message)) throw new CommandError(message);
		throw error;
	}
}

async function writeDocument(sandbox: Sandbox, file: string): Promise<void> {
	try {
		await writeFile(file, `${JSON.stringify(sandbox.app.swagger(), null, '\t')}\n`);
	} catch (error) {
		const problem = `must be a file to write, got "${file}": ${(error as Error).message}`;
		throw new CommandError(`--write-openapi ${problem}`);
	} finally {
		await sandbox.close();
	}
}

function announce(
	{ baseUrl, origin, state, isSeeded }: Sandbox,
	{ db, seed, profile }: SandboxOptions,
): void {
	const data = isSeeded ? `seed ${seed}` : 'existing data kept, --seed not used';
	const scenario = state.scenarios.current();
	console.log(`Sandbox listening on ${baseUrl}`);
	console.log(`  API keys    sandbox-admin-key, sandbox-readonly-key, sandbox-other-org-key`);
	console.log(`  Contracts   ${origin}/`);
	console.log(`  OpenAPI     ${origin}/docs`);
	console.log(`  Data        ${db ?? 'in memory'}, ${data}`);
	if (scenario) console.log(`  Scenario    ${scenario.name}`);
	if (profile) console.log(`  Profile     ${profile}`);
}

function endOnSignals(sandbox: Sandbox, untilStdinCloses: boolean): void {
	let isEnding = false;
	const end = async () => {
		if (isEnding) return;
		isEnding = true;
		await sandbox.close();
		process.exit(0);
	};
	process.on('SIGINT', end);
	process.on('SIGTERM', end);
	if (untilStdinCloses) process.stdin.resume().on('end', end);
}
