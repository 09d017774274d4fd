import { isSimplified, toolAnswer } from '../../../nodes/ContractManagement/node/toolOutput';
import { hint } from '../../../nodes/ContractManagement/transport/hint';
import type { ItemScope } from '../../../nodes/ContractManagement/node/scope';

/** The view of an item, with the parameters that n8n hands over: those on display. */
const scopeWith = (parameters: Record<string, unknown>, type = 'contractManagementTool') =>
	({
		context: { getNode: () => ({ type }) },
		parameter: (name: string, fallback: unknown) =>
			name in parameters ? parameters[name] : fallback,
	}) as unknown as ItemScope;

test.each([
	['a workflow by default', {}, true],
	['a workflow with Simplify off', { simplify: false }, false],
	['a tool by default', { output: 'simplified' }, true],
	['a tool with Selected Fields', { output: 'selectedFields' }, true],
	['a tool with Raw', { output: 'raw' }, false],
	['a model that says Raw', { output: 'Raw' }, false],
])('the short form is given to %s: %p', (_who, parameters, expected) => {
	expect(isSimplified(scopeWith(parameters))).toBe(expected);
});

const CONTRACT = {
	id: 'c1',
	name: 'Order',
	endAt: null,
	fields: { 'Payment term': '30 days', 'No. of seats': 12, 'Price, net': 5 },
};

function returned(selectedFields: unknown, json: object = CONTRACT) {
	const scope = scopeWith({ output: 'Selected Fields', selectedFields });
	const [item] = toolAnswer(scope, [{ json: json as never, pairedItem: { item: 0 } }]);
	expect(item.pairedItem).toEqual({ item: 0 });
	return item.json;
}

test('names, and names of what is inside, also with dots in them', () => {
	expect(returned(' id , endAt,fields.No. of seats')).toEqual({
		id: 'c1',
		endAt: null,
		fields: { 'No. of seats': 12 },
	});
	expect(returned('name, fields')).toEqual({ name: 'Order', fields: CONTRACT.fields });
});

test.each([null, ''])('without a name in %p the answer comes whole', (given) => {
	expect(returned(given)).toEqual(CONTRACT);
});

test('an expression gives a list, where names have commas in them', () => {
	expect(returned(['fields.Price, net'])).toEqual({ fields: { 'Price, net': 5 } });
});

test('names reach into the records of lists', () => {
	const page = { records: [CONTRACT, { status: 'draft' }], nextCursor: 'n' };
	expect(returned('records.id,nextCursor', page)).toEqual({
		records: [{ id: 'c1' }, {}],
		nextCursor: 'n',
	});
});

test('what an item lacks is left out, and an item that has none of it comes whole', () => {
	expect(returned('id, fields.Regions, id.more')).toEqual({ id: 'c1' });
	for (const none of ['key', '', null, 'fields.Regions']) expect(returned(none)).toEqual(CONTRACT);
	const page = { records: [CONTRACT, CONTRACT], nextCursor: 'n' };
	expect(returned('records.key', page)).toEqual(page);
	expect(returned('records.id', { records: [], nextCursor: null })).toEqual({ records: [] });
});

test('without Selected Fields, items are passed on as they are', () => {
	const items = [{ json: CONTRACT }];
	expect(toolAnswer(scopeWith({ selectedFields: 'id' }), items)).toEqual(items);
});

test.each([
	['["id","endAt"]', ['id', 'endAt']],
	['id endAt', ['id', 'endAt']],
	['ID, ENDAT', ['id', 'endAt']],
	['`id`, "endAt"', ['id', 'endAt']],
])('as models write names: %s', (given, keys) => {
	expect(Object.keys(returned(given))).toEqual(keys);
});

