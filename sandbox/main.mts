#!/usr/bin/env node
/** The command `contract-management-sandbox`, and `npm run sandbox`: starts a sandbox or steers the one that runs. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
	console.error(`Needs Node 22.13 or later, this is ${process.versions.node}.`);
	process.exit(1);
}

const emitWarning = process.emitWarning.bind(process);
// Node 22 and 24 call their SQLite experimental; nobody who starts a sandbox can do anything about it.
process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
	if (!String(warning).includes('SQLite is an experimental feature')) emitWarning(warning, ...rest);
}) as typeof process.emitWarning;

const { run } = await import('./cli/index.mts');
await run(process.argv.slice(2));
