import type { IDataObject } from 'n8n-workflow';
import type { RecordInput } from '../../nodes/ContractManagement/api/types';
import { answering, type Asked } from '../support/answering.mts';
import { byId } from '../support/byId.mts';
import { runOperation } from '../support/runOperation.mts';

const CONTRACT = 'aa000000-0000-4000-8000-000000000001';
const TABLE = 'c0000000-0000-4000-8000-000000000001';
const KEY = 'f0000000-0000-4000-8000-000000000000';
const CELL = 'f0000000-0000-4000-8000-000000000001';
const id = (number: number) => `d0000000-0000-4000-8000-00000000000${number}`;

let close: () => unknown = () => undefined;
afterEach(async () => await close());

type Cells = Array<[smartFieldId: string, rawValue: unknown, resolvedValue?: unknown]>;

const row = (number: number, cells: Cells) => ({
	id: id(number),
	fromCatalogRecordId: number === 2 ? id(9) : null,
	fields: cells.map(([smartFieldId, rawValue, resolvedValue = rawValue]) => ({
		...{ smartFieldId, type: 'as it was', rawValue, resolvedValue },
	})),
});

interface Column {
	type: string;
	options?: Array<{ id: string; name: string }>;
}

/** A table with a key and one column, and what its rows hold there; the service takes whatever it gets. */
async function table(column: Column, stored: Array<ReturnType<typeof row>>) {
	const rows = [...stored];
	const smart_fields = [
		{ id: KEY, name: 'Key', type: 'string' },
		{ id: CELL, name: 'Cell', ...column },
	];
	const write = ({ id: known, ...more }: RecordInput) => {
		const cells = more.fields.map(({ smartFieldId, value }): Cells[number] => [
			smartFieldId,
			value,
		]);
		const at = rows.findIndex(({ id }) => id === known);
		const written = { ...row(8, cells), ...(known !== null && { id: known }) };
		rows.splice(at < 0 ? rows.length : at, 1, written);
	};
	const running = await answering(({ method, path, body }) => {
		if (path === `/custom-objects/${TABLE}`) {
			return { body: { id: TABLE, name: 'T', smart_fields } };
		}
		if (method === 'PUT') (body as { records: RecordInput[] }).records.forEach(write);
		return { body: { contractId: CONTRACT, records: rows } };
	});
	close = running.close;
	const upsert = async (fields: IDataObject, inputs: IDataObject[], options: IDataObject = {}) => {
		const place = { customObjectId: byId(TABLE), contractId: byId(CONTRACT) };
		const parameters = { ...place, fields, options };
		return await runOperation(running.baseUrl, 'customObjectRecord.upsert', parameters, inputs);
	};
	const isPut = ({ method }: Asked) => method === 'PUT';
	const puts = () =>
		running.asked.filter(isPut).map(({ body }) => (body as { records: RecordInput[] }).records);
	return { upsert, puts };
}

/** The mapper as it was saved while the column was of another type. */
const saved = (value: IDataObject, kind: IDataObject, matchingColumns = [KEY]) => ({
	...{ mappingMode: 'defineBelow', value, matchingColumns },
	schema: [
		{ id: 'id', displayName: 'Record ID', type: 'string', display: true, required: false },
		...[
			{ id: KEY, displayName: 'Key', kind: 'text', type: 'string' },
			{ id: CELL, displayName: 'Cell', ...kind },
		].map((column) => ({ ...column, defaultMatch: false, display: true, required: false })),
	] as IDataObject[],
});

const OPTIONS = [
	{ id: 'opt-open', name: 'Open' },
	{ id: 'opt-shut', name: 'Shut' },
];
const REGIONS = [
	{ id: 'r1', name: 'EMEA' },
	{ id: 'r2', name: 'APAC' },
];
const SLATE = [{ type: 'paragraph', children: [{ text: ' 1.  "a" ' }, { text: 'b', bold: true }] }];
const shown = (options: typeof OPTIONS) => options.map(({ id: value, name }) => ({ name, value }));

const WAS: Record<string, IDataObject> = {
	number: { kind: 'number', type: 'number' },
	select: { kind: 'select', type: 'options', options: shown(OPTIONS) },
	boolean: { kind: 'boolean', type: 'boolean' },
	multiSelect: { kind: 'multiSelect', type: 'string', choices: REGIONS },
	text: { kind: 'text', type: 'string' },
	date: { kind: 'date', type: 'dateTime' },
	relation: { kind: 'relation', type: 'string' },
};

