import fc from 'fast-check';
import { coerce } from '../../../nodes/ContractManagement/api/coercion';
import type { FieldKind, TypedField } from '../../../nodes/ContractManagement/api/creationForm';
import { readableBy, readableValue } from '../../../nodes/ContractManagement/api/readableValues';
import type { FieldValue } from '../../../nodes/ContractManagement/api/types';

const OPTIONS = [
	{ id: 'o1', name: '30 days' },
	{ id: 'o2', name: '60 days; net' },
	{ id: 'o3', name: 'Überweisung' },
];

const field = (type: FieldKind, options = OPTIONS): TypedField => ({
	id: 'f1000000-0000-4000-8000-000000000001',
	name: 'Field',
	type,
	required: false,
	options: ['select', 'multiSelect', 'relation'].includes(type) ? options : [],
	helpText: null,
});

const SETTINGS = { zone: 'Europe/Berlin', richText: 'markdown' as const };

/** What the service stores for a value that Create is given. */
function stored(of: TypedField, value: unknown): FieldValue {
	const coerced = coerce(of, value, SETTINGS);
	if ('problem' in coerced) throw new Error(coerced.problem.message);
	return coerced.value;
}

const optionName = fc.constantFrom(...OPTIONS.map(({ name }) => name));

/** Values as people give them to Create, by type of field. */
const GIVEN: Array<[FieldKind, fc.Arbitrary<unknown>]> = [
	['text', fc.string({ minLength: 1 }).filter((text) => text.trim() !== '' && text !== '(clear)')],
	[
		'number',
		fc
			.double({ noNaN: true, min: -1e15, max: 1e15 })
			.map((value) => Number(value.toPrecision(15)) + 0),
	],
	['boolean', fc.boolean()],
	['date', fc.constantFrom('2026-03-31', '2024-02-29')],
	['dateTime', fc.constantFrom('2026-03-31T12:00:00.000Z')],
	['select', optionName],
	['multiSelect', fc.uniqueArray(optionName, { minLength: 1 })],
	['relation', optionName],
	['relation', fc.uniqueArray(optionName, { minLength: 2 })],
	['richText', fc.constantFrom('**Bold** words', '- a\n- b', 'One\n\nTwo', '# T')],
];

test.each(GIVEN)('%s: what Create took comes back equal', (type, given) => {
	fc.assert(
		fc.property(given, (value) => {
			const raw = stored(field(type), value);
			expect(readableValue(field(type), raw)).toEqual(value);
			// Some services store every value as text.
			const text = typeof raw === 'string' ? raw : JSON.stringify(raw);
			expect(readableValue(field(type), text)).toEqual(value);
		}),
	);
});

test.each<[FieldKind, FieldValue]>([
	['select', 'unknown'],
	['number', 'five'],
	['boolean', 'maybe'],
	['richText', 'just text'],
	['richText', [{ no: 'slate' }]],
	['other', { any: 'thing' }],
	['text', null],
	['multiSelect', []],
])('%s: %j stays as it is', (type, value) => {
	expect(readableValue(field(type), value)).toEqual(value);
});

test.each<[FieldKind, FieldValue, string[]]>([
	['multiSelect', ['o1', 'deleted'], ['30 days', 'deleted']],
	['multiSelect', '["deleted","o3"]', ['deleted', 'Überweisung']],
	['multiSelect', ['deleted', 'deleted too'], ['deleted', 'deleted too']],
	['relation', ['o1', 'deleted'], ['30 days', 'deleted']],
	// It took several when the contract was made.
	['select', ['o1', 'o3'], ['30 days', 'Überweisung']],
])('%s: of %j what is an option comes by name, and the rest stays', (type, value, names) => {
	expect(readableValue(field(type), value)).toEqual(names);
});

test('a name that Create would take for another option, or for nothing, is not used', () => {
	const options = [
		{ id: 'a', name: 'b' },
		{ id: 'b', name: 'twice' },
		{ id: 'c', name: 'twice' },
		{ id: 'd', name: '(clear)' },
		{ id: 'e', name: ' ' },
	];
	const ids = options.map(({ id }) => id);
	const readable = readableValue(field('multiSelect', options), ids) as unknown[];
	expect(readable).toEqual(['a', 'b', 'c', 'd', 'e']);
	expect(stored(field('multiSelect', options), readable)).toEqual(ids);
});

test('fields that the form does not have stay as they are, and ids may have a prefix', () => {
	const { id } = field('select');
	const known = { attributeDefinitionId: `field_${id}`, name: 'Field', value: 'o1' };
	// The definition may be gone.
	const unknown = ['x', null, undefined, 7].map((one) => {
		return { ...known, attributeDefinitionId: one as string };
	});
	expect(readableBy([field('select')])([known, ...unknown])).toEqual([
		{ ...known, value: '30 days' },
		...unknown,
	]);
});

test('of two fields of a form with the same id the first one counts', () => {
	const given = { attributeDefinitionId: field('text').id, name: 'Field', value: 'o1' };
	const [read] = readableBy([field('select'), field('text')])([given]);
	expect(read.value).toBe('30 days');
});

test('a form is gone through once, however many fields and contracts it is for', () => {
	let looks = 0;
	const form = Array.from({ length: 100 }, (_, i) => ({
		...field('number'),
		get id() {
			looks += 1;
			return `f${i}`;
		},
	}));
	const fields = form.map((_, i) => ({ attributeDefinitionId: `f${i}`, name: '', value: `${i}` }));
	const readable = readableBy(form);
	for (let contract = 0; contract < 20; contract++) {
		expect(readable(fields).map(({ value }) => value)).toEqual(form.map((_, i) => i));
	}
	expect(looks).toBe(form.length);
});

test('a number that the service keeps as text is that number, with any decimals', () => {
	expect(['12.500', '0.50', '1234.5'].map((text) => readableValue(field('number'), text))).toEqual([
		12.5, 0.5, 1234.5,
	]);
});
