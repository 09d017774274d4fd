import { recordsOf } from '../../api/customObjects';
import { uuidOf } from '../../api/identifiers';
import type { ContractRecord, RecordInput } from '../../api/types';
import { apiError, nodeApiError, REFUSED } from '../../transport/errors/requestError';
import { isSuccess, type ApiRequest } from '../../transport/exchange';
import { readShown, readUntil } from '../../transport/readAfterWrite';
import { attempt } from '../../transport/request';
import { byId, type Columns, type Rows } from './columns';
import { createdRecords, wholeRows } from './created';
import {
	noteShown,
	noteUnshown,
	readAfter,
	readRows,
	versionOf,
	type TableAddress,
} from './lastWrite';
import { asSent, inputOf, resent, type PlannedRecord } from './plan';
import { NOT_SHOWN } from './refusedRecords';

/**
 * The rows that one contract has in one custom object, as this run knows them. What a request writes is built from what
 * the service showed last, so that between reading and writing lies one round trip.
 */
export class ContractTable {
	/** As last shown. Rows with other ids are new. */
	private rows: Rows = new Map();
	/** Whether these are all that there are. */
	isRead = false;
	/** Whether nobody knows if the last request was executed, and so what is there now. */
	private isUnsure = false;
	/** Whether the service does not show rows that were created: to write again would remove them. */
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
		[this.isRead, this.isUnsure] = [true, false];
		return this.rows;
	}

	/**
	 * Writes the records in one request, with the rows that are to stay.
	 *
	 * @param carried rows of the input that are sent along although others are not, where there are such
	 * @returns the records as the service shows them then; without those that it does not show
	 */
	async write(
		records: PlannedRecord[],
		carried: Array<ContractRecord | PlannedRecord> = [],
	): Promise<Map<PlannedRecord, ContractRecord>> {
		if (this.isBehind) throw nodeApiError(this.at.connection.context.getNode(), NOT_SHOWN);
		if (this.isUnsure || (this.keepsOthers && !this.isRead)) await this.read();
		const kept = carried.flatMap((each) => rowOf(each, this.rows) ?? []);
		const inputs = this.inputsOf(records, this.keepsOthers ? this.rows.values() : kept);
		const answered = wholeRows(recordsOf(await this.send(inputs)) ?? [], inputs, this.rows);
		const created = records.filter(({ id }) => id === null).length;
		const isShown = ({ id }: RecordInput) => id === null || answered.has(uuidOf(id));
		const isComplete = this.freshIn(answered).length >= created && inputs.every(isShown);
		const shown = isComplete ? answered : await this.readBack(inputs, answered);
		return shown ? this.accept(records, shown, isComplete) : new Map();
	}

	/** Existing rows keep their order, whether they are changed or only sent along; new ones follow. */
	private inputsOf(records: PlannedRecord[], kept: Iterable<ContractRecord>): RecordInput[] {
		const inputs = new Map<unknown, RecordInput>();
		for (const row of kept) inputs.set(uuidOf(row.id), resent(row));
		for (const record of records) {
			const row = rowOf(record, this.rows);
			const key = row ? uuidOf(row.id) : record;
			const held = inputs.get(key) ?? (row && resent(row));
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
		this.isUnsure = !REFUSED.includes(outcome.answer.status);
		throw apiError(this.at.connection.context.getNode(), asked, outcome);
	}

	// The rows are written: not to know their ids is no reason to say that they are not.
	private async readBack(sent: RecordInput[], answered: Rows): Promise<Rows | undefined> {
		const changed = byId(sent.filter((input) => this.isChange(input)).map(asSent));
		const isCreating = sent.some(({ id }) => id === null);
		const before = new Map([...changed.keys()].map((id) => versionOf(this.rows, id)));
		const write = { before, others: new Set(this.rows.keys()) };
		// What changes nothing is to show what was written before.
		const last = isCreating || changed.size > 0 ? write : undefined;
		// Without an id they cannot be sent along: the next request would remove them.
		const isUnnamed = isCreating && answered.size === 0;
		const wait = isUnnamed ? readUntil : readShown;
		const read = await readAfter(this.at, last, wait).catch(() => undefined);
		if (read?.isBehind === false) return byId(read.rows);
		if (!isUnnamed) return new Map([...this.rows, ...changed, ...answered]);
		this.isBehind = read !== undefined;
		noteUnshown(this.at, write);
		this.isRead = false;
		return undefined;
	}

	/** Whether it is an existing row that was not shown like that. */
	private isChange(input: RecordInput): input is RecordInput & { id: string } {
		const row = rowOf(input, this.rows);
		const values = new Map(input.fields.map(({ smartFieldId, value }) => [smartFieldId, value]));
		return input.id !== null && !(row && this.columns.isHeld(values, row));
	}

	private accept(records: PlannedRecord[], shown: Rows, isAnswered: boolean) {
		const news = { fresh: this.freshIn(shown), isNew: this.isRead || isAnswered };
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

function rowOf({ id }: Pick<RecordInput, 'id'>, rows: Rows): ContractRecord | undefined {
	return id === null ? undefined : rows.get(uuidOf(id));
}
