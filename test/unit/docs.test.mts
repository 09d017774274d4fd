import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';
import { pinnedVersion } from '../../host/lib/hosts.mts';
import { ContractManagement } from '../../nodes/ContractManagement/ContractManagement.node';
import {
	document,
	documents,
	generated,
	leadsSomewhere,
	npmScripts,
	relativeLinks,
} from '../support/documents.mts';
import { pickers } from '../support/operations.mts';

/** What tests and benchmarks write of themselves, beside the pages. */
const PAGES = [
	...documents(),
	...[
		'bench/results.md',
		'bench/deliveries.md',
		'test/engine/faults/matrix.md',
		'test/sandbox/coverage.md',
		'test/unit/security.md',
		'test/unit/assumptions.md',
	].map(document),
];
const each = PAGES.map((page) => [page.file, page] as const);

/** Words that say nothing, and other products' words for what this service calls by its own names. */
const AVOIDED =
	/\b(seamless\w*|powerful|effortless\w*|blazing\w*|leverag\w+|utili[sz]e\w*|cutting-edge|world-class|best-in-class|simply|easily|revolutionary|agreements?|dropdown loader)\b/i;

/** Hosts that pages may link to. Anything else could be a brand, or somebody's own address. */
const HOSTS =
	/^(github\.com|docs\.n8n\.io|docs\.npmjs\.com|semver\.org|(\w+\.)?example\.com|localhost|127\.0\.0\.1|keepachangelog\.com)$/;

test.each(each)('%s: every link and image leads to something that is there', (_file, page) => {
	expect(relativeLinks(page).filter((link) => !leadsSomewhere(page, link))).toEqual([]);
});

test.each([
	['docs/triggers.md', 'an uninstalled package', /uninstalled, n8n itself answers .*400/],
	['docs/triggers.md', 'moving an instance', /Moving an instance: .*same keys/],
	['docs/triggers.md', 'importing a workflow', /Importing over a published workflow/],
	['docs/triggers.md', 'restoring a backup', /Restoring a backup .*`eventKey`/],
	['docs/triggers.md', 'executions that wait', /N8N_CONCURRENCY_PRODUCTION_LIMIT/],
	['docs/triggers.md', 'a body that a proxy changed', /proxy that writes the JSON anew/],
])('%s tells of %s, which no code can mend', (file, _what, sentence) => {
	expect(readFileSync(file, 'utf8')).toMatch(sentence);
});

test.each(each)('%s: every npm script that it names exists', (_file, page) => {
	const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
	expect(npmScripts(page).filter((name) => !(name in scripts))).toEqual([]);
});

test.each(each)('%s: plain words, and no address of a real service', (_file, { text, lines }) => {
	expect(lines.filter((line) => AVOIDED.test(line))).toEqual([]);
	const hosts = [...text.matchAll(/https?:\/\/(\w[\w.-]*)/g)].map(([, host]) => host!);
	expect(hosts.filter((host) => !HOSTS.test(host))).toEqual([]);
});

test.each(each)('%s: every test that it refers to is in the file that it names', (_file, page) => {
	const references = [
		...page.text.matchAll(/\[([^\]]+)\]\(((?:\.\.\/(?!\.\.))?\w[^)]*\.test\.mts)\)/g),
	];
	const absent = references.filter(([, title, link]) => {
		const file = path.join(path.dirname(page.file), link!);
		return !titles(file).includes(title!);
	});
	expect(absent.map(([reference]) => reference)).toEqual([]);
});

test('the README has fewer than 200 lines, and its first screen the two commands and a picture', () => {
	const { lines } = document('README.md');
	expect(lines.length).toBeLessThan(200);
	const screen = lines.slice(0, 20).join('\n');
	expect(screen).toMatch(/^npm start\b/m);
	expect(screen).toMatch(/^npm test\b/m);
	expect(screen).toMatch(/!\[[^\]]+\]\(docs\/images\/[\w-]+\.png\)/);
});

test('docs/scaling.md says what two processes make twice, and names the recipe whose key prevents it', () => {
	const { text } = document('docs/scaling.md');
	const row = text.split('\n').find((line) => line.includes('**Find Existing**'));
	expect(row).toMatch(/two processes .+ in the same moment make two/);
	const [, page] = /Claim each deal first with a unique key.+\(recipes\/([\w-]+)\.md\)/.exec(row!)!;
	const claim = readFileSync(`workflows/${page}.json`, 'utf8');
	expect(claim).toMatch(/event_key text PRIMARY KEY.+|ON CONFLICT \(event_key\)/);
});

test('docs/scaling.md says how changes of one company by two processes both hold', () => {
	const { lines } = document('docs/scaling.md');
	const row = lines.find((line) => line.includes('Two processes that change different fields'));
	const [, entry, value] = /`\{"([\w-]+)": "(\w+)"\}` in \*\*Service Profile\*\*/.exec(row!)!;
	expect(document('docs/assumptions.md').text).toMatch(
		new RegExp(`^\\| \`${entry}\` \\|.*\`${value}\` \\(`, 'm'),
	);
});

test('docs/compatibility.md claims the versions of n8n that the tests run', () => {
	const { text } = document('docs/compatibility.md');
	const [major, minor] = pinnedVersion('host/oldest').split('.');
	expect(text).toContain(`| n8n | ${major}.${minor} or later`);
	for (const folder of ['host/oldest', 'host']) {
		expect(text).toMatch(new RegExp(`^\\| ${pinnedVersion(folder)} \\|.*${folder}/package`, 'm'));
	}
});

test('the README lists exactly the operations that the node has', () => {
	const { found, wanted } = generated('README.md', 'operations', operationsTable());
	expect(found).toBe(wanted);
});

/** The file's text with quotes as a page writes them; a title may hold an escaped or a typographic one. */
function titles(file: string): string {
	return readFileSync(file, 'utf8').replaceAll("\\'", "'");
}

function operationsTable(): string {
	const { properties } = new ContractManagement().description;
	const resources = properties.find(({ name }) => name === 'resource')!.options!;
	const rows = (resources as INodePropertyOptions[]).flatMap((resource) =>
		pickers()
			.filter(({ displayOptions }) => displayOptions?.show?.resource?.includes(resource.value))
			.flatMap(({ options }) => options as INodePropertyOptions[])
			.map(
				({ name, description }) =>
					`| ${resource.name} | ${name} | ${firstSentence(description!)} |`,
			),
	);
	return ['| Resource | Operation | What it does |', '|---|---|---|', ...rows].join('\n');
}

function firstSentence(description: string): string {
	return /^.*?(?=\. [A-Z]|\.?$)/.exec(description)![0];
}
