import { isSimplified, toolItems } from '../../../nodes/ContractManagement/transport/toolOutput';
import type { ItemScope } from '../../../nodes/ContractManagement/transport/scope';

/** The view of an item, with the parameters that n8n hands over: those on display. */
const scopeWith = (parameters: Record<string, unknown>) =>
	({
		parameter: (name: string, fallback: unknown) =>
			name in parameters ? parameters[name] : fallback,
	}) as unknown as ItemScope;

test.each([
	['a workflow by default', {}, true],
	['a workflow with Simplify off', { simplify: false }, false],
	['a tool by default', { output: 'simplified' }, true],
	['a tool with Selected Fields', { output: 'selectedFields' }, true],
	['a tool with Raw', { output: 'raw' }, false],
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
	const scope = scopeWith({ output: 'selectedFields', selectedFields });
	const [item] = toolItems(scope, [{ json: json as never, pairedItem: { item: 0 } }]);
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
	for (const none of ['Id', '', null, 'fields.Regions']) expect(returned(none)).toEqual(CONTRACT);
	const page = { records: [CONTRACT, CONTRACT], nextCursor: 'n' };
	expect(returned('records.Id', page)).toEqual(page);
	expect(returned('records.id', { records: [], nextCursor: null })).toEqual({ records: [] });
});

test('without Selected Fields, items are passed on as they are', () => {
	const items = [{ json: CONTRACT }];
	expect(toolItems(scopeWith({ selectedFields: 'id' }), items)).toBe(items);
});
