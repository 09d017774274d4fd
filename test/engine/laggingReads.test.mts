import type { IDataObject } from 'n8n-workflow';
import type { ContractRecord, RecordInput } from '../../nodes/ContractManagement/api/types';
import { answering, type Answer, type Asked } from '../support/answering.mts';
import { byId } from '../support/byId.mts';
import { runOperation } from '../support/runOperation.mts';

const CONTRACT = 'aa000000-0000-4000-8000-000000000001';
const COUNTERPARTY = 'aa000000-0000-4000-8000-000000000002';
const TYPE = 'ba000000-0000-4000-8000-000000000001';
const TABLE = 'c0000000-0000-4000-8000-000000000001';
const COLUMN = 'f0000000-0000-4000-8000-000000000001';

/** A value that reads show as it was for so many reads after a change, as those of a replica. */
class Lagging<T> {
	private before: T;
	private left = 0;

	constructor(
		public now: T,
		public reads = 1,
	) {
		this.before = now;
	}

	write(value: T): void {
		// One that is behind already stays where it is.
		if (this.left <= 0) this.before = this.now;
		[this.now, this.left] = [value, this.reads];
	}

	read(): T {
		return this.left-- > 0 ? this.before : this.now;
	}
}

const INTO = { customObjectId: byId(TABLE), contractId: byId(CONTRACT) };
const automatic = (matchingColumns: string[]) => ({
	mappingMode: 'autoMapInputData',
	value: null,
	schema: [],
	matchingColumns,
});

let close: () => unknown = () => undefined;
afterEach(async () => await close());

async function service(answer: (asked: Asked) => Answer | undefined) {
	const running = await answering(answer);
	close = running.close;
	return running;
}

let created = 0;
const newId = () => `dd000000-0000-4000-8000-${String((created += 1)).padStart(12, '0')}`;

describe('a table that a request replaces, read from a replica that is behind', () => {
	const FIELD = { id: COLUMN, name: 'Text', type: 'string', related_object_id: null };
	const shapeOf = (records: ContractRecord[]) => ({
		body: { customObjectId: TABLE, contractId: CONTRACT, records },
	});
	const rowOf = ({ id, fields }: RecordInput): ContractRecord => ({
		id: id ?? newId(),
		fromCatalogRecordId: null,
		fields: fields.map(({ smartFieldId, value }) => ({
			smartFieldId,
			type: 'string',
			rawValue: value,
			resolvedValue: value,
		})) as ContractRecord['fields'],
	});

	async function table(showsRows: boolean, reads = 1) {
		const rows = new Lagging<ContractRecord[]>([], reads);
		const { baseUrl } = await service(({ method, path, body }) => {
			if (path === `/custom-objects/${TABLE}`) {
				return { body: { id: TABLE, name: 'Lines', smart_fields: [FIELD], help_text: '' } };
			}
			if (method === 'GET') return shapeOf(rows.read());
			rows.write((body as { records: RecordInput[] }).records.map(rowOf));
			return showsRows ? shapeOf(rows.now) : { status: 204 };
		});
		const upsert = async (inputs: IDataObject[], options: object = {}) =>
			await runOperation(
				baseUrl,
				'customObjectRecord.upsert',
				{ ...INTO, fields: automatic('id' in inputs[0] ? ['id'] : []), options },
				inputs,
			);
		const texts = () => rows.now.map(({ fields }) => fields[0]?.rawValue);
		return { baseUrl, upsert, texts, rows };
	}

	const inputs = (...texts: string[]) => texts.map((Text) => ({ Text }));

	test.each([true, false])(
		'keeps the rows of the execution before (answers show rows: %s)',
		async (showsRows) => {
			const { upsert, texts } = await table(showsRows);
			await upsert(inputs('a', 'b'));
			const { items } = await upsert(inputs('c'));
			expect(texts()).toEqual(['a', 'b', 'c']);
			expect(items[0].json).toMatchObject({ action: 'created', id: expect.any(String) });
		},
	);

	test('keeps the rows of the requests before, where answers are empty', async () => {
		const { upsert, texts } = await table(false);
		const { items } = await upsert(inputs('a', 'b', 'c', 'd', 'e'), { recordsPerRequest: 2 });
		expect(texts()).toEqual(['a', 'b', 'c', 'd', 'e']);
		expect(new Set(items.map(({ json }) => json.id)).size).toBe(5);
	});

	test.each([true, false])('undoes no value (answers show rows: %s)', async (showsRows) => {
		const { upsert, texts, rows } = await table(showsRows);
		await upsert(inputs('a', 'b'));
		const [first, second] = rows.now.map(({ id }) => id);
		await upsert([{ id: first, Text: 'a2' }]);
		await upsert([{ id: second, Text: 'b2' }]);
		expect(texts()).toEqual(['a2', 'b2']);
	});

	test('is not written again in the execution where it never shows the rows: the error says what to do', async () => {
		const { upsert, texts } = await table(false, Infinity);
		const { error } = await upsert(inputs('a', 'b', 'c', 'd'), { recordsPerRequest: 2 });
		expect(error).toMatchObject({
			message: 'The service does not show the rows that were written just before',
			description: expect.stringContaining('Records per Request 0'),
		});
		expect(texts()).toEqual(['a', 'b']);
	});

	test('undoes no value in an execution where it never shows them, also after rows that do not change', async () => {
		const { upsert, texts, rows } = await table(false);
		await upsert(inputs('a', 'b', 'c', 'd'));
		const [a, b, c, d] = rows.now.map(({ id }) => id);
		rows.reads = Infinity;
		const { error, items } = await upsert(
			[
				{ id: a, Text: 'a2' },
				{ id: b, Text: 'b' },
				{ id: c, Text: 'c2' },
				{ id: d, Text: 'd2' },
			],
			{ recordsPerRequest: 1 },
		);
		expect(error).toBeUndefined();
		expect(texts()).toEqual(['a2', 'b', 'c2', 'd2']);
		expect(items.map(({ json }) => json.fields)).toEqual(texts().map((Text) => ({ Text })));
	});

	test('what another client has removed stays removed, after a wait', async () => {
		const { upsert, texts, rows } = await table(true, 0);
		await upsert(inputs('a', 'b'));
		rows.now = rows.now.slice(0, 1);
		await upsert(inputs('c'));
		expect(texts()).toEqual(['a', 'c']);
	});

	test('says no ID of a new row where it shows an older one that nobody had read', async () => {
		const { upsert } = await table(false);
		await upsert(inputs('a'));
		const { items } = await upsert(inputs('b'), { otherRows: 'omit' });
		expect(items[0].json).toMatchObject({ action: 'created', id: null });
	});

	test('lists the rows that were written', async () => {
		const { baseUrl, upsert } = await table(true);
		await upsert(inputs('a'));
		const list = { ...INTO, returnAll: true, simplify: false };
		const { items } = await runOperation(baseUrl, 'customObjectRecord.getAll', list);
		expect(items).toHaveLength(1);
	});
});