describe('the answer of a tool', () => {
	const answer = (items: object[], parameters: Record<string, unknown> = {}, type?: string) =>
		toolAnswer(
			scopeWith(parameters, type),
			items.map((json) => ({ json: json as never, pairedItem: { item: 0 } })),
		);
	const rows = Array.from({ length: 555 }, (_, n) => ({
		id: n,
		name: 'x'.repeat(660),
		none: null,
	}));

	test('a list is cut at 30,000 characters, and says how much of it is there', () => {
		const items = answer(rows);
		const { hints } = items.at(-1)!.json as { hints: string[] };
		expect(hints).toEqual([`${items.length - 1} of 555 shown: use filters or Limit`]);
		expect(items.slice(0, -1).map(({ json }) => json)).toEqual(rows.slice(0, items.length - 1));
		const { length } = JSON.stringify(items.map(({ json }) => json));
		expect(length).toBeGreaterThan(29_000);
		expect(length).toBeLessThan(31_500);
		expect(items.at(-1)!.pairedItem).toEqual({ item: 0 });
	});

	test('a text is cut at 2,000 characters, and a list inside where all would be too long', () => {
		const [text] = answer([{ id: 1, scope: 'y'.repeat(300_000) }]);
		expect(text!.json.scope).toBe(`${'y'.repeat(2_000)}… (2000 of 300000 characters)`);
		// Services of models answer 400 to half an emoji.
		const [emoji] = answer([{ id: 1, scope: `y${'😀'.repeat(1_500)}` }]);
		expect(emoji!.json.scope).toBe(`y${'😀'.repeat(999)}… (2000 of 3001 characters)`);
		const nodes = Array.from({ length: 3_000 }, (_, n) => ({ text: `${n} ${'z'.repeat(100)}` }));
		const [rich] = answer([{ scope: nodes, status: 'draft' }]);
		const scope = rich!.json.scope as unknown[];
		expect(scope.at(-1)).toBe(`… ${scope.length - 1} of 3000 shown`);
		expect(rich!.json.status).toBe('draft');
		expect(JSON.stringify(rich!.json).length).toBeLessThan(35_000);
	});

	test('of many long texts in one record each is there, and the last ones in short', () => {
		const fields = Object.fromEntries(rows.slice(0, 200).map(({ id, name }) => [`F${id}`, name]));
		const [record] = answer([{ id: 1, fields, status: 'draft' }]);
		const given = record!.json.fields as Record<string, string>;
		expect(Object.keys(given)).toHaveLength(200);
		expect([given.F0!.length, given.F199]).toEqual([
			660,
			`${'x'.repeat(60)}… (60 of 660 characters)`,
		]);
		expect(record!.json.status).toBe('draft');
		expect(JSON.stringify(record!.json).length).toBeLessThan(48_000);
	});

	test('an Output that is none is told of', () => {
		const items = answer([{ id: 1 }], { output: 'short' });
		expect(items.at(-1)!.json.hints).toEqual([
			"Output 'short' is not simplified, selectedFields or raw.",
		]);
	});

	test('an option gives more, or all', () => {
		const long = { scope: 'y'.repeat(3_000) };
		expect(answer([long], { longestAnswer: 60_000 })[0]!.json).toEqual(long);
		expect(answer(rows, { longestAnswer: 0 }).map(({ json }) => json)).toEqual(rows);
	});

	test('what is short stays as it is, and so does every answer to a workflow', () => {
		const short = { ...CONTRACT, signatories: [{ name: 'Ada' }, { name: 'Eleni' }] };
		expect(answer([short]).map(({ json }) => json)).toEqual([short]);
		expect(answer([])).toEqual([]);
		expect(answer(rows, {}, 'contractManagement')).toHaveLength(555);
	});

	test('hints are there where nothing else is', () => {
		const scope = scopeWith({});
		hint(scope.context, 'The list is empty.');
		expect(toolAnswer(scope, []).map(({ json }) => json)).toEqual([
			{ hints: ['The list is empty.'] },
		]);
	});

	test.each([
		[
			'key',
			[
				{ id: 1, status: 'draft' },
				{ id: 2, status: 'draft' },
			],
			'key',
		],
		['id, counterparty, more', [{ id: 1 }, { id: 2 }], 'counterparty, more'],
		['id, endAt', [{ id: 1 }, { id: 2, endAt: null }], undefined],
		['id, endAt.day', [{ id: 1 }, { id: 2, endAt: null }], undefined],
	])('hints are its last item: names that nothing has, of %s', (selectedFields, kept, none) => {
		const scope = scopeWith({ output: 'selectedFields', selectedFields });
		const [first, second] = [1, 2].map((id) => ({ id, status: 'draft' }));
		const items = [first, none ? second : { ...second, endAt: null }].map((json) => ({ json }));
		const hints = [`Fields to Return '${none}' names nothing of: id, status.`];
		expect(toolAnswer(scope, items as never).map(({ json }) => json)).toEqual([
			...kept,
			...(none ? [{ hints }] : []),
		]);
	});
});
