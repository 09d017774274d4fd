import type { Field } from '../../../nodes/ContractManagement/node/field';
import {
	choice,
	fields,
	json,
	number,
	inOptions,
	plain,
	several,
	text,
	toggle,
} from '../../../nodes/ContractManagement/node/fields';
import { collection } from '../../../nodes/ContractManagement/operations/shared/fields';

const WAYS = { fast: ['Fast'], slow: ['Slow'] } as Record<string, [string]>;

const OWN = {
	...fields({
		message: text('Message').says('What to say'),
		name: text('Name', { default: 'data' }),
		way: choice('Way', 'fast', WAYS),
		tags: several('Tags', []),
		body: json('Body (JSON)'),
		limit: number('Limit', 50, { minValue: 1 }),
	}),
	...inOptions({
		keep: toggle('Keep', true),
		wait: number('Wait (Seconds)', 30, { minValue: 0 }),
		rows: number('Rows', 0, { minValue: 0 }),
	}),
};

/** An item whose parameters all come from expressions. */
function itemWith(values: Record<string, unknown>) {
	const parameters: Record<string, unknown> = {};
	for (const path of Object.keys(values)) {
		const [name, part] = path.split('.');
		parameters[name!] = part ? { [part]: '={{ $json.x }}' } : '={{ $json.x }}';
	}
	const parameter = (name: string, fallback: unknown) => (name in values ? values[name] : fallback);
	const node = { name: 'N', parameters };
	return { parameter, node, itemIndex: 0, input: { json: {} } } as never;
}

const read = (field: Field, value?: unknown) =>
	field.of(itemWith(value === undefined ? {} : { [field.path]: value }));

test('what is not given is the default, which is said once', () => {
	expect(Object.values<Field>(OWN).map((field) => read(field))).toEqual([
		...['', 'data', 'fast', [], {}, 50],
		...[true, 30, 0],
	]);
});

test.each([
	['message', ' hello ', 'hello'],
	['message', 7, '7'],
	['name', ' ', 'data'],
	['way', 'slow', 'slow'],
	['tags', 'a, b', ['a', 'b']],
	['body', '{"a":1}', { a: 1 }],
	['limit', '3', 3],
	['keep', 'FALSE', false],
	['keep', ' ', true],
	['wait', '1.5', 1.5],
	['wait', '', 30],
] as const)('%s reads %j as %j', (name, value, expected) => {
	expect(read(OWN[name], value)).toEqual(expected);
});

test.each([
	['message', ['a', 'b'], `Message '["a","b"]' is a list`],
	['way', 'sideways', "Way 'sideways' cannot be chosen"],
	['body', '[]', 'Body (JSON) is not a JSON object'],
	['limit', '', "Limit '' is not a whole number of at least 1"],
	['keep', 'maybe', "Keep 'maybe' is not true or false"],
	['wait', -1, "Wait '-1' is not a number of at least 0"],
	['rows', 1.5, "Rows '1.5' is not a whole number of at least 0"],
] as const)('%s does not take %j, and says so by its label', (name, value, message) => {
	expect(() => read(OWN[name], value)).toThrow(message);
});

test('the part of a collection is read from there', () => {
	const filters = collection('Filters', 'filters', { name: text('Name Contains') });
	expect(filters.parts.name.path).toBe('filters.name');
	expect(filters.says('Narrows down').parts.name.path).toBe('filters.name');
	expect(filters.parts.name.of(itemWith({ 'filters.name': 'acme' }))).toBe('acme');
});

test('a text that has to be there is asked for by its label', () => {
	const empty = itemWith({ message: '' });
	expect(() => OWN.message.filled(empty, 'Give one.')).toThrow(
		expect.objectContaining({
			message: 'Message is empty: correct its expression, which gave nothing',
			description: expect.stringMatching(/ gave nothing; the input has: .+\. Give one\./),
		}),
	);
});

test('for a trigger the default stands for what is of no use', () => {
	expect(OWN.limit.usable('none')).toBe(50);
	expect(OWN.limit.usable(2.1)).toBe(3);
	expect(OWN.keep.usable('false')).toBe(false);
	expect(OWN.way.usable('sideways')).toBe('fast');
	expect(OWN.name.usable('')).toBe('data');
});

test('n8n gets what it knows of a field, and nothing else', () => {
	expect(plain([OWN.message])).toStrictEqual([
		{
			displayName: 'Message',
			name: 'message',
			type: 'string',
			default: '',
			description: 'What to say',
		},
	]);
});
