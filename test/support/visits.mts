import { AsyncLocalStorage } from 'node:async_hooks';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const NODES = path.resolve('nodes/ContractManagement');

export interface Visit {
	/** Relative to `triggers/`, or to the folder of the nodes. */
	file: string;
	name: string;
}

type Callable = (this: unknown, ...args: unknown[]) => unknown;

/** The file that is at work; every call of a function of another file is a visit there, and a way back. */
const room = new AsyncLocalStorage<string>();

/**
 * Which functions of other files are called while a method of a trigger runs: those of the files that the pattern finds,
 * relative to the folder of the nodes. The answer grows with each call.
 */
export function visitsOf(node: object, method: string, entry: string, pattern: string): Visit[] {
	const visits: Visit[] = [];
	for (const file of globSync(`${NODES}/${pattern}`)) {
		watch(jest.requireActual(file), path.relative(NODES, file).replace(/^triggers\//, ''), visits);
	}
	const holder = node as Record<string, Callable>;
	const act = holder[method]!;
	holder[method] = async function (...args) {
		visits.push({ file: entry, name: method });
		return await room.run(entry, () => act.apply(this, args));
	};
	return visits;
}

function watch(holder: Record<string, unknown>, file: string, visits: Visit[], prefix = '') {
	for (const [name, { value, writable }] of Object.entries(
		Object.getOwnPropertyDescriptors(holder),
	)) {
		if (name === 'constructor' || typeof value !== 'function' || !writable) continue;
		if (String(value).startsWith('class ')) {
			watch(value.prototype as Record<string, unknown>, file, visits, `${name}.`);
		} else {
			holder[name] = watched(value as Callable, { file, name: prefix + name }, visits);
		}
	}
}

function watched(act: Callable, visit: Visit, visits: Visit[]): Callable {
	return function (...args) {
		const from = room.getStore();
		if (from === undefined || from === visit.file) return act.apply(this, args);
		visits.push(visit);
		return room.run(visit.file, () => act.apply(this, args));
	};
}

/** The rows of a list in docs/architecture.md: `| 3 | shared/settings.ts | triggerSettings | … |`. */
export function listedVisits(title: string): Visit[] {
	const page = readFileSync('docs/architecture.md', 'utf8');
	const section = page.split(`## ${title}`)[1]!.split('\n## ')[0]!;
	return [...section.matchAll(/^\| \d+ \| `([^`]+)` \| `([^`]+)` \|/gm)].map(([, file, name]) => ({
		file: file!,
		name: name!,
	}));
}
