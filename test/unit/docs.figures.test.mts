import { globSync, readFileSync } from 'node:fs';
import {
	CONCURRENT_UPLOADS,
	DEFAULT_MAX_FILE_MB,
	LARGE_PAGE_SIZE,
	MAX_DECLARED_ITEMS,
	MAX_SIGNED_FILES,
} from '../../nodes/ContractManagement/api/limits';
import {
	DEFAULT_RETRY,
	DEFAULT_TIMEOUT_MS,
} from '../../nodes/ContractManagement/transport/retryPolicy';
import { document } from '../support/documents.mts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A number that a module keeps to itself: `const NAME = 8_000`, `NAME: 3`. */
function constantIn(place: string, name: string): number {
	const number = new RegExp(`\\b${name}(?: =|:) ([\\d_]+)`);
	const texts = globSync(`nodes/ContractManagement/${place}`).map((file) =>
		readFileSync(file, 'utf8'),
	);
	const found = texts.flatMap((text) => number.exec(text)?.[1] ?? []);
	if (found.length !== 1) throw new Error(`${place} has ${found.length} numbers ${name}`);
	return Number(found[0]!.replaceAll('_', ''));
}

const grouped = (number: number) => number.toLocaleString('en-US');
const { baseDelayMs, maxDelayMs, maxRetries, maxTotalMs } = DEFAULT_RETRY;
const delivery = (name: string) => constantIn('triggers/webhook/delivery.ts', name);
const publish = (name: string) => constantIn('triggers/webhook/publish.ts', name);
const typesShown = constantIn('editor/recentContracts.ts', 'PAGES') * LARGE_PAGE_SIZE;

/** What the pages say, as the code's constants have it; what is said in words stands beside the constant's value. */
const FIGURES: Record<string, Array<string | [inWords: string, actual: number, said: number]>> = {
	'docs/reliability.md': [
		`host not found, up to ${maxRetries} times`,
		`again, up to ${maxRetries} times`,
		['a random part of half a second', baseDelayMs, SECOND / 2],
		`doubled each time up to ${maxDelayMs / SECOND} s`,
		['one longer than a minute', constantIn('transport/limit/*.ts', 'MINUTE_MS'), MINUTE],
		`${maxTotalMs / MINUTE} minutes after the first attempt`,
		`${DEFAULT_TIMEOUT_MS / MINUTE} minutes, from its first byte`,
		`${delivery('BUDGET_MS') / SECOND} seconds, up to ${delivery('maxRetries')} retries`,
		`after failures; ${delivery('timeout') / SECOND} for a request`,
		`${publish('BUDGET_MS') / SECOND} seconds, ${publish('maxRetries')} retry`,
		`Gave up after ${maxRetries + 1} attempts`,
		`At most ${constantIn('transport/limit/*.ts', 'DEFAULT_CONCURRENCY')} requests run at once`,
		`at most ${CONCURRENT_UPLOADS} at a time per storage host`,
		`${constantIn('operations/customObjectRecord/write.ts', 'MOST_HALVES')} halves for a table`,
		`the last ${grouped(constantIn('transport/limit/*.ts', 'MAX_GATES'))} API keys`,
		`the last ${grouped(constantIn('triggers/webhook/emitOnce.ts', 'MAX_KEYS'))} events`,
	],
	'docs/errors.md': [
		`Gave up after ${maxRetries + 1} attempts`,
		`no PDF or more than ${MAX_SIGNED_FILES}`,
		`is larger than ${DEFAULT_MAX_FILE_MB} MB`,
		`more than the ${MAX_DECLARED_ITEMS} items`,
	],
	'docs/troubleshooting.md': [
		`the newest ${typesShown} contracts`,
		`keeps ${constantIn('transport/tags.ts', 'MOST_LETTERS')} letters`,
		`with a message at ${grouped(MAX_DECLARED_ITEMS)} items`,
	],
};

/** Numbers of examples and of measurements, which no constant decides. */
const OTHERS: Record<string, string[]> = {
	'docs/reliability.md': [
		'0 turns retries off',
		'a ? or a 1*',
		'with a Timeout of 20 seconds',
		'(2 × 503, ECONNRESET, 3 × 503)',
		'2 log2(n) more requests',
		'100,000 executions',
		'5 MB smaller',
		'first 50',
		'20 MB more',
		'16 MiB',
		'goal is 250',
	],
	'docs/errors.md': ['12 of 40 items', 'items 0-10 and 12', 'is 0 if no answer came'],
	'docs/troubleshooting.md': ['/v2'],
};

describe.each(Object.keys(FIGURES))('the figures of %s', (file) => {
	test.each(FIGURES[file]!.map((figure) => (typeof figure === 'string' ? [figure, 0, 0] : figure)))(
		'%s',
		(words, actual, said) => {
			expect(document(file).text.replace(/\s+/g, ' ')).toContain(words);
			expect(actual).toBe(said);
		},
	);

	test('are all of them compared with the code, or known to be examples', () => {
		const known = [
			...FIGURES[file]!.map((figure) => [figure].flat()[0] as string),
			...OTHERS[file]!,
		];
		const rest = known.reduce((text, words) => text.replaceAll(words, ''), sentencesOf(file));
		// Statuses of HTTP are names.
		const left = [...rest.matchAll(/.{0,30}(?<![\w-])(?![2-5](?:\d\d|xx)\b)\d[\d.,]*.{0,20}/g)];
		expect(left.map(([words]) => words)).toEqual([]);
	});
});

/** The page without code, keys of a legend, links and what a test or script writes. */
function sentencesOf(file: string): string {
	return document(file)
		.text.replace(/<!-- (\w+) -->[\s\S]*?<!-- \/\1 -->/g, '')
		.replace(/^```[\s\S]*?^```$/gm, '')
		.replace(/\]\([^)]*\)/g, ']')
		.replace(/`(Gave up after [^`]*)`/g, '$1')
		.replace(/`[^`]*`|\*\*\d\*?\*\*/g, '')
		.replace(/\s+/g, ' ');
}
