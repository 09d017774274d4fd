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

/** A table whose service stores values in a form of its own, and keeps the rows that a request does not name. */
async function table(
	fields: Array<[id: string, name: string, type: string]>,
	store: (value: any) => Stored,
) {
	const rows: Array<IDataObject & { id: string | null }> = [];
	const smart_fields = fields.map(([id, name, type]) => ({ id, name, type }));
	const running = await answering(({ method, path, body }) => {
		if (path === `/custom-objects/${TABLE}`)
			return { body: { id: TABLE, name: 'T', smart_fields } };
		const { records } = method === 'PUT' ? (body as { records: RecordInput[] }) : { records: [] };
		for (const { id, fromCatalogRecordId, fields: given } of records) {
			const row = {
				id: id ?? `d0000000-0000-4000-8000-00000000${String(rows.length).padStart(4, '0')}`,
				fromCatalogRecordId,
				fields: given.map(({ smartFieldId, value }) => {
					const stored = store(value);
					return { smartFieldId, resolvedValue: stored.rawValue, ...stored };
				}),
			};
			const known = rows.findIndex((each) => each.id === id);
			rows.splice(known < 0 ? rows.length : known, 1, row as never);
		}
		return { body: { customObjectId: TABLE, contractId: CONTRACT, records: rows } };
	});
	close = running.close;
	const upsert = async (inputs: IDataObject[], matchingColumns: string[], more: Partial<NodeRun>) =>
		await runOperation(
			running.baseUrl,
			'customObjectRecord.upsert',
			{
				customObjectId: byId(TABLE),
				contractId: byId(CONTRACT),
				fields: { mappingMode: 'autoMapInputData', value: null, schema: [], matchingColumns },
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
	return { rows, twice };
}

describe('a row is found again', () => {
	test('by a time that the service shows without an offset, in UTC', async () => {
		const { twice } = await table([[A, 'At', 'datetime']], (value) => ({
			rawValue: String(value).replace(/\.\d+Z$/, ''),
		}));
		const berlin = { workflowSettings: { timezone: 'Europe/Berlin' } };
		const actions = await twice({ At: '2026-06-01T10:00:00Z' }, [A], berlin);
		expect(actions).toEqual(['created', 'updated']);
	});

	test('by a date of an expression in a field of a type that nobody knows', async () => {
		const { twice } = await table([[A, 'Due', 'calendar']], (value) => ({ rawValue: value }));
		const input = { Due: new Date('2026-06-01T10:00:00Z') as never };
		expect(await twice(input, [A])).toEqual(['created', 'updated']);
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
		expect(await twice(input, columns)).toEqual(['created', 'updated']);
	});
});