const CASES: Array<[was: keyof typeof WAS, now: Column, held: unknown[]]> = [
	['number', { type: 'string' }, ['1.10', '2.50', '007', ' 3 ', '1e3']],
	['select', { type: 'string' }, ['Open', 'opt-open', ' Shut']],
	['boolean', { type: 'string' }, ['yes', 'No', '1']],
	['boolean', { type: 'number' }, [0, 1]],
	['multiSelect', { type: 'string' }, ['EMEA; APAC', 'r1', '["r1"]']],
	['date', { type: 'string' }, ['2026-03-31T23:30:00-05:00', '31.3.2026']],
	['date', { type: 'datetime' }, ['2026-03-31T22:00:00.000Z', '2026-03-31']],
	['text', { type: 'number' }, ['1.10', '2.50', '1234567890.12345678901', 'n/a', 1.1]],
	['text', { type: 'boolean' }, ['yes', 'x', true]],
	['text', { type: 'date' }, ['2026-03-31T00:00:00.000Z', 'soon']],
	[
		'text',
		{ type: 'select', options: OPTIONS },
		['Open', 'open', 'gone', 'opt-shut', ['opt-open']],
	],
	[
		'text',
		{ type: 'multiSelect', options: REGIONS },
		['EMEA; APAC', ['r2', 'r1', 'r1'], [], ['x']],
	],
	['relation', { type: 'relation' }, [id(8), id(8).toUpperCase(), [id(8), id(7)], 'Servo drive']],
	['text', { type: 'richText' }, [SLATE, '**bold**', ' ', '']],
	['text', { type: 'geo' }, [{ lat: '1.0', at: [1, '2'] }, [3, 1, 2], '2026-01-01', false, 0]],
	['number', { type: 'number' }, ['0.50', null, 2]],
];

const others = CASES.map(([was, now, held]) => ({
	name: `${was} that is ${now.type} now`,
	was: WAS[was],
	now,
	rows: [
		row(0, [[KEY, 'mapped']]),
		...[...held, null].map((value, i) =>
			row(i + 1, [
				[KEY, `row ${i}`],
				[CELL, value, 'shown'],
			]),
		),
		row(7, [[KEY, null]]),
	],
}));

const asCame = ({ id, fromCatalogRecordId, fields }: ReturnType<typeof row>) => ({
	...{ id, fromCatalogRecordId },
	fields: fields.map(({ smartFieldId, rawValue }) => ({ smartFieldId, value: rawValue })),
});

const MODES = ['defineBelow', 'autoMapInputData'];

describe.each(MODES)('what nobody mapped goes back as it came: %s', (mappingMode) => {
	test.each(others)('a column of $name', async ({ was, now, rows }) => {
		const { upsert, puts } = await table(now, rows);
		const fields = { ...saved({ [KEY]: '={{ $json.Key }}' }, was), mappingMode };
		const { error } = await upsert(fields, [{ Key: 'mapped' }, { Key: 'new' }]);
		expect(error).toBeUndefined();
		const created = { id: null, fromCatalogRecordId: null };
		const [records] = puts();
		expect(JSON.stringify(records)).toBe(
			JSON.stringify([
				...rows.map(asCame),
				{ ...created, fields: [{ smartFieldId: KEY, value: 'new' }] },
			]),
		);
	});

	test.each(others)('a column of $name, of the row that is written too, alone', async (one) => {
		const { upsert, puts } = await table(one.now, one.rows);
		const value = { id: '={{ $json.id }}', [KEY]: '={{ $json.Key }}' };
		const fields = { ...saved(value, one.was, ['id']), mappingMode };
		for (const { id, ...known } of one.rows.slice(1)) {
			const input = { id, Key: 'changed' };
			const { error } = await upsert(fields, [input], { otherRows: 'omit' });
			expect(error).toBeUndefined();
			const cells = asCame({ id, ...known }).fields.filter(
				({ smartFieldId }) => smartFieldId !== KEY,
			);
			expect(puts().at(-1)).toEqual([
				{
					...asCame({ id, ...known }),
					fields: [{ smartFieldId: KEY, value: 'changed' }, ...cells],
				},
			]);
		}
	});
});

