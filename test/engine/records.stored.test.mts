import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import type { RecordInput } from '../../nodes/ContractManagement/api/types';
import { answering } from '../support/answering.mts';
import { byId } from '../support/byId.mts';
import type { NodeRun } from '../support/engine.mts';
import { runOperation } from '../support/runOperation.mts';

const CONTRACT = 'aa000000-0000-4000-8000-000000000001';
const TABLE = 'c0000000-0000-4000-8000-000000000001';
const [A, B, C, D, E, F] = Array.from(
	{ length: 6 },
	(_, i) => `f0000000-0000-4000-8000-00000000000${i}`,
);

let close: () => unknown = () => undefined;
afterEach(async () => await close());

interface Stored {
	rawValue: unknown;
	resolvedValue?: unknown;
}

interface Row {
	id: string;
	fromCatalogRecordId: string | null;
	fields: Array<Stored & { smartFieldId: string }>;
}

const keyOf = ({ fields }: Row) => fields[0].rawValue;

interface Service {
	/** Refuses what has this text. */
	refused?: string;
	/** What a write is answered with of a row, if it is not the whole row; `before` is the row as it was. */
	answered?: (row: Row, before?: Row) => unknown;
	isAnswered?: boolean;
	/** Whether a new row replaces the one with the same first value. */
	hasKeys?: boolean;
}

/** A table whose service stores values in a form of its own, and keeps the rows that a request does not name. */
async function table(
	fields: Array<[id: string, name: string, type: string]>,
	store: (value: any) => Stored,
	{ refused, answered = (row) => row, isAnswered = true, hasKeys = false }: Service = {},
) {
	const rows: Row[] = [];
	const smart_fields = fields.map(([id, name, type]) => ({ id, name, type }));
	const running = await answering(({ method, path, body }) => {
		if (path === `/custom-objects/${TABLE}`)
			return { body: { id: TABLE, name: 'T', smart_fields } };
		if (refused && JSON.stringify(body).includes(refused)) return { status: 400, body: {} };
		const { records } = method === 'PUT' ? (body as { records: RecordInput[] }) : { records: [] };
		const before = new Map(rows.map((row) => [row.id, row]));
		for (const { id, fromCatalogRecordId, fields: given } of records) {
			const row = {
				id: id ?? `d0000000-0000-4000-8000-00000000${String(rows.length).padStart(4, '0')}`,
				fromCatalogRecordId,
				fields: given.map(({ smartFieldId, value }) => {
					const stored = store(value);
					return { smartFieldId, resolvedValue: stored.rawValue, ...stored };
				}),
			};
			const isSame = (each: Row) => each.id === id || (hasKeys && keyOf(each) === keyOf(row));
			const known = rows.findIndex(isSame);
			if (known >= 0) row.id = rows[known].id;
			rows.splice(known < 0 ? rows.length : known, 1, row);
		}
		if (method === 'PUT' && !isAnswered) return { status: 204 };
		const shown = method === 'PUT' ? rows.map((row) => answered(row, before.get(row.id))) : rows;
		return { body: { customObjectId: TABLE, contractId: CONTRACT, records: shown } };
	});
	close = running.close;
	const upsert = async (
		inputs: IDataObject[],
		matchingColumns: string[],
		more: Partial<NodeRun> = {},
		options: IDataObject = {},
	) =>
		await runOperation(
			running.baseUrl,
			'customObjectRecord.upsert',
			{
				customObjectId: byId(TABLE),
				contractId: byId(CONTRACT),
				fields: { mappingMode: 'autoMapInputData', value: null, schema: [], matchingColumns },
				options,
			},
			inputs,
			more,
		);
	/** What becomes of the same input twice. */
	async function twice(
		input: IDataObject,
		matchingColumns: string[],
		more: Partial<NodeRun> = {},
	): Promise<unknown[]> {
		const runs = [await upsert([input], matchingColumns, more)];
		runs.push(await upsert([input], matchingColumns, more));
		return runs.map(({ error, items }) => error ?? items[0].json.action);
	}
	return { rows, upsert, twice };
}

