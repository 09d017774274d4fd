import { writeFile } from 'node:fs/promises';
import { parseCommandLine, USAGE, type CommandLine } from '../options.mts';
import { ApiError } from '../http/apiError.mts';
import { VERSION_HEADER } from '../http/exchange.mts';
import { createSandbox, type Sandbox } from '../server.mts';
import { CommandError, type Command } from './command.mts';

/** Starts one sandbox and keeps it until it is told to end. */
export const start: Command = {
	name: 'start',
	summary: 'Start a sandbox (also without a command)',
	usage: USAGE,
	run,
};

async function run(args: string[]): Promise<void> {
	const options = parseCommandLine(args);
	const { writeOpenApi } = options;
	const sandbox = await started(writeOpenApi ? { ...options, port: 0 } : options);
	if (writeOpenApi) return await writeDocument(sandbox, writeOpenApi);
	announce(sandbox, options);
	endOnSignals(sandbox, options);
}

/** @throws CommandError for an option that only the sandbox itself could check */
async function started(options: CommandLine): Promise<Sandbox> {
	try {
		return await createSandbox(options);
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		if (error instanceof ApiError) throw new CommandError(message);
		if (code === 'ERR_SQLITE_ERROR') {
			const problem = message === 'database is locked' ? 'another sandbox uses this file' : message;
			throw new CommandError(`--db: '${options.db}': ${problem}`);
		}
		throw error;
	}
}

async function writeDocument(sandbox: Sandbox, file: string): Promise<void> {
	try {
		await writeFile(file, `${JSON.stringify(sandbox.app.swagger(), null, '\t')}\n`);
	} catch (error) {
		throw new CommandError(`--write-openapi: ${(error as Error).message}`);
	} finally {
		await sandbox.close();
	}
}

function announce(
	{ baseUrl, origin, state, isSeeded }: Sandbox,
	{ db, seed, like }: CommandLine,
): void {
	const data = isSeeded ? `seed ${seed}` : 'existing data kept, --seed not used';
	for (const sentence of state.twin?.notPlayed() ?? []) console.log(`    not played: ${sentence}`);
	console.log(`Sandbox listening on ${baseUrl}`);
	console.log(`  API keys    sandbox-admin-key, sandbox-readonly-key, sandbox-other-org-key`);
	console.log(`  Contracts   ${origin}/`);
	console.log(`  OpenAPI     ${origin}/docs`);
	console.log(`  Data        ${db ?? 'in memory'}, ${data}`);
	if (!state.twin) return;
	console.log(`  Like        ${like}, saved ${state.twin.file.savedAt}`);
	if (state.twin.needsVersion()) {
		console.log(`  Header      every request needs ${VERSION_HEADER}`);
	}
}

function endOnSignals(sandbox: Sandbox, { untilStdinCloses }: CommandLine): void {
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
