import { recordsOf } from '../../api/customObjects';
import { uuidOf } from '../../api/identifiers';
import type { ContractRecord, RecordInput } from '../../api/types';
import { apiError, nodeApiError, statusOf } from '../../transport/errors/requestError';
import { isSuccess, type ApiRequest } from '../../transport/exchange';
import { attempt } from '../../transport/request';
import { byId, type Columns, type Rows } from './columns';
import { createdRecords } from './created';
import {
	areBehind,
	noteShown,
	noteUnshown,
	readRows,
	versionOf,
	type TableAddress,
} from './lastWrite';
import { inputOf, type PlannedRecord } from './plan';
import { NOT_SHOWN } from './refusedRecords';

/** Answers that are given before anything is executed. */
const REFUSALS = new Set([400, 404]);

/** Whether the service refused the request as it is, so that nothing of it was executed. */
export function isRefusal(error: unknown): boolean {
	return REFUSALS.has(statusOf(error) ?? 0);
}

/**
 * The rows that one contract has in one custom object, as this run knows them. What a request writes is built from what
 * the service showed last, so that between reading and writing lies one round trip.
 */
export class ContractTable {
	/** As last shown. Rows with other ids are new. */
	private rows: Rows = new Map();
	/** Whether these are all that there are. */
	isRead = false;
	/** Whether the service does not show what was written: to write again would undo it. */
	private isBehind = false;

	/** @param keepsOthers whether rows that a request does not name are sent along */
	constructor(
		private readonly at: TableAddress,
		private readonly columns: Columns,
		readonly keepsOthers: boolean,
	) {}

	/** Reads the rows. */
	async read(): Promise<Rows> {
		this.rows = byId(await readRows(this.at));
		this.isRead = true;
		return this.rows;
	}

	/**
	 * Writes the records in one request, with the rows that are to stay.
	 *
	 * @param carried rows that are sent along although others are not
	 * @returns the records as the service shows them then; without those that it does not show
	 */
	async write(
		records: PlannedRecord[],
		carried: ContractRecord[] = [],
	): Promise<Map<PlannedRecord, ContractRecord>> {
		if (this.isBehind) throw nodeApiError(this.at.connection.context.getNode(), NOT_SHOWN);
		if (this.keepsOthers && !this.isRead) await this.read();
		const inputs = this.inputsOf(records, this.keepsOthers ? this.rows.values() : carried);
		const answered = byId(recordsOf(await this.send(inputs)) ?? []);
		const fresh = this.freshIn(answered).length;
		const created = records.filter(({ id }) => id === null).length;
		const isShown = ({ id }: RecordInput) => id === null || answered.has(uuidOf(id));
		// A service may show what it changed only, or nothing.
		const isComplete = fresh >= created && inputs.every(isShown);
		// Where it shows some, it shows how many it made of them.
		const shown = isComplete ? answered : await this.readBack(records, fresh || created);
		return shown ? this.accept(records, shown) : new Map<PlannedRecord, ContractRecord>();
	}

	/** Existing rows keep their order, whether they are changed or only sent along; new ones follow. */
	private inputsOf(records: PlannedRecord[], kept: Iterable<ContractRecord>): RecordInput[] {
		const inputs = new Map<unknown, RecordInput>();
		for (const row of kept) inputs.set(uuidOf(row.id), this.columns.resent(row));
		for (const record of records) {
			const row = rowOf(record, this.rows);
			const key = row ? uuidOf(row.id) : record;
			const held = inputs.get(key) ?? (row && this.columns.resent(row));
			inputs.set(key, inputOf(record, held));
		}
		return [...inputs.values()];
	}

	private async send(records: RecordInput[]): Promise<unknown> {
		const body = { records };
		const asked: ApiRequest = { method: 'PUT', path: this.at.path, body, bodyOptional: true };
		// It writes what has just been read.
		const outcome = await attempt({ ...this.at.connection, goesFirst: true }, asked);
		if (isSuccess(asked, outcome.answer)) return outcome.answer.body;
		// Whether it was executed is not known, and so neither is what is there now.
		if (!REFUSALS.has(outcome.answer.status)) this.isRead = false;
		throw apiError(this.at.connection.context.getNode(), asked, outcome);
	}

	// The rows are written: not to know their ids is no reason to say that they are not.
	private async readBack(records: PlannedRecord[], created: number): Promise<Rows | undefined> {
		const changed = records.flatMap((record) => {
			const row = rowOf(record, this.rows);
			return row && !this.columns.isHeld(record.values, row) ? [row] : [];
		});
		const before = new Map(changed.map(({ id }) => versionOf(this.rows, uuidOf(id))));
		const write = { before, unnamed: { count: created, others: new Set(this.rows.keys()) } };
		const rows = await readRows(this.at, write).catch(() => undefined);
		this.isBehind = rows !== undefined && areBehind(rows, write);
		if (rows && !this.isBehind) return byId(rows);
		noteUnshown(this.at, write);
		this.isRead = false;
		return undefined;
	}

	private accept(records: PlannedRecord[], shown: Rows): Map<PlannedRecord, ContractRecord> {
		const news = { fresh: this.freshIn(shown), isNew: this.isRead };
		const written = createdRecords(records, news, this.columns);
		for (const record of records) {
			const row = rowOf(record, shown);
			if (row) written.set(record, row);
		}
		noteShown(this.at, { earlier: this.rows, shown }, written.values());
		this.rows = this.keepsOthers ? shown : new Map([...this.rows, ...shown]);
		return written;
	}

	private freshIn(shown: Rows): ContractRecord[] {
		return [...shown].flatMap(([id, row]) => (this.rows.has(id) ? [] : [row]));
	}
}

function rowOf({ id }: PlannedRecord, rows: Rows): ContractRecord | undefined {
	return id === null ? undefined : rows.get(uuidOf(id));
}
