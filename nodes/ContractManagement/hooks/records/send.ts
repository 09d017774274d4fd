import { recordsOf } from '../../api/customObjects';
import { uuidOf } from '../../api/identifiers';
import type { ContractRecord, RecordInput } from '../../api/types';
import type { Connection } from '../../transport/connection';
import type { ApiRequest } from '../../transport/exchange';
import { request } from '../../transport/request';
import { resent, type PlannedRecord } from './plan';
import { readRecords } from '../../transport/tables';

/**
 * Sends the records in one PUT, together with the existing ones that are to stay.
 *
 * @returns every record that the contract has then
 */
export async function putRecords(
	connection: Connection,
	path: string,
	records: PlannedRecord[],
	kept: ContractRecord[],
): Promise<ContractRecord[]> {
	const body = { records: inOrder(records, kept) };
	const asked: ApiRequest = {
		method: 'PUT',
		path,
		body,
		bodyOptional: true,
		// A second arrival would create what has no id again.
		repeatable: body.records.every(({ id }) => id !== null),
	};
	const answered = recordsOf(await request<unknown>(connection, asked));
	return answered ?? (await readRecords(connection, path));
}

/** Existing records keep their order, whether they are changed or only sent along; new ones follow. */
function inOrder(records: PlannedRecord[], kept: ContractRecord[]): RecordInput[] {
	const inputs = records.map(({ input }) => input);
	const changed = new Map(inputs.flatMap((input) => (input.id ? [[uuidOf(input.id), input]] : [])));
	const existing = kept.map((record) => changed.get(uuidOf(record.id)) ?? resent(record));
	const sent = new Set(kept.map(({ id }) => uuidOf(id)));
	return [...existing, ...inputs.filter(({ id }) => id === null || !sent.has(uuidOf(id)))];
}
