import { Workflow, type INodeTypes } from 'n8n-workflow';
import {
	hasExpression,
	isFixed,
	itemProperties,
	propertyWith,
	sourceIn,
} from '../../../nodes/ContractManagement/node/itemProperties';

const json = {
	...{ name: 'PO-1', 'Payment term': '30 days', n: 0, none: null, list: [1], yes: false },
	...{ empty: '', nan: NaN, amount: 1e21, small: -0, lines: 'a\nb', odd: '{{ 1 }} \\ =x' },
	deal: { name: 'Deal', 'Stage 1': { id: 7 }, none: null },
};

/** What n8n's own engine makes of it. */
function evaluated(value: string): unknown {
	const { expression } = new Workflow({
		nodes: [{ id: '1', name: 'A', type: 'a', typeVersion: 1, position: [0, 0], parameters: {} }],
		connections: {},
		active: false,
		nodeTypes: {
			getByNameAndVersion: () => ({ description: { properties: [] } }),
		} as unknown as INodeTypes,
	});
	return expression.getParameterValue(value, null, 0, 0, 'A', [{ json }], 'manual', {});
}

test.each([
	['={{ $json.name }}', 'PO-1'],
	['={{$json["Payment term"]}}', '30 days'],
	["={{ $json['Payment term'] }}", '30 days'],
	['={{ $json.n }}', 0],
	['={{ $json.yes }}', false],
	['={{ $json.none }}', null],
	['={{ $json.deal.name }}', 'Deal'],
	['={{ $json["deal"]["Stage 1"].id }}', 7],
	['={{ $json.deal.none }}', null],
	['=Order {{ $json.name }}', 'Order PO-1'],
	['={{ $json.name }}\n', 'PO-1\n'],
	['= {{ $json.n }}', ' 0'],
	["={{$json.name}}{{ $json['Payment term'] }}", 'PO-130 days'],
	[
		'={{ $json.lines }} "{{ $json.odd }}" (№ {{ $json.small }}): {{ $json.empty }}.',
		'a\nb "{{ 1 }} \\ =x" (№ 0): .',
	],
	['=€ {{ $json.amount }} $json.n', '€ 1e+21 $json.n'],
	['name', 'name'],
	['', ''],
])('%j is read without n8n, and is what n8n works out', (value, expected) => {
	expect(evaluated(value)).toEqual(expected);
	const parameters = { fields: { value: { a: value, b: 1 }, schema: [{ id: 'a' }] } };
	expect(itemProperties(parameters, 'fields', json)).toEqual({
		value: { a: expected, b: 1 },
		schema: [{ id: 'a' }],
	});
	expect(itemProperties(parameters, 'fields.value.a', json)).toEqual(expected);
});

test.each([
	'={{ $json.absent }}',
	'={{ $json.toString }}',
	'={{ $json.constructor }}',
	'={{ $json.list }}',
	'={{ $json.list[0] }}',
	'={{ $json.name.length }}',
	'={{ $json.deal }}',
	'={{ $json.deal.absent }}',
	'={{ $json.deal.none.name }}',
	'={{ $json.deal.toString }}',
	'={{ $JSON.name }}',
	'={{ $json.n }}{{ $json.yes }}',
	'=Order {{ $json.absent }}',
	'=Order {{ $json.none }}',
	'=Order {{ $json.nan }}',
	'=Order {{ $json.list }}',
	'=Order {{ $json.name.trim() }} {{ $json.name }}',
	'=Order {{ $json.name }} {{',
	'=Order \\{{ $json.name }}',
	'=a . constructor {{ $json.name }}',
	'=Order without',
	'={{ $json["a}}b"] }}',
	'={{ $json.name + 1 }}',
	'={{ $json["a\\"b"] }}',
	'={{ $input.item.json.name }}',
	'={{ $fromAI("name") }}',
	'=',
])('%s is for n8n to evaluate, with all that stands beside it', (value) => {
	const parameters = { fields: { value: { a: '={{ $json.name }}', b: [value] } } };
	expect(itemProperties(parameters, 'fields', json)).toBeUndefined();
	expect(itemProperties(parameters, 'fields.value.a', json)).toBe('PO-1');
});

test('lists stay lists, and only the id of a resource locator is read without n8n', () => {
	const locator = { __rl: true, mode: 'id', value: '={{ $json.name }}' };
	expect(itemProperties({ ids: ['={{ $json.name }}', 'x'] }, 'ids', json)).toEqual(['PO-1', 'x']);
	const read = (more: object) =>
		itemProperties({ contractId: { ...locator, ...more } }, 'contractId', json);
	expect(read({})).toBe('PO-1');
	expect(read({ value: '={{ $json.n }}' })).toBe(0);
	expect(read({ value: '={{ $json.absent }}' })).toBeUndefined();
	expect(read({ mode: 'url' })).toBeUndefined();
	expect(read({ mode: 'list' })).toBeUndefined();
	expect(itemProperties({ a: { contractId: locator } }, 'a', json)).toBeUndefined();
});

test('what is not there is for n8n to fall back from', () => {
	expect(itemProperties({ fields: '={{ $json.name }}' }, 'fields.value', json)).toBeUndefined();
	expect(itemProperties({}, 'fields.value', json)).toBeUndefined();
});

test.each([
	['={{ $json.date }}', '$json.date'],
	[`={{ $('Form').item.json["End date"] }}`, `$('Form').item.json["End date"]`],
	['={{ $json.end || $json.stop }}', '($json.end || $json.stop)'],
	['={{ "31.12.2026" }}', undefined],
	['={{ $json.a }} {{ $json.b }}', undefined],
	['31.12.2026', undefined],
	[20261231, undefined],
])('what the parameter %s is made of, for advice: %s', (date, source) => {
	expect(sourceIn({ filters: { date } }, 'filters.date')).toBe(source);
});

test.each([
	['31.12.2026', { date: '01.03.2026', 'Ende "neu"': '31.12.2026' }, '$json["Ende \\"neu\\""]'],
	['31.12.2026', { date: '01.03.2026' }, '$json["…"]'],
	['31.12.2026', { a: '31.12.2026', b: '31.12.2026', value: 5 }, '$json["…"]'],
	['31.12.2026', {}, '$json["…"]'],
])('the property that is %s in %j, for advice: %s', (value, item, source) => {
	expect(propertyWith(item, value)).toBe(source);
});

test('expressions are found at any depth', () => {
	expect(hasExpression({ a: [{ b: '=x' }] })).toBe(true);
	expect(hasExpression({ a: [{ b: 'x=', c: null, d: 1 }] })).toBe(false);
});

test.each([
	['filters.fixed', true],
	['filters.byExpression', false],
	['filters.absent', true],
	['filters', false],
	['whole.any.part', false],
	['absent', true],
])('%s is the same for all items: %j', (name, expected) => {
	const filters = { fixed: { a: 'x' }, byExpression: { a: ['=x'] } };
	expect(isFixed({ filters, whole: '={{ $json.whole }}' }, name)).toBe(expected);
});
