import {
	hasExpression,
	isFixed,
	itemProperties,
} from '../../../nodes/ContractManagement/transport/itemProperties';

const json = { name: 'PO-1', 'Payment term': '30 days', n: 0, none: null, list: [1], yes: false };

test.each([
	['={{ $json.name }}', 'PO-1'],
	['={{$json["Payment term"]}}', '30 days'],
	["={{ $json['Payment term'] }}", '30 days'],
	['={{ $json.n }}', 0],
	['={{ $json.yes }}', false],
	['={{ $json.none }}', null],
	['name', 'name'],
	['', ''],
])('%s is read without n8n', (value, expected) => {
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
	'={{ $json.name }} and more',
	'=Order {{ $json.name }}',
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

test('lists stay lists, and resource locators with an expression are for n8n', () => {
	const locator = { __rl: true, mode: 'id', value: '={{ $json.name }}' };
	expect(itemProperties({ ids: ['={{ $json.name }}', 'x'] }, 'ids', json)).toEqual(['PO-1', 'x']);
	expect(itemProperties({ contractId: locator }, 'contractId', json)).toBeUndefined();
	expect(itemProperties({ contractId: { ...locator, value: 'x' } }, 'contractId', json)).toEqual({
		...locator,
		value: 'x',
	});
});

test('what is not there is for n8n to fall back from', () => {
	expect(itemProperties({ fields: '={{ $json.name }}' }, 'fields.value', json)).toBeUndefined();
	expect(itemProperties({}, 'fields.value', json)).toBeUndefined();
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