describe('a row is found again', () => {
	test('by a time that the service shows without an offset, in UTC', async () => {
		const { twice } = await table([[A, 'At', 'datetime']], (value) => ({
			rawValue: String(value).replace(/\.\d+Z$/, ''),
		}));
		const berlin = { workflowSettings: { timezone: 'Europe/Berlin' } };
		const actions = await twice({ At: '2026-06-01T10:00:00Z' }, [A], berlin);
		expect(actions).toEqual(['created', 'unchanged']);
	});

	test.each([
		'America/New_York',
		'America/Los_Angeles',
		'Europe/Berlin',
		'Asia/Tokyo',
		'Pacific/Auckland',
	])(
		'by a day that the service shows as its midnight in UTC, however it comes, in %s',
		async (timezone) => {
			const { upsert, rows } = await table([[A, 'Due', 'date']], (value) => ({
				rawValue: `${String(value).slice(0, 10)}T00:00:00.000Z`,
			}));
			const local = DateTime.fromISO('2026-12-01', { zone: timezone });
			const given = [local.toJSDate(), '2026-12-01', local.toISO(), local.toUTC().toISO()];
			for (const Due of [
				...given,
				'2026-12-01T00:00:00Z',
				new Date('2026-12-01'),
				['2026-12-01'],
			]) {
				const { error } = await upsert([{ Due: Due as never }], [A], {
					workflowSettings: { timezone },
				});
				expect(error).toBeUndefined();
			}
			expect(rows.map(keyOf)).toEqual(['2026-12-01T00:00:00.000Z']);
		},
	);

	test('by no day in a timezone that there is not', async () => {
		const { upsert, rows } = await table([[A, 'Due', 'date']], (value) => ({ rawValue: value }));
		const settings = { workflowSettings: { timezone: 'Europe/Belin' } };
		const { error } = await upsert([{ Due: '2026-12-01' }], [A], settings);
		expect(error?.message).toBe("The timezone of the workflow, 'Europe/Belin', does not exist");
		expect(rows).toEqual([]);
	});

	test('by a date of an expression in a field of a type that nobody knows', async () => {
		const { twice } = await table([[A, 'Due', 'calendar']], (value) => ({ rawValue: value }));
		const input = { Due: new Date('2026-06-01T10:00:00Z') as never };
		expect(await twice(input, [A])).toEqual(['created', 'unchanged']);
	});

	test.each([2, 6])('by %i choices without a list, some by ID and some by name', async (count) => {
		const columns = [A, B, C, D, E, F].slice(0, count);
		const { twice } = await table(
			columns.map((id) => [id, id.slice(-1), 'select']),
			(value) => {
				const name = String(value).replace('id of ', '');
				return { rawValue: `id of ${name}`, resolvedValue: name };
			},
		);
		const form = (i: number) => (count === 2 && i === 0 ? 'id of x' : 'x');
		const input = Object.fromEntries(columns.map((id, i) => [id.slice(-1), form(i)]));
		expect(await twice(input, columns)).toEqual(['created', 'unchanged']);
	});
});

test('a row whose start is later than its end is written, with a hint', async () => {
	const columns: Array<[string, string, string]> = [
		[A, 'Start', 'date'],
		[B, 'End', 'date'],
	];
	const { upsert } = await table(columns, (value) => ({ rawValue: value }));
	const { run, error } = await upsert([{ Start: '2027-12-31', End: '2027-01-01' }], []);
	expect(error).toBeUndefined();
	const [{ hints }] = run.data.resultData.runData.SUT!;
	expect(hints!.map(({ message }) => message)).toContain(
		"'Start' 2027-12-31 is later than 'End' 2027-01-01.",
	);
});

