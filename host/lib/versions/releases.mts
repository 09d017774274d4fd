import { run } from '../command.mts';
import { HOST, OLDEST, pinnedVersion } from '../hosts.mts';

/** The releases of n8n 2 that the registry has, oldest first, and what its tags stand for: `latest`, `next`, … */
export interface Releases {
	versions: string[];
	tags: Record<string, string>;
}

/** Wrong words on the command line; the message says which are understood. */
export class UnknownVersion extends Error {
	override readonly name = 'UnknownVersion';
}

/** A minor version, `2.12`, with the releases of it that may be run, the first that installs. */
export interface Candidates {
	minor: string;
	releases: string[];
}

export const WORDS = ['oldest', 'middle', 'pin', 'latest', 'next'] as const;

const EVERY = 2;

export async function releasesOfN8n(): Promise<Releases> {
	const answer = JSON.parse(await run('npm', ['view', 'n8n', 'versions', 'dist-tags', '--json']));
	const versions: string[] = answer.versions.filter((version: string) =>
		/^2\.\d+\.\d+$/.test(version),
	);
	return { versions: versions.sort(ascending), tags: answer['dist-tags'] };
}

/** What the words of the command line stand for: `2.12`, `2.12.4`, or one of WORDS. None stands for the whole matrix. */
export function chosen(words: string[], releases: Releases): Candidates[] {
	const all = matrix(releases);
	if (words.length === 0) return all;
	return words.map((word) => {
		if (word === 'oldest') return all[0]!;
		if (word === 'middle') return all.filter(isThere)[Math.floor(all.filter(isThere).length / 2)]!;
		if (word === 'pin') return exactly(pinnedVersion(HOST));
		if (releases.tags[word]) return exactly(releases.tags[word]);
		if (/^2\.\d+$/.test(word)) return newestFirst(word, releases);
		if (/^2\.\d+\.\d+(-[\w.]+)?$/.test(word)) return exactly(word);
		throw new UnknownVersion(
			`"${word}" is no version of n8n 2. Versions look like 2.12 or 2.12.4; others: ${WORDS.join(', ')}`,
		);
	});
}

/** The oldest n8n that is claimed, every second minor version after it, and the newest release. */
function matrix(releases: Releases): Candidates[] {
	const oldest = pinnedVersion(OLDEST);
	const number = (version: string) => Number(version.split('.')[1]);
	const [first, last] = [number(oldest), number(releases.versions.at(-1)!)];
	const minors = Array.from(
		{ length: Math.floor((last - first) / EVERY) },
		(_, i) => `2.${first + (i + 1) * EVERY}`,
	).map((minor) => newestFirst(minor, releases));
	const all = [exactly(oldest), ...minors];
	return (last - first) % EVERY === 0 ? all : [...all, newestFirst(`2.${last}`, releases)];
}

function newestFirst(minor: string, { versions }: Releases): Candidates {
	return { minor, releases: versions.filter((each) => minorOf(each) === minor).reverse() };
}

function exactly(version: string): Candidates {
	return { minor: minorOf(version), releases: [version] };
}

function isThere({ releases }: Candidates): boolean {
	return releases.length > 0;
}

/** `2.12.4` → `2.12` */
export function minorOf(version: string): string {
	return version.split('.').slice(0, 2).join('.');
}

export function ascending(one: string, other: string): number {
	return one.localeCompare(other, 'en', { numeric: true });
}
