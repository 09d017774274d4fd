import { recordsOf } from '../../api/customObjects';
import { uuidOf } from '../../api/identifiers';
import type { ContractRecord, RecordInput } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { readRecords } from '../../transport/definitions';
import { apiError, nodeApiError, REFUSED } from '../../transport/errors/requestError';
import { isSuccess, type ApiRequest } from '../../transport/exchange';
import { attempt } from '../../transport/request';
import { byId, type Columns, type Rows } from './columns';
import { createdRecords, wholeRows } from './created';
import { inputOf, resent, type PlannedRecord } from './plan';

/**
 * The rows that one contract has in one custom object, as this run knows them. What a request writes is built from what
 * the service showed last, so that between reading and writing lies one round trip.
 */
export class ContractTable {
	/** As last shown. Rows with other ids are new. */
	private rows: Rows = new Map();
	/** What this run has written, by id: sent along with its later requests, which would undo it where reads are behind. */
	private readonly own = new Map<string, PlannedRecord>();
	/** Whether rows that a request does not name are sent along. */
	keepsOthers = false;
	/** Whether these are all that there are. */
	private isRead = false;
	/** Whether nobody knows if the last request was executed, and so what is there now. */
	private isUnsure = false;
	/** Whether the service does not show rows that were created: to write again would remove them. */
	private isBehind = false;

	/** @param at its path below the base URL, and what it is reached by */
	constructor(
		private readonly at: { connection: Connection; path: string },
		private readonly columns: Columns,
	) {}

	async read(): Promise<Rows> {
		this.rows = await this.rowsNow();
		[this.isRead, this.isUnsure] = [true, false];
		return this.rows;
	}

	/**
	 * Writes the records in one request, with the rows that are to stay. Rows that the answer does not show are read once.
	 * @param carried rows of the input that are sent along although others are not, where there are such
	 * @returns the records as the service shows them then; without those that it does not show
	 */
	async write(
		records: PlannedRecord[],
		carried: Array<ContractRecord | PlannedRecord> = [],
	): Promise<Map<PlannedRecord, ContractRecord>> {
		if (this.isBehind) throw nodeApiError(this.at.connection.context.getNode(), NOT_SHOWN);
		if (this.isUnsure || (this.keepsOthers && !this.isRead)) await this.read();
		const kept = () => carried.flatMap((each) => rowOf(each, this.rows) ?? []);
		const made = () => this.inputsOf(records, this.keepsOthers ? this.rows.values() : kept());
		const { answer, inputs } = await this.send(made);
		const answered = wholeRows(recordsOf(answer) ?? [], inputs, this.rows);
		const created = records.filter(({ id }) => id === null).length;
		const isShown = ({ id }: RecordInput) => id === null || answered.has(uuidOf(id));
		const isComplete = this.freshIn(answered).length >= created && inputs.every(isShown);
		// The rows are written: not to know their ids is no reason to say that they are not.
		const read = isComplete ? answered : await this.rowsNow().catch(() => undefined);
		const shown: Rows = new Map([...(read ?? []), ...answered]);
		// Without an id they cannot be sent along: the next request would remove them.
		this.isBehind = answered.size === 0 && this.freshIn(shown).length < created;
		return this.accept(records, shown, { isNew: this.isRead || isComplete, isAll: Boolean(read) });
	}

	/** Existing rows keep their order, whether they are changed or only sent along; new ones follow. */
	private inputsOf(records: PlannedRecord[], kept: Iterable<ContractRecord>): RecordInput[] {
		const inputs = new Map<unknown, RecordInput>();
		for (const row of kept) inputs.set(uuidOf(row.id), resent(row));
		for (const [key, record] of this.own) inputs.set(key, inputOf(record, inputs.get(key)));
		for (const record of records) {
			const row = rowOf(record, this.rows);
			const key = row ? uuidOf(row.id) : record;
			const held = inputs.get(key) ?? (row && resent(row));
			inputs.set(key, inputOf(record, held));
		}
		return [...inputs.values()];
	}

	/** Sends what is `made` of the rows as they are before each try, as others change them too. */
	private async send(made: () => RecordInput[]) {
		const { connection, path } = this.at;
		let inputs = made();
		const renew = async (through: Connection) => {
			if (this.isRead) this.rows = await this.rowsNow(through);
			return { records: (inputs = made()) };
		};
		const body = { records: inputs };
		const asked: ApiRequest = { method: 'PUT', path, body, bodyOptional: true, renew };
		// It writes what has just been read.
		const outcome = await attempt({ ...connection, goesFirst: true }, asked);
		if (isSuccess(asked, outcome.answer)) return { answer: outcome.answer.body, inputs };
		this.isUnsure = !REFUSED.includes(outcome.answer.status);
		throw apiError(this.at.connection.context.getNode(), asked, outcome);
	}

	private async rowsNow(through = this.at.connection): Promise<Rows> {
		return byId(await readRecords(through, this.at.path));
	}

	/** @param isAll whether nothing is known to be missing in what is shown */
	private accept(
		records: PlannedRecord[],
		shown: Rows,
		{ isNew, isAll }: { isNew: boolean; isAll: boolean },
	): Map<PlannedRecord, ContractRecord> {
		const written = createdRecords(records, { fresh: this.freshIn(shown), isNew }, this.columns);
		for (const record of records) {
			const row = rowOf(record, shown);
			if (row) written.set(record, row);
			const id = row?.id ?? record.id ?? written.get(record)?.id;
			if (id) this.own.set(uuidOf(id), { ...record, id });
		}
		this.rows = this.keepsOthers && isAll ? shown : new Map([...this.rows, ...shown]);
		return written;
	}

	private freshIn(shown: Rows): ContractRecord[] {
		return [...shown].flatMap(([id, row]) => (this.rows.has(id) ? [] : [row]));
	}
}

function rowOf({ id }: Pick<RecordInput, 'id'>, rows: Rows): ContractRecord | undefined {
	return id === null ? undefined : rows.get(uuidOf(id));
}

/** Said of rows that were not tried, as the request would undo those before. */
const NOT_SHOWN = {
	message: 'The service does not show the rows that were written just before',
	description:
		'It was not sent: a request without those before may remove them. Run what failed again, or write all in one request (Records per Request 0).',
};
