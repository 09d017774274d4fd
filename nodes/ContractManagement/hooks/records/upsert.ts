import { uuidOf } from '../../api/identifiers';
import type { ContractRecord } from '../../api/types';
import { identifierOf, pathOf } from '../../transport/path';
import type { ItemScope } from '../../transport/scope';
import { inTurn } from '../../transport/turns';
import { blamedRecords } from './blame';
import { planOf, type PlannedRecord } from './plan';
import type { RecordPlace } from './present';
import { resultsOf, type RowResult } from './results';
import { fieldError, type Row } from './rows';
import { putRecords } from './send';
import { readRecords } from '../../transport/tables';

const PATH = '/custom-objects/{customObjectId}/contract/{contractId}/records';

export interface UpsertSettings {
	/** What is done with existing rows that are not in the input; `automatic` sends them along where they are read. */
	otherRows: 'automatic' | 'keep' | 'omit';
	/** 0 sends all of them in one request. */
	recordsPerRequest: number;
	/** Whether other input items may write to the same table in requests of their own, as where the node is a tool. */
	rowByRow: boolean;
	/** Whether rows that cannot be sent are left out; otherwise nothing is sent. */
	continueOnFail: boolean;
}

/** A row that was not written, and why. */
export interface RowFailure {
	itemIndex: number;
	error: Error;
}

/** Which table of which contract the item means. */
export function placeOf(scope: ItemScope): RecordPlace {
	return {
		customObjectId: identifierOf(scope, 'customObjectId'),
		contractId: identifierOf(scope, 'contractId'),
	};
}

/** Tells tables apart, however their ids are written. */
export function keyOf({ customObjectId, contractId }: RecordPlace): string {
	return `${uuidOf(customObjectId)} ${uuidOf(contractId)}`;
}

/**
 * Creates and updates the rows of one table of one contract ("PUT …/records"), in one request unless split (D14).
 * Reading what is there and writing it back happens in turn, so that rows of several items do not undo each other.
 */
export async function upsertRows(
	scope: ItemScope,
	rows: Row[],
	settings: UpsertSettings,
): Promise<Array<RowFailure | RowResult>> {
	const place = placeOf(scope);
	const turn = `${scope.connection.baseUrl} ${keyOf(place)}`;
	return await inTurn(turn, scope.connection, async () => {
		return await upsertNow(scope, place, rows, settings);
	});
}

async function upsertNow(
	scope: ItemScope,
	place: RecordPlace,
	rows: Row[],
	settings: UpsertSettings,
): Promise<Array<RowFailure | RowResult>> {
	const path = pathOf(scope, PATH);
	const isRead = needsExisting(rows, settings);
	const existing = isRead ? await readRecords(scope.connection, path) : [];
	const { records, refused } = planOf(rows, existing);
	const outcomes: Array<RowFailure | RowResult> = refused.map(({ row, problem }) => ({
		itemIndex: row.itemIndex,
		error: fieldError({ node: scope.node, itemIndex: row.itemIndex }, problem),
	}));
	if (!settings.continueOnFail && refused.length > 0) return outcomes;

	let answered = existing;
	for (const part of parts(records, settings.recordsPerRequest)) {
		const kept = settings.otherRows === 'omit' ? [] : answered;
		const { now, written } = await put(scope, path, part, { kept, place, settings });
		answered = now ?? answered;
		for (const outcome of written) outcomes.push(outcome);
		if (!now && !settings.continueOnFail) break;
	}
	return outcomes;
}

interface Surroundings {
	kept: ContractRecord[];
	place: RecordPlace;
	settings: UpsertSettings;
}

interface Written {
	/** Every record that the contract has now; absent when the request failed. */
	now?: ContractRecord[];
	written: Array<RowFailure | RowResult>;
}

async function put(
	scope: ItemScope,
	path: string,
	part: PlannedRecord[],
	surroundings: Surroundings,
): Promise<Written> {
	if (part.length === 0) return { written: [] };
	const { kept, place, settings } = surroundings;
	try {
		const now = await putRecords(scope.connection, path, part, kept);
		return { now, written: resultsOf(part, kept, now, place) };
	} catch (error) {
		const blamed = settings.continueOnFail ? blamedRecords(error, part) : [];
		const isSome = blamed.length > 0 && blamed.length < part.length;
		if (!isSome) return { written: failures(part, error) };
		const others = part.filter((record) => !blamed.includes(record));
		const rest = await put(scope, path, others, surroundings);
		return { ...rest, written: [...failures(blamed, error), ...rest.written] };
	}
}

function failures(records: PlannedRecord[], error: unknown): RowFailure[] {
	return records.flatMap(({ rows }) =>
		rows.map(({ itemIndex }) => ({ itemIndex, error: error as Error })),
	);
}

// A row with an id is read too: what it does not name, and its catalog record, are sent as they are.
function needsExisting(rows: Row[], { otherRows, rowByRow }: UpsertSettings): boolean {
	const isMatched = rows.some(({ id, matchBy }) => id !== null || matchBy.length > 0);
	return isMatched || otherRows === 'keep' || (rowByRow && otherRows === 'automatic');
}

function parts(records: PlannedRecord[], size: number): PlannedRecord[][] {
	if (size <= 0 || records.length <= size) return [records];
	const count = Math.ceil(records.length / size);
	return Array.from({ length: count }, (_, i) => records.slice(i * size, (i + 1) * size));
}
