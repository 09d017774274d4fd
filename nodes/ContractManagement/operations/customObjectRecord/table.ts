import { recordsOf } from '../../api/customObjects';
import { uuidOf } from '../../api/identifiers';
import type { ContractRecord } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { apiError, nodeApiError, statusOf } from '../../transport/errors/requestError';
import { isSuccess, type ApiRequest } from '../../transport/exchange';
import { readUntil } from '../../transport/readAfterWrite';
import { attempt } from '../../transport/request';
import type { Columns } from './columns';
import { createdRecords } from './created';
import { noteShown, noteUnshown, readRows } from './lastWrite';
import { areBehind, showsAll, writeOf, type TableWrite } from './tableWrite';
import type { PlannedRecord } from './plan';
import { NOT_SHOWN } from './refusedRecords';
import { recordInputs } from './recordInputs';

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
	/** As last shown; undefined where that is not known, or no longer. */
	private rows?: ContractRecord[];
	private readonly known = new Set<string>();
	/** Whether the rows have been read, so that every other one is new. */
	isRead = false;
	/** Whether the service does not show what was written: to write again would undo it. */
	private isBehind = false;

	/** @param keepsOthers whether rows that a request does not name are sent along */
	constructor(
		private readonly connection: Connection,
		private readonly path: string,
		private readonly columns: Columns,
		private readonly keepsOthers: boolean,
	) {}

	/** Reads the rows. */
	async read(): Promise<ContractRecord[]> {
		const rows = await readRows(this.connection, this.path);
		this.isRead = true;
		this.learn(rows);
		return (this.rows = rows);
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
		if (this.isBehind) throw nodeApiError(this.connection.context.getNode(), NOT_SHOWN);
		if (this.keepsOthers && !this.rows) await this.read();
		const kept = this.keepsOthers ? (this.rows ?? []) : carried;
		const inputs = recordInputs(records, { rows: this.rows, kept }, this.columns);
		const asked: ApiRequest = {
			method: 'PUT',
			path: this.path,
			body: { records: inputs },
			bodyOptional: true,
		};
		const answered = recordsOf(await this.send(asked));
		const isComplete = answered !== undefined && showsAll(answered, inputs, this.known);
		const known = { rows: this.rows, ids: this.known, answered };
		const shown = isComplete ? answered : await this.readBack(writeOf(inputs, known, this.columns));
		return shown ? this.accept(records, shown) : new Map<PlannedRecord, ContractRecord>();
	}

	/**
	 * Writes nothing but the rows that are sent along, as they are.
	 *
	 * @returns false where none are
	 */
	async writeOthers(): Promise<boolean> {
		if (this.keepsOthers) await this.write([]);
		return this.keepsOthers;
	}

	private async send(asked: ApiRequest): Promise<unknown> {
		// It writes what has just been read.
		const outcome = await attempt({ ...this.connection, goesFirst: true }, asked);
		if (isSuccess(asked, outcome.answer)) return outcome.answer.body;
		// Whether it was executed is not known, and so neither is what is there now.
		if (!REFUSALS.has(outcome.answer.status)) this.forget();
		throw apiError(this.connection.context.getNode(), asked, outcome);
	}

	// The rows are written: not to know their ids is no reason to say that they are not.
	private async readBack(write: TableWrite): Promise<ContractRecord[] | undefined> {
		const asked: ApiRequest = { method: 'GET', path: this.path };
		const read = async () => {
			const { answer } = await attempt(this.connection, asked);
			return isSuccess(asked, answer) ? recordsOf(answer.body) : undefined;
		};
		const isShown = (rows?: ContractRecord[]) => !rows || !areBehind(rows, write);
		const shown = await readUntil(this.connection, read, isShown);
		this.isBehind = !isShown(shown);
		if (this.isBehind) noteUnshown(this.connection, this.path, write);
		if (!shown || this.isBehind) this.forget();
		return this.isBehind ? undefined : shown;
	}

	private accept(records: PlannedRecord[], shown: ContractRecord[]) {
		const fresh = shown.filter(({ id }) => !this.known.has(uuidOf(id)));
		const written = createdRecords(records, { fresh, isNew: this.isRead }, this.columns);
		const byId = new Map(shown.map((row) => [uuidOf(row.id), row]));
		for (const record of records) {
			const row = record.id === null ? undefined : byId.get(uuidOf(record.id));
			if (row) written.set(record, row);
		}
		noteShown(this.connection, this.path, {
			held: this.rows,
			shown,
			written: [...written.values()],
		});
		this.learn(shown);
		this.rows = this.keepsOthers ? shown : merged(this.rows, byId);
		return written;
	}

	private forget(): void {
		this.rows = undefined;
		this.isRead = false;
	}

	private learn(rows: ContractRecord[]): void {
		for (const { id } of rows) this.known.add(uuidOf(id));
	}
}

function merged(rows: ContractRecord[] | undefined, shown: Map<string, ContractRecord>) {
	return [
		...new Map([...(rows ?? []).map((row) => [uuidOf(row.id), row] as const), ...shown]).values(),
	];
}
