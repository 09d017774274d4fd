import type { IDataObject, INode } from 'n8n-workflow';
import { answering } from '../support/answering.mts';
import { byId } from '../support/byId.mts';
import { runOperation } from '../support/runOperation.mts';

/** Forms that an administrator changed after the workflow was saved, and input that has other names than the form. */
const ID = 'aa000000-0000-4000-8000-000000000001';
const fieldId = (n: number) => `f0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const CONTINUES = { nodeSettings: { onError: 'continueRegularOutput' } as Partial<INode> };

type Field = { id?: string; name: string; type?: string; options?: object[] } & IDataObject;

/** The form of today: fields that say no other have the ids 1, 2, … */
const form = (...fields: Field[]) =>
	fields.map((field, i) => ({ id: fieldId(i + 1), type: 'text', ...field }));

/** A column as the editor saved it. */
const column = (n: number, displayName: string, options?: Record<string, string>) => ({
	...{ id: fieldId(n), displayName, display: true, required: false, defaultMatch: false },
	type: options ? 'options' : 'string',
	...(options && {
		options: Object.entries(options).map(([value, name]) => ({ value, name })),
	}),
});

async function create(
	fields: ReturnType<typeof form>,
	parameters: object,
	...inputs: IDataObject[]
) {
	const record = { id: ID, name: '', fields: {}, createdAt: '' };
	const { baseUrl, asked, close } = await answering(({ path }) =>
		path.endsWith('/creation-form') ? { body: { fields } } : { body: record },
	);
	const given = { contractTypeId: byId(ID), templateId: byId(ID), counterpartySource: 'none' };
	const run = await runOperation(
		baseUrl,
		'contract.create',
		{ ...given, ...parameters },
		inputs.length > 0 ? inputs : [{}],
		CONTINUES,
	);
	close();
	const bodies = asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
	return {
		json: run.items[0].json as IDataObject & { details: IDataObject },
		sent: (bodies as Array<{ fields?: IDataObject }>).map((body) => body.fields ?? {}),
		hints: run.run.data.resultData.runData.SUT!.flatMap(({ hints }) =>
			(hints ?? []).map(({ message }) => message),
		),
	};
}

const mapped = (value: object, ...schema: object[]) => ({
	fields: { mappingMode: 'defineBelow', value, schema, matchingColumns: [] },
});
const AUTOMATIC = {
	fields: { mappingMode: 'autoMapInputData', value: null, schema: [], matchingColumns: [] },
};

describe('automatic mapping', () => {
	test.each([
		['Contract value (EUR)', 'Contract value\r\n(EUR)'],
		['Contract value (EUR)', 'Contract\u00a0value (EUR)'],
		['Contract value (EUR)', 'Contract  value (EUR)'],
		['Contract value (EUR)', '\ufeffContract value (EUR)'],
		['Contract value', 'contract_value'],
		['Contract value', 'CONTRACT_VALUE'],
		['contract_value', 'Contract value'],
		['Vertragswert', 'VERTRAGSWERT '],
		['Scope', 'Scope (Markdown)'],
		['Product', 'Product (Record ID)'],
	])('takes for the field %j the header %j', async (name, header) => {
		const { sent, hints } = await create(form({ name }), AUTOMATIC, { [header]: 'x' });
		expect(sent).toEqual([{ [fieldId(1)]: 'x' }]);
		expect(hints).toEqual([]);
	});

	test('tells what it ignores, once, without what other parameters read', async () => {
		const more = Object.fromEntries('abcdefghijk'.split('').map((name) => [name, 1]));
		const input = { Fee: '5', 'Contract value (EUR)': 3, title: 'A', tit: 1, ...more };
		const { hints } = await create(
			form({ name: 'Fee' }, { name: 'Contract value' }),
			{ ...AUTOMATIC, name: '={{ $json.title }}' },
			input,
			input,
		);
		expect(hints).toEqual([
			'Ignored, as the creation form has no such field: Contract value (EUR), tit, a, b, c, d, e, f, g, h and 3 more.',
		]);
	});

	test('is refused where nothing fits, with the names of both sides, and not where a field is given otherwise', async () => {
		const fields = form({ name: 'Fee' }, { name: 'Term' });
		const input = { Betrag: 5, Laufzeit: '' };
		const { json, sent } = await create(fields, AUTOMATIC, input);
		expect(json.error).toBe("No property of the input has a field's name");
		expect(json.details.description).toContain('The input has: Betrag, Laufzeit.');
		expect(json.details.description).toContain('The fields are: Fee, Term.');
		expect(sent).toEqual([]);
		const options = { fieldsJson: '{"Fee": 7}' };
		const given = await create(fields, { ...AUTOMATIC, options }, input);
		expect(given.sent).toEqual([{ [fieldId(1)]: '7' }]);
		expect((await create(fields, AUTOMATIC, {})).sent).toEqual([{}]);
		expect((await create(fields, AUTOMATIC, { fee: '' })).sent).toEqual([{}]);
		expect((await create([], AUTOMATIC, input)).sent).toEqual([{}]);
	});

	test('without the form goes by IDs, says so, and is refused where there are none', async () => {
		const off = { ...AUTOMATIC, options: { checkFields: false } };
		const told = 'Check Fields is off, so only field IDs count, not Fee';
		const { json, sent } = await create(form(), off, { Fee: '5' });
		expect(json.error).toBe(told);
		expect(sent).toEqual([]);
		const both = await create(form(), off, { Fee: '5', [fieldId(1)]: '7' });
		expect(both.sent).toEqual([{ [fieldId(1)]: '7' }]);
		expect(both.hints).toEqual([`${told}.`]);
	});

	test('says where it had to choose: exact name first', async () => {
		const fields = form({ name: 'Owner' }, { name: 'owner' }, { name: 'Fee' });
		const input = { owner: 'A', Fee: '1', fee: '2' };
		const { sent, hints } = await create(fields, AUTOMATIC, input);
		expect(sent).toEqual([{ [fieldId(2)]: 'A', [fieldId(3)]: '1' }]);
		expect(hints.toSorted()).toEqual([
			"'Fee' of the input went to the field 'Fee', and not: fee.",
			"'owner' of the input went to the field 'owner'. There is also a field 'Owner'.",
		]);
		const { json } = await create(fields, AUTOMATIC, { OWNER: 'A' });
		expect(json.error).toBe("2 fields are called 'OWNER'");
	});
});

describe('fields that were mapped by hand', () => {
	test('go by their id when they are renamed or swapped, with a hint', async () => {
		const columns = [column(1, 'Fee'), column(2, 'Penalty'), column(3, 'Scope (Markdown)')];
		const { sent, hints } = await create(
			form({ name: 'Penalty' }, { name: 'Fee' }, { name: 'Scope', type: 'richText' }),
			mapped({ [fieldId(1)]: '100', [fieldId(3)]: 'a' }, ...columns),
		);
		expect(sent[0]).toMatchObject({ [fieldId(1)]: '100' });
		expect(hints).toEqual([
			"The creation form has changed since this node was set up: 'Fee' is now called 'Penalty', 'Penalty' is now called 'Fee'. Open the node to see the fields as they are now.",
		]);
	});

	test('are refused by the name that the workflow remembers', async () => {
		const fields = form({ name: 'Subject' }, { name: 'Fee' });
		const again = await create(fields, mapped({ [fieldId(9)]: 'x' }, column(9, 'Subject')));
		expect(again.json.error).toBe("Field 'Subject' was made again since this node was set up");
		expect(again.json.details.description).toContain("choose 'Subject' anew");
		const gone = await create(
			fields,
			mapped({ [fieldId(9)]: 'x' }, column(9, 'Colour (Markdown)')),
		);
		expect(gone.json.error).toBe("The creation form has no field 'Colour'");
		expect(gone.json.details.description).toContain('It has: Subject, Fee');
		const blank = await create(fields, mapped({ [fieldId(9)]: '' }, column(9, 'Subject')));
		expect(blank.hints[0]).toContain("'Fee' is new, 'Subject' was made again: choose it anew.");
	});

	test.each<[string, Field, unknown, unknown]>([
		['number', { name: 'F', type: 'text' }, '00042', '00042'],
		['date', { name: 'F', type: 'dateTime' }, '2026-03-31T14:30:00Z', '2026-03-31T14:30:00.000Z'],
		['text', { name: 'F', type: 'number' }, '42', 42],
		['text', { name: 'F', type: 'select', options: [{ id: 'o', name: 'A' }] }, 'a', 'o'],
	])('are read by the type of today: %s, now %j', async (_was, field, given, expected) => {
		const { sent } = await create(form(field), mapped({ [fieldId(1)]: given }, column(1, 'F')));
		expect(sent).toEqual([{ [fieldId(1)]: expected }]);
	});
});

describe('an option that was chosen from the list', () => {
	const REMEMBERED = { o1: 'Phase 1', o2: 'Phase 2' };
	const today = async (options: Record<string, string>, value = 'o2', type = 'select') =>
		await create(
			form({
				...{ name: 'Phase', type },
				options: Object.entries(options).map(([id, name]) => ({ id, name })),
			}),
			mapped({ [fieldId(1)]: value }, column(1, 'Phase', REMEMBERED)),
		);

	test('is taken by its name where it was made again, with a hint', async () => {
		const { sent, hints } = await today({ o1: 'Phase 1', o9: 'Phase 2' });
		expect(sent).toEqual([{ [fieldId(1)]: 'o9' }]);
		expect(hints).toEqual(["Option 'Phase 2' of 'Phase' was made again: choose it anew."]);
		const several = await today({ o1: 'Phase 1', o9: 'Phase 2' }, '={{ "o1; o2" }}', 'multiSelect');
		expect(several.sent).toEqual([{ [fieldId(1)]: ['o1', 'o9'] }]);
	});

	test('goes by its id where it is called otherwise now, with a hint', async () => {
		const { sent, hints } = await today({ o1: 'Phase 1', o2: 'Second phase' });
		expect(sent).toEqual([{ [fieldId(1)]: 'o2' }]);
		expect(hints).toEqual(["Option 'Phase 2' of 'Phase' is now called 'Second phase'."]);
	});

	test('is refused where another option has its name now, for each item alike', async () => {
		const { json, sent } = await today({ o1: 'Phase 2', o2: 'Phase 3' });
		expect(json.error).toBe(
			"Option 'Phase 2' of 'Phase' is now called 'Phase 3', and another option is called 'Phase 2'",
		);
		expect(sent).toEqual([]);
	});

	test('is refused by its name where it is gone, and is its name where the field is a text now', async () => {
		expect((await today({ o1: 'Phase 1' })).json.error).toBe(
			"Field 'Phase' has no option 'Phase 2'",
		);
		expect((await today({}, 'o2', 'text')).sent).toEqual([{ [fieldId(1)]: 'Phase 2' }]);
		expect((await today({}, '={{ "o1; o2" }}', 'text')).sent).toEqual([
			{ [fieldId(1)]: 'Phase 1; Phase 2' },
		]);
	});
});

test('a required field with a default of the form is left to the service', async () => {
	const fields = form({ name: 'Law', required: true, defaultValue: 'DE' }, { name: 'Fee' });
	expect((await create(fields, mapped({ [fieldId(2)]: '5' }))).sent).toEqual([
		{ [fieldId(2)]: '5' },
	]);
	const without = form({ name: 'Law', required: true, defaultValue: null }, { name: 'Fee' });
	const { json } = await create(without, mapped({ [fieldId(2)]: '5' }));
	expect(json.error).toBe("Field 'Law' is required: give it a value");
});

test('a long text in place of the name of a field is told in 60 characters', async () => {
	const options = { fieldsJson: '={{ ({ [$json.name]: 1 }) }}' };
	const fields = form({ name: 'Fee' });
	const { json } = await create(fields, { ...mapped({}), options }, { name: 'x'.repeat(5000) });
	expect(json.error).toBe(`The creation form has no field '${'x'.repeat(60)}…'`);
});

test.each([
	['numbers', () => ({ type: 'number' })],
	// Each with an advice of its own.
	['lists', (i: number) => ({ type: 'select', options: [{ id: `${i}`, name: `Option ${i}` }] })],
])('messages about a form of 400 fields, all %s, stay short', async (_what, more) => {
	const many = Array.from({ length: 400 }, (_, i) => ({
		...{ name: `Field with a long name, number ${i}`, required: true, ...more(i) },
	}));
	const wrong = Object.fromEntries(many.map(({ name }) => [name, 'x']));
	for (const [fields, input] of [
		[{ Typo: 1 }, {}],
		[wrong, {}],
		[{}, {}],
		[{}, { other: 1 }],
	]) {
		const options = { fieldsJson: JSON.stringify(fields) };
		const { json } = await create(form(...many), { ...AUTOMATIC, options }, input);
		expect(String(json.error).length).toBeLessThan(2_000);
		expect(String(json.details.description).length).toBeLessThan(2_000);
	}
});
