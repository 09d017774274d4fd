import { writeFile } from 'node:fs/promises';
import { parseCommandLine, USAGE, type CommandLine } from './options.mts';
import { createSandbox, type Sandbox } from './server.mts';

/** `npm run sandbox`: starts one sandbox and keeps it until it is told to end. */
async function main(args: string[]): Promise<void> {
	const options = parseCommandLine(args);
	if (options.help) return console.log(USAGE);
	const sandbox = await createSandbox(options.writeOpenApi ? { ...options, port: 0 } : options);
	if (options.writeOpenApi) {
		const document = JSON.stringify(sandbox.app.swagger(), null, '\t');
		await writeFile(options.writeOpenApi, `${document}\n`);
		return sandbox.close();
	}
	announce(sandbox, options);
	endOnSignals(sandbox, options);
}

function announce({ baseUrl, origin }: Sandbox, { db, seed }: CommandLine): void {
	console.log(`Sandbox listening on ${baseUrl}`);
	console.log(`  API keys    sandbox-admin-key, sandbox-readonly-key, sandbox-other-org-key`);
	console.log(`  Contracts   ${origin}/`);
	console.log(`  OpenAPI     ${origin}/docs`);
	console.log(`  Data        ${db ?? 'in memory'}, seed ${seed}`);
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

main(process.argv.slice(2)).catch((error: NodeJS.ErrnoException) => {
	const isUsage = error.code?.startsWith('ERR_PARSE_ARGS') || error.message.startsWith('--');
	console.error(explain(error));
	if (isUsage) console.error(USAGE);
	process.exitCode = isUsage ? 2 : 1;
});

function explain(error: NodeJS.ErrnoException): string {
	if (error.code !== 'EADDRINUSE') return error.message;
	return `${error.message}\nAnother program has this port. Choose another one with --port.`;
}