describe('rows are not taken for unwritten where the service', () => {
	const FIELDS: Array<[id: string, name: string, type: string]> = [
		[A, 'Key', 'string'],
		[B, 'Mail', 'string'],
	];
	const lower = (value: string) => ({ rawValue: value.toLowerCase() });
	const inputs = (...keys: string[]) => keys.map((Key) => ({ Key, Mail: `${Key}@Acme.example` }));
	const actions = ({ items }: { items: Array<{ json: IDataObject }> }) =>
		items.map(({ json }) => json.action ?? 'failed');

	test('stores them as they were, and answers without them', async () => {
		const { upsert, rows } = await table(FIELDS, lower, { isAnswered: false });
		await upsert(inputs('a', 'b', 'c', 'd', 'e', 'f'), [A]);
		const again = inputs('a', 'b', 'c', 'd', 'e', 'f', 'g');
		const { error, items } = await upsert(again, [A], {}, { recordsPerRequest: 2 });
		expect(error).toBeUndefined();
		expect(actions({ items })).toEqual([...Array(6).fill('updated'), 'created']);
		expect(rows.map(keyOf)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
	});

	test('does so and refuses one of them', async () => {
		const service = { isAnswered: false, refused: 'bad' };
		const { upsert } = await table(FIELDS, lower, service);
		await upsert(inputs('a', 'b', 'c', 'd'), [A]);
		const again = [...inputs('a', 'b', 'c'), { Key: 'd', Mail: 'bad' }];
		const continues = { nodeSettings: { onError: 'continueRegularOutput' } as const };
		const options = { recordsPerRequest: 1 };
		expect(actions(await upsert(again, [A], continues, options))).toEqual([
			...Array(3).fill('updated'),
			'failed',
		]);
	});

	test.each(['other', 'the same'])('has keys of its own: %s values', async (what) => {
		const { upsert, rows } = await table(FIELDS, lower, { hasKeys: true });
		await upsert(inputs('a', 'b', 'c'), []);
		const again = inputs('a', 'b', 'c').map((input) => ({
			...input,
			...(what === 'other' && { Mail: 'New' }),
		}));
		const { error } = await upsert(again, [], {}, { recordsPerRequest: 1 });
		expect(error).toBeUndefined();
		expect(rows).toHaveLength(3);
	});
});

test('a value that the service shows as not taken is not said to be stored', async () => {
	const fields: Array<[id: string, name: string, type: string]> = [
		[A, 'Key', 'string'],
		[B, 'Total', 'string'],
	];
	const computed = (value: string) => ({ rawValue: value === 'mine' ? null : value });
	const { upsert } = await table(fields, computed);
	const results = [
		await upsert([{ Key: 'a', Total: 'mine' }], [A]),
		await upsert([{ Key: 'a', Total: 'mine' }], [A]),
	];
	expect(results.map(({ items }) => items[0].json.fields)).toEqual(
		Array(2).fill({ Key: 'a', Total: null }),
	);
});

test.each<[how: string, answered: Service['answered']]>([
	['without their values', ({ id }) => ({ id, fields: [] })],
	[
		'as they were sent',
		({ id, fields }) => ({
			id,
			fields: fields.map(({ smartFieldId, rawValue }) => ({ smartFieldId, value: rawValue })),
		}),
	],
	[
		'with what was changed of them',
		(row, before) => ({
			...row,
			fields: row.fields.filter(({ smartFieldId, rawValue }) => {
				const was = before?.fields.find((field) => field.smartFieldId === smartFieldId);
				return rawValue !== was?.rawValue;
			}),
		}),
	],
	[
		'whole, but for new ones',
		(row, before) => ({ ...row, fields: before ? row.fields : row.fields.slice(0, 1) }),
	],
])('rows keep their values where a write is answered with rows %s', async (_how, answered) => {
	const fields: Array<[id: string, name: string, type: string]> = [
		[A, 'Key', 'string'],
		[B, 'Count', 'number'],
		[C, 'Note', 'string'],
	];
	const { upsert, rows } = await table(fields, (rawValue) => ({ rawValue }), { answered });
	await upsert(
		['a', 'b'].map((Key) => ({ Key, Count: 1, Note: 'kept' })),
		[A],
	);
	const inputs = ['a', 'c', 'd'].map((Key) => ({ Key, Count: 2 }));
	const { items, error } = await upsert(inputs, [A], {}, { recordsPerRequest: 1 });
	expect(error).toBeUndefined();
	const values = (row: Row) => row.fields.map(({ rawValue }) => rawValue);
	expect(rows.map(values)).toEqual([
		['a', 2, 'kept'],
		['b', 1, 'kept'],
		['c', 2],
		['d', 2],
	]);
	expect(items.map(({ json }) => [json.id, json.fields])).toEqual([
		[rows[0].id, { Key: 'a', Count: 2, Note: 'kept' }],
		...rows.slice(2).map(({ id }, i) => [id, inputs[i + 1]]),
	]);
});
