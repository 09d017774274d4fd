import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { recipe } from '../../host/lib/recipes.mts';
import { document, relativeLinks } from '../support/documents.mts';
import { nodeBoxes, noteBoxes, type Box } from '../support/recipes/layout.mts';
import { parameterIssues } from '../support/recipes/parameters.mts';

const GRID = 16;
const LARGEST_PICTURE = 150_000;

const NAMES = globSync('workflows/*.json').map((file) => path.basename(file, '.json'));

test('no two recipes have the same name', () => {
	const titles = NAMES.map((name) => recipe(`${name}.json`).name);
	expect(new Set(titles).size).toBe(NAMES.length);
});

test('the index lists every recipe, and no other', () => {
	const listed = relativeLinks(document('docs/recipes/README.md')).filter(
		(link) => !link.includes('/'),
	);
	expect(listed.toSorted()).toEqual(NAMES.map((name) => `${name}.md`).toSorted());
});

test('the index has a picture, a sentence and the needs of each recipe', () => {
	const { lines } = document('docs/recipes/README.md');
	for (const name of NAMES) {
		const [, picture, sentence, needs] = lines
			.find((line) => line.includes(`(${name}.md)`))!
			.split('|');
		expect(picture).toContain(`../images/recipes/${name}.png`);
		expect(sentence!.length).toBeGreaterThan(50);
		expect(needs!.trim()).not.toBe('');
	}
});

describe.each(NAMES)('%s', (name) => {
	const all = recipe(`${name}.json`);
	const { nodes, connections } = all;

	test('has a page with its title, its file and its picture', () => {
		const page = document(`docs/recipes/${name}.md`);
		expect(page.lines[0]).toBe(`# ${all.name}`);
		const links = relativeLinks(page);
		expect(links).toContain(`../../workflows/${name}.json`);
		expect(links).toContain(`../images/recipes/${name}.png`);
		expect(statSync(`docs/images/recipes/${name}.png`).size).toBeLessThan(LARGEST_PICTURE);
	});

	test('its page begins with what to click', () => {
		const { text } = document(`docs/recipes/${name}.md`);
		const [before, ...sections] = text.split(/^## /m);
		const headings = sections.map((section) => section.split('\n')[0]);
		expect(headings[0]).toBe('Try it');
		expect(headings.some((heading) => heading!.startsWith('Set it up'))).toBe(true);
		// What each node does is for those who ask why.
		expect(before).not.toMatch(/^\|/m);
	});

	const scenario = readFileSync(`test/support/recipes/${name}.mts`, 'utf8');
	// Those with steps between which n8n can be killed run together, in one n8n.
	const isDriven = /^export const driver: Driver\b/m.test(scenario);

	test('has a scenario, which its end-to-end test runs', () => {
		if (!isDriven) expect(scenario).toMatch(/^export (const|async function) happy\b/m);
		const file = `test/recipes/${isDriven ? 'driven' : name}.test.mts`;
		const endToEnd = readFileSync(file, 'utf8');
		expect(endToEnd).toContain(`support/recipes/${name}.mts'`);
		expect(endToEnd).toMatch(isDriven ? /\bundisturbed\(/ : /\bhappy\(/);
	});

	// n8n goes on with waits that fell due while it was off before its data tables are ready.
	test('needs no data table behind a wait of a fixed time', () => {
		const behind = (from: string, seen: Set<string>): Set<string> => {
			for (const { node } of connections[from]?.main?.flatMap((outputs) => outputs ?? []) ?? []) {
				if (!seen.has(node)) behind(node, seen.add(node));
			}
			return seen;
		};
		const waits = nodes.filter(({ type }) => type === 'n8n-nodes-base.wait');
		const after = new Set(waits.flatMap((wait) => [...behind(wait.name, new Set())]));
		const tables = nodes.filter(({ type }) => type === 'n8n-nodes-base.dataTable');
		expect(tables.filter((node) => after.has(node.name)).map((node) => node.name)).toEqual([]);
	});

	test('has a test in which n8n is killed in the middle', () => {
		if (isDriven) return;
		const own = `test/killed/${name}.test.mts`;
		if (existsSync(own)) return expect(readFileSync(own, 'utf8')).toContain('n8n.kill()');
		const killed = readFileSync('test/killed/recipes.test.mts', 'utf8');
		expect(killed).toContain(`support/recipes/killed/${name}.mts'`);
	});

	test('is explained by notes on its canvas', () => {
		expect(noteBoxes(all).length).toBeGreaterThan(0);
	});

	test('holds what an export holds, and nothing of somebody’s n8n', () => {
		const known = ['active', 'connections', 'name', 'nodes', 'pinData', 'settings'];
		const file = JSON.parse(readFileSync(`workflows/${name}.json`, 'utf8'));
		expect(Object.keys(file).toSorted()).toEqual(known);
		expect(file.pinData).toEqual({});
		const references = nodes.flatMap(({ credentials }) => Object.values(credentials ?? {}));
		expect(references.filter(({ id, name: shown }) => id !== '' || !shown)).toEqual([]);
	});

	test('every connection leads from one of its nodes to another', () => {
		const names = nodes.map((node) => node.name);
		expect(new Set(names).size).toBe(names.length);
		// n8n takes no workflow in which two have the same ID.
		expect(new Set(nodes.map((node) => node.id)).size).toBe(names.length);
		const ends = Object.values(connections)
			.flatMap((outputs) => Object.values(outputs).flat())
			.flatMap((targets) => targets ?? []);
		const unknown = [...Object.keys(connections), ...ends.map(({ node }) => node)];
		expect(unknown.filter((end) => !names.includes(end))).toEqual([]);
	});

	test('stands on the grid of the editor, and nothing covers anything', () => {
		const boxes = [...nodeBoxes(all), ...noteBoxes(all)];
		expect(boxes.filter(({ x, y }) => x % GRID !== 0 || y % GRID !== 0)).toEqual([]);
		const covered = boxes.flatMap((box, index) =>
			boxes
				.slice(index + 1)
				.filter((other) => cover(box, other))
				.map((other) => `${box.name} and ${other.name}`),
		);
		expect(covered).toEqual([]);
	});

	// Of a trigger of version 1 n8n evaluates an expression for each delivery, and newer ones read creation forms.
	test('takes deliveries as fast as n8n can, and what it stores of them stays as it is', () => {
		const triggers = nodes.filter(({ type }) => type.endsWith('.contractManagementTrigger'));
		const isStored = name === 'contract-events-once';
		for (const { typeVersion, parameters } of triggers) {
			const { simplify, options } = parameters as { simplify?: boolean; options?: object };
			expect(typeVersion).toBe(isStored ? 1 : 1.1);
			if (!isStored && simplify !== false) expect(options).toEqual({ readableValues: false });
		}
	});

	test('every parameter of our nodes is one that the node has, and none is missing', () => {
		expect(nodes.flatMap(parameterIssues)).toEqual([]);
	});
});

/** Whether two boxes overlap; a note may be the background of nodes that lie in it as a whole. */
function cover(one: Box, other: Box): boolean {
	if (holds(one, other) || holds(other, one)) return false;
	return (
		one.x < other.x + other.width &&
		other.x < one.x + one.width &&
		one.y < other.y + other.height &&
		other.y < one.y + one.height
	);
}

function holds(outer: Box, inner: Box): boolean {
	return (
		outer.x <= inner.x &&
		outer.y <= inner.y &&
		outer.x + outer.width >= inner.x + inner.width &&
		outer.y + outer.height >= inner.y + inner.height
	);
}