describe('a second run', () => {
	test.each<[what: string, now: Column, held: unknown, given: unknown]>([
		['a number for its text', { type: 'number' }, '5.00', 5],
		['text for a number', { type: 'number' }, 5, '5.0'],
		['a label for its option', { type: 'select', options: OPTIONS }, 'opt-open', 'open'],
		['an option for its label', { type: 'select', options: OPTIONS }, 'Open', 'opt-open'],
		['the name that is shown, without a list', { type: 'select' }, 'opt-open', 'shown'],
		[
			'a list in another order',
			{ type: 'multiSelect', options: REGIONS },
			['r1', 'r2'],
			'APAC;EMEA',
		],
		['a word for true', { type: 'boolean' }, true, 'yes'],
		['a day for its midnight', { type: 'date' }, '2026-03-31T00:00:00.000Z', '2026-03-31'],
		[
			'an instant with an offset',
			{ type: 'datetime' },
			'2026-03-31T10:00:00Z',
			'2026-03-31T12:00:00+02:00',
		],
		['an ID in capitals', { type: 'relation' }, id(8), id(8).toUpperCase()],
		['rich text', { type: 'richText' }, SLATE, SLATE],
		['(clear) of what is empty', { type: 'string' }, null, '(clear)'],
		['nothing but the key', { type: 'string' }, 'x', ''],
	])('of the same changes nothing and says so: %s', async (_what, now, held, given) => {
		const rows = [
			row(0, [
				[KEY, 'a'],
				[CELL, held, 'shown'],
			]),
			row(1, [
				[KEY, 'b'],
				[CELL, held],
			]),
		];
		const { upsert, puts } = await table(now, rows);
		const fields = saved({ [KEY]: '={{ $json.key }}', [CELL]: '={{ $json.cell }}' }, WAS.text);
		for (const options of [{}, { recordsPerRequest: 1 }]) {
			const inputs = [{ key: 'a', cell: given as string }];
			const { items, error } = await upsert(fields, inputs, options);
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => [json.action, json.id])).toEqual([['unchanged', id(0)]]);
		}
		expect(puts()).toEqual([]);
	});

	test.each<[what: string, now: Column, held: unknown, given: unknown, sent: unknown]>([
		['another number', { type: 'number' }, '5.00', 5.01, 5.01],
		['a text that looks like the number', { type: 'string' }, '5.00', '5', '5'],
		['another case', { type: 'string' }, 'abc', 'ABC', 'ABC'],
		[
			'a blank between two words',
			{ type: 'richText' },
			[{ type: 'paragraph', children: [{ text: 'a ' }, { text: 'b', bold: true }] }],
			[{ type: 'paragraph', children: [{ text: 'a' }, { text: 'b', bold: true }] }],
			[{ type: 'paragraph', children: [{ text: 'a' }, { text: 'b', bold: true }] }],
		],
		[
			'an option that was made again',
			{ type: 'select', options: OPTIONS },
			'opt-gone',
			'Open',
			'opt-open',
		],
		['(clear)', { type: 'string' }, 'x', '(clear)', null],
	])('of something else writes it: %s', async (_what, now, held, given, sent) => {
		const { upsert, puts } = await table(now, [
			row(0, [
				[KEY, 'a'],
				[CELL, held, 'Open'],
			]),
		]);
		const fields = saved({ [KEY]: 'a', [CELL]: '={{ $json.cell }}' }, WAS.text);
		const { items } = await upsert(fields, [{ cell: given as string }]);
		expect(items[0].json.action).toBe('updated');
		expect(puts()[0][0].fields).toEqual([
			{ smartFieldId: KEY, value: 'a' },
			{ smartFieldId: CELL, value: sent },
		]);
	});

	test('sends rows that are unchanged along with the others, and only those are said to be updated', async () => {
		const rows = ['a', 'b', 'c'].map((key, i) =>
			row(i, [
				[KEY, key],
				[CELL, '1.0'],
			]),
		);
		const { upsert, puts } = await table({ type: 'number' }, rows);
		const fields = saved({ [KEY]: '={{ $json.key }}', [CELL]: '={{ $json.cell }}' }, WAS.number);
		for (const [otherRows, sent] of [
			['keep', ['1.0', 2, '1.0']],
			['omit', ['1.0', 3]],
		] as const) {
			const inputs = ['a', 'b'].map((key, i) => ({ key, cell: Number(sent[i]) }));
			const { items } = await upsert(fields, inputs, { otherRows });
			expect(items.map(({ json }) => json.action)).toEqual(['unchanged', 'updated']);
			expect(
				puts()
					.at(-1)!
					.map((record) => record.fields[1].value),
			).toEqual(sent);
		}
	});
});