/** A service with one record, whose reads are behind by one. */
async function recordService(
	path: string,
	record: IDataObject,
	answered: (record: IDataObject) => Answer,
	reads = 1,
) {
	const held = new Lagging(record, reads);
	const running = await service((asked) => {
		if (!asked.path.startsWith(path)) return undefined;
		if (asked.method === 'GET') return { body: held.read() };
		const moved = asked.path.endsWith('/send') ? { status: 'signing' } : (asked.body as object);
		held.write({ ...held.now, ...moved, updatedAt: new Date().toISOString() });
		return answered(held.now);
	});
	return { ...running, held };
}

const EMPTY = ['an empty answer', () => ({ status: 204 })] as const;
const WHOLE = ['the record', (body: IDataObject) => ({ body })] as const;

describe('a counterparty, read from a replica that is behind', () => {
	const OTHER = 'f0000000-0000-4000-8000-000000000002';
	const PATH = `/counterparties/${COUNTERPARTY}`;
	const ACME = {
		id: COUNTERPARTY,
		name: 'Acme',
		status: 'active',
		logoUrl: null,
		fields: { [COLUMN]: 'old', [OTHER]: 'old' },
		createdAt: '2026-01-01T00:00:00.000Z',
		updatedAt: '2026-01-01T00:00:00.000Z',
	};
	const found = { findBy: 'id', counterpartyId: byId(COUNTERPARTY) };

	test.each([EMPTY, WHOLE])('the last item has the last word (%s)', async (_what, answered) => {
		const { baseUrl, held } = await recordService(PATH, ACME, answered);
		const { items } = await runOperation(
			baseUrl,
			'counterparty.sync',
			{ ...found, updateFields: { name: '={{ $json.name }}' } },
			[{ name: 'Beta' }, { name: 'Acme' }],
		);
		expect(items.map(({ json }) => json.action)).toEqual(['updated', 'updated']);
		expect(held.now.name).toBe('Acme');
	});

	test('no field that was set is undone', async () => {
		const { baseUrl, held } = await recordService(PATH, ACME, EMPTY[1]);
		const set = (key: string, value: string) => ({
			updateFields: { fields: { field: [{ key: byId(key), value }] } },
		});
		await runOperation(baseUrl, 'counterparty.sync', { ...found, ...set(COLUMN, 'new') });
		await runOperation(baseUrl, 'counterparty.update', { ...found, ...set(OTHER, 'new') });
		expect(held.now.fields).toEqual({ [COLUMN]: 'new', [OTHER]: 'new' });
	});

	test.each(['counterparty.update', 'counterparty.sync'])(
		'no item undoes a field that one before has set, where reads never show it: %s',
		async (operation) => {
			const { baseUrl, held } = await recordService(PATH, ACME, EMPTY[1], Infinity);
			const field = [{ key: '={{ $json.key }}', value: 'new' }];
			const { items } = await runOperation(
				baseUrl,
				operation,
				{ ...found, updateFields: { fields: { field } } },
				[COLUMN, OTHER].map((key) => ({ key })),
			);
			expect(held.now.fields).toEqual({ [COLUMN]: 'new', [OTHER]: 'new' });
			const [first] = items.map(({ json }) => (json.counterparty ?? json) as typeof ACME);
			expect(first.fields).toEqual({ [COLUMN]: 'new', [OTHER]: 'old' });
		},
	);
});

