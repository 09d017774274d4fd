import type { IDataObject } from 'n8n-workflow';
import type { FieldKind, TypedField } from '../../../../nodes/ContractManagement/api/creationForm';
import type { FieldValue, RecordInput } from '../../../../nodes/ContractManagement/api/types';
import type { Row } from '../../../../nodes/ContractManagement/operations/customObjectRecord/rows';
import { upsertRows } from '../../../../nodes/ContractManagement/operations/customObjectRecord/upsertRows';
import type { UpsertSettings } from '../../../../nodes/ContractManagement/operations/customObjectRecord/write';
import type { ItemScope } from '../../../../nodes/ContractManagement/node/scope';
import {
	fakeConnection,
	networkError,
	NODE,
	type Answer,
} from '../../transport/support/fakeService.mts';

export const PLACE = {
	customObjectId: 'c0000000-0000-4000-8000-000000000001',
	contractId: 'd0000000-0000-4000-8000-000000000001',
};

const PATH = `/custom-objects/${PLACE.customObjectId}/contract/${PLACE.contractId}/records`;

/** The columns of the table: by name, which is their id as well. */
export const FIELDS: Record<string, FieldKind> = {
	sku: 'text',
	price: 'number',
	due: 'date',
	paid: 'boolean',
};

/** How the service behaves where the specification does not show it. */
export interface Behaviour {
	/** Rows that a PUT does not name are removed. */
	replaces: boolean;
	/** Fields of a row that a PUT does not name are emptied. */
	empties: boolean;
	/** What a PUT is answered with; `ids` and `inputs` are all rows, without values or as they were sent. */
	answers: 'all' | 'changed' | 'changedValues' | 'ids' | 'inputs' | 'nothing';
	/** Orders what is shown. */
	order: 'newestFirst' | 'oldestFirst' | 'shuffled';
	/** How stored values are written. */
	spelling: 'asSent' | 'otherwise';
	/** Which records are refused, with the whole request and without a word on which. */
	refuses: (fields: Record<string, FieldValue>) => boolean;
	/** Whether the error names the value of the first of them. */
	namesValue?: boolean;
	/** What they are refused with; 400 when absent. */
	refusal?: number;
	/** With this every PUT is answered, and not executed. */
	status?: number;
	/** Reads show the rows as they were before the last PUT, for ever. */
	isBehind?: boolean;
	/** The contract is not there. */
	isMissing?: boolean;
}

export const PLAIN: Behaviour = {
	replaces: false,
	empties: false,
	answers: 'all',
	order: 'oldestFirst',
	spelling: 'asSent',
	refuses: () => false,
};

interface Stored {
	id: string;
	fields: Record<string, FieldValue>;
}

let services = 0;

type Outcome = { itemIndex: number } & ({ error: Error } | { json: IDataObject });

/** A table of one contract in memory: the service's side of an upsert. */
export class RecordService {
	rows: Stored[] = [];
	/** `GET` and `PUT`, in order. */
	readonly requests: string[] = [];
	behaviour: Behaviour;
	/** After so many requests every one fails. */
	failsAfter = Infinity;
	/** The answer to the next PUT is lost. */
	losesNext = false;
	private created = 0;
	private before: Stored[] = [];
	/** No two services share what the node remembers of a table. */
	private readonly account = `account ${(services += 1)}`;

	constructor(behaviour: Partial<Behaviour> = {}) {
		this.behaviour = { ...PLAIN, ...behaviour };
	}

	/** Writes rows as the node does; each is the values of its fields, and perhaps an `id`. */
	async upsert(
		rows: Array<Record<string, FieldValue>>,
		{ matchBy = [], ...more }: Partial<UpsertSettings> & { matchBy?: string[] } = {},
	): Promise<Outcome[]> {
		const { connection } = fakeConnection((sent) => this.answer(String(sent.method), sent.body), {
			account: this.account,
		});
		const scope = {
			connection,
			context: { ...connection.context, getTimezone: () => 'Europe/Berlin' },
			itemIndex: 0,
			node: NODE,
			input: { json: {} },
		} as unknown as ItemScope;
		const settings = { keepsOthers: true, recordsPerRequest: 0, continueOnFail: false, ...more };
		const planned = rows.map(
			({ id = null, ...values }, itemIndex): Row => ({
				itemIndex,
				id: id as string | null,
				values: new Map(Object.entries(values)),
				fields: TYPED,
				matchBy,
			}),
		);
		const outcomes = await upsertRows({ scope, path: PATH, place: PLACE, rows: planned, settings });
		return outcomes
			.toSorted((a, b) => a.itemIndex - b.itemIndex)
			.map(({ itemIndex, items, error }) =>
				error ? { itemIndex, error } : { itemIndex, json: items![0].json },
			);
	}

	/** What is stored, one text for each row. */
	get stored(): string[] {
		return this.rows.map(({ fields }) => rowText(fields)).toSorted();
	}