describe('a column to match on', () => {
	const cells = (...held: Array<[raw: unknown, name?: unknown]>) =>
		held.map(([raw, name], i) =>
			row(i, [
				[KEY, `key ${i}`],
				[CELL, raw, name ?? raw],
			]),
		);

	test.each<
		[what: string, now: Column, held: ReturnType<typeof cells>, given: string, found: number | null]
	>([
		[
			'text that became a select',
			{ type: 'select', options: OPTIONS },
			cells(['Shut'], ['Open']),
			'Open',
			1,
		],
		[
			'a select whose options were made again',
			{ type: 'select', options: OPTIONS },
			cells(['old-2', 'Shut'], ['old-1', 'Open']),
			'Open',
			1,
		],
		[
			'a select, none of whose rows has it',
			{ type: 'select', options: OPTIONS },
			cells(['old-2', 'Shut'], ['old-3', 'Paused']),
			'Open',
			null,
		],
		[
			'a select that became text, whose rows hold options',
			{ type: 'string' },
			cells(['opt-shut', 'Shut'], ['opt-open', 'Open']),
			'Open',
			1,
		],
		[
			'several options, in text',
			{ type: 'string' },
			cells([['r1', 'r2'], 'EMEA; APAC']),
			'EMEA; APAC',
			0,
		],
		[
			'a switch that became text',
			{ type: 'string' },
			cells([false, 'No'], [true, 'Yes']),
			'Yes',
			1,
		],
		['a number that became text', { type: 'string' }, cells(['42'], ['00042']), '00042', 1],
		['a number that became text, held as number', { type: 'string' }, cells([42]), '00042', null],
		['text that became a number', { type: 'number' }, cells(['41'], ['42.0']), '42', 1],
	])('is compared as the type of today stores it: %s', async (_what, now, held, given, found) => {
		const { upsert, puts } = await table(now, held);
		const fields = saved({ [KEY]: 'new', [CELL]: given }, WAS.text, [CELL]);
		const { error } = await upsert(fields, [{}]);
		expect(error).toBeUndefined();
		const written = puts()[0].filter(({ fields: [{ value }] }) => value === 'new');
		expect(written.map((record) => record.id)).toEqual([found === null ? null : id(found)]);
	});

	test.each<
		[what: string, now: Column, held: ReturnType<typeof cells>, given: string, told: string]
	>([
		[
			'options that were made again, without a name',
			{ type: 'select', options: OPTIONS },
			cells(['opt-shut', 'Shut'], ['old-1']),
			'Open',
			"'old-1' in 'Cell'",
		],
		[
			'several options in text, which the service does not name',
			{ type: 'string' },
			cells([['r1', 'r2']]),
			'EMEA; APAC',
			`'["r1","r2"]' in 'Cell'`,
		],
		[
			'words where a number is wanted',
			{ type: 'number' },
			cells(['12'], ['n/a']),
			'13',
			"'n/a' in 'Cell'",
		],
		[
			'words where a date is wanted',
			{ type: 'date' },
			cells(['soon']),
			'2026-01-01',
			"'soon' in 'Cell'",
		],
		[
			'a name where a record is wanted',
			{ type: 'relation' },
			cells(['Servo drive']),
			id(8),
			"'Servo drive' in 'Cell'",
		],
	])('is refused where it cannot be compared: %s', async (_what, now, held, given, told) => {
		const { upsert, puts } = await table(now, held);
		const fields = saved({ [KEY]: 'new', [CELL]: given }, WAS.text, [CELL]);
		const { error } = await upsert(fields, [{}]);
		expect(error?.message).toContain(`An existing record holds ${told}`);
		expect(puts()).toEqual([]);
	});

	test('that cannot be compared does not matter where another one tells the rows apart', async () => {
		const { upsert, puts } = await table({ type: 'number' }, cells(['n/a'], ['12']));
		const fields = saved({ [KEY]: 'key 1', [CELL]: 12 }, WAS.text, [KEY, CELL]);
		const { items } = await upsert(fields, [{}]);
		expect(items[0].json).toMatchObject({ action: 'unchanged', id: id(1) });
		const other = saved({ [KEY]: 'key 5', [CELL]: 12 }, WAS.text, [KEY, CELL]);
		expect((await upsert(other, [{}])).items[0].json.action).toBe('created');
		expect(puts()).toHaveLength(1);
	});
});