describe('a contract, read from a replica that is behind', () => {
	const PATH = `/contracts/${CONTRACT}`;
	const LEASE = {
		id: CONTRACT,
		name: 'Lease',
		status: 'draft',
		counterparty: { id: COUNTERPARTY, name: 'Acme' },
		contractType: { id: TYPE, name: 'Sales' },
		folderId: null,
		fields: [],
		integration: { type: 'crmOne', externalEntity: 'deal', externalId: 'D-1' },
		createdAt: '2026-01-01T00:00:00.000Z',
		updatedAt: '2026-01-01T00:00:00.000Z',
	};
	const contractId = byId(CONTRACT);

	test('is shown as it was changed, where the answer is empty', async () => {
		const { baseUrl } = await recordService(PATH, LEASE, EMPTY[1]);
		const { items } = await runOperation(baseUrl, 'contract.update', {
			contractId,
			updateFields: { folderId: TYPE },
			simplify: false,
		});
		expect(items[0].json.folderId).toBe(TYPE);
	});

	test('tells the status that sending has led to', async () => {
		const { baseUrl } = await recordService(PATH, LEASE, () => ({ status: 202, body: {} }));
		const { items } = await runOperation(baseUrl, 'contract.sendForSignature', { contractId });
		expect(items[0].json.status).toBe('signing');
	});

	const NEW = {
		contractTypeId: byId(TYPE),
		templateId: byId(TYPE),
		counterpartySource: 'none',
		name: 'Lease',
		integration: LEASE.integration,
		options: { checkFields: false },
	};

	/** Lists do not show it for so many reads, nor does it by itself. */
	async function creating({ listed = Infinity, readable = 1 } = {}) {
		const [list, one] = [
			new Lagging<IDataObject[]>([], listed),
			new Lagging<IDataObject | null>(null, readable),
		];
		return await service(({ method, path }) => {
			if (method === 'POST') {
				list.write([LEASE]);
				one.write(LEASE);
				return { status: 201, body: { id: CONTRACT } };
			}
			if (path === '/contracts') return { body: listOf(list.read()) };
			const contract = path === PATH && one.read();
			return contract ? { body: contract } : undefined;
		});
	}

	test('is waited for where the answer to its creation is its ID alone', async () => {
		const { baseUrl } = await creating();
		const { items } = await runOperation(baseUrl, 'contract.create', NEW);
		expect(items[0].json).toMatchObject({ id: CONTRACT, name: 'Lease', status: 'draft' });
	});

	test('is not created again by the next execution, although lists do not show it yet', async () => {
		const { baseUrl, requests } = await creating();
		const parameters = { ...NEW, findExisting: true };
		const actions: unknown[] = [];
		for (let run = 0; run < 3; run++) {
			const { items } = await runOperation(baseUrl, 'contract.create', parameters);
			actions.push(items[0].json.action);
		}
		expect(actions).toEqual(['created', 'found', 'found']);
		expect(requests().filter((one) => one === 'POST /contracts')).toHaveLength(1);
	});
});

function listOf(data: IDataObject[]) {
	const pagination = {
		limit: 50,
		next_cursor: null,
		prev_cursor: null,
		has_next: false,
		has_previous: false,
	};
	return { data, pagination, links: {} };
}