	private answer(method: string, body: unknown): Answer {
		this.requests.push(method);
		const { status, isMissing } = this.behaviour;
		if (this.requests.length > this.failsAfter) return { statusCode: 403, body: {} };
		if (isMissing) return { statusCode: 404, body: {} };
		if (method === 'PUT' && status) return { statusCode: status, body: {} };
		if (method === 'GET') return this.shown(this.behaviour.isBehind ? this.before : this.rows);
		this.before = structuredClone(this.rows);
		const { records } = body as { records: RecordInput[] };
		const inputs = records.map(({ id, fields }) => ({
			id,
			fields: Object.fromEntries(
				fields.map(({ smartFieldId, value }) => [smartFieldId, read(FIELDS[smartFieldId], value)]),
			),
		}));
		const isBad = ({ id, fields }: (typeof inputs)[number]) =>
			this.behaviour.refuses(fields) || (id !== null && !this.rows.some((row) => row.id === id));
		const bad = inputs.find(isBad);
		if (bad) {
			const details = this.behaviour.namesValue ? { field: 'sku', value: bad.fields.sku } : {};
			return { body: refusedWith(details), statusCode: this.behaviour.refusal ?? 400 };
		}
		const answer = this.write(inputs);
		if (!this.losesNext) return answer;
		this.losesNext = false;
		return networkError('ECONNRESET');
	}

	private write(inputs: Array<{ id: string | null; fields: Record<string, FieldValue> }>): Answer {
		const before = new Map(this.rows.map(({ id, fields }) => [id, { ...fields }]));
		const ids = new Set(inputs.map(({ id }) => id));
		const { replaces, empties, answers } = this.behaviour;
		if (replaces) this.rows = this.rows.filter(({ id }) => ids.has(id));
		for (const { id, fields } of inputs) {
			const current = this.rows.find((row) => row.id === id);
			if (current) current.fields = { ...(!empties && current.fields), ...fields };
			else this.rows.push({ id: this.newId(), fields: { ...fields } });
		}
		if (answers === 'nothing') return { statusCode: 204, body: undefined };
		const isChanged =
			({ id, fields }: Stored) =>
			(name: string) =>
				fields[name] !== before.get(id)?.[name];
		if (answers === 'changedValues') return this.shown(this.rows, isChanged);
		const changed = this.rows.filter((row) => Object.keys(FIELDS).some(isChanged(row)));
		return this.shown(answers === 'changed' ? changed : this.rows, undefined, answers);
	}

	private shown(
		rows: Stored[],
		isShown: (row: Stored) => (name: string) => boolean = () => () => true,
		answers?: Behaviour['answers'],
	): Answer {
		const records = rows.map((row) => ({
			id: row.id,
			fromCatalogRecordId: null,
			fields: Object.entries(FIELDS).flatMap(([smartFieldId, type]) => {
				if (answers === 'ids' || !isShown(row)(smartFieldId)) return [];
				const value = this.spelled(type, row.fields[smartFieldId] ?? null);
				const shown = { type, rawValue: value, resolvedValue: value };
				return [{ smartFieldId, ...(answers === 'inputs' ? { value } : shown) }];
			}),
		}));
		const { order } = this.behaviour;
		if (order === 'newestFirst') records.reverse();
		if (order === 'shuffled') records.sort((a, b) => (shuffled(a.id) < shuffled(b.id) ? -1 : 1));
		return { statusCode: 200, body: { ...PLACE, records } as never };
	}

	private spelled(type: FieldKind, value: FieldValue): FieldValue {
		if (this.behaviour.spelling === 'asSent' || value === null) return value;
		if (type === 'number') return `${String(value)}${Number.isInteger(value) ? '.00' : '0'}`;
		if (type === 'date') return `${String(value)}T00:00:00.000Z`;
		return type === 'boolean' ? String(value) : `${String(value)} `;
	}

	private newId(): string {
		return `e0000000-0000-4000-8000-${String(++this.created).padStart(12, '0')}`;
	}
}

const TYPED = Object.entries(FIELDS).map(
	([id, type]): TypedField => ({
		id,
		name: id,
		type,
		required: false,
		options: [],
		helpText: null,
	}),
);

function refusedWith(details: IDataObject) {
	return { error: { statusCode: 'BAD_REQUEST', errorId: 'INVALID_BODY', message: 'No', details } };
}

/** The values of a row as one text, to compare tables by. */
export function rowText(fields: Record<string, unknown>): string {
	return Object.keys(FIELDS)
		.map((name) => String(fields[name] ?? ''))
		.join(' ');
}

// A service takes what it shows: of what it spells otherwise, it keeps what is meant.
function read(type: FieldKind, value: FieldValue): FieldValue {
	if (typeof value !== 'string') return value;
	const text = value.trim();
	if (type === 'number') return Number(text);
	if (type === 'boolean') return text === 'true';
	return type === 'date' ? text.slice(0, 10) : text;
}

// An order that has nothing to do with the time of creation.
function shuffled(id: string): number {
	return (Number(id.slice(-12)) * 7919) % 104_729;
}
