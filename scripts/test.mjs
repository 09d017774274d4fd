/**
 * `npm test`: the suites that every change is held to; `npm run test:all`: every suite; or those that are named: npm test --
 * unit e2e. Arguments after a second `--` go to jest: npm test -- unit -- -t retry. Installs and builds what is missing; prints the seconds of each suite and ends with one
 * line of counts. Three suites run side by side. With CI=true a skipped test is a failure.
 */
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkFolder, checkNode, installRoot } from './lib/root.mjs';
import { runSuite, sideBySide, SUITES } from './lib/suites.mjs';

/** For two cores, as a suite waits for a part of its time, and more use no more of a machine that has more. */
const WORKERS = 3;

const ALL = '--all';

checkNode();
process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
checkFolder();
const { names, jestArguments } = read(process.argv.slice(2));
await installRoot();
mkdirSync('.cache', { recursive: true });

let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (isInterrupted = true));

const total = { passed: 0, failed: 0, skipped: 0 };
const isAlone = names.length === 1 || availableParallelism() === 1;
// A half of the files that were asked for may be none.
const waiting = isAlone || jestArguments.length > 0 ? [...names] : sideBySide(names);
await Promise.all(Array.from({ length: isAlone ? 1 : WORKERS }, runSuites));
console.log(line(total));
const isComplete = total.skipped === 0 || process.env.CI !== 'true';
process.exitCode = total.failed === 0 && isComplete && !isInterrupted ? 0 : 1;

/** Takes one suite after the other. Where several run side by side, what a suite printed is shown when it has ended. */
async function runSuites() {
	for (let name; !isInterrupted && (name = waiting.shift()); ) {
		const started = Date.now();
		if (!isAlone) console.log(`${name}: started`);
		const { counts, printed } = await runSuite(name, jestArguments, !isAlone);
		const seconds = ((Date.now() - started) / 1000).toFixed(1);
		console.log(`${printed}\n${name}: ${line(counts)} in ${seconds} s\n`);
		for (const kind of Object.keys(total)) total[kind] += counts[kind];
	}
}

function read(args) {
	const end = args.indexOf('--');
	const named = (end === -1 ? args : args.slice(0, end)).filter((arg) => arg !== ALL);
	const asked = Object.keys(SUITES).filter((name) => args.includes(ALL) || !SUITES[name].longer);
	const unknown = named.find((name) => !(name in SUITES));
	if (unknown) {
		console.error(`There is no suite "${unknown}". Suites: ${Object.keys(SUITES).join(', ')}`);
		process.exit(2);
	}
	return {
		names: named.length > 0 ? named : asked,
		jestArguments: end === -1 ? [] : args.slice(end + 1),
	};
}

function line({ passed, failed, skipped }) {
	return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
