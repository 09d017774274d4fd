import { compareInstants, instantOf, isLater, isWholeSecond, later } from '../../api/instants';
import { printOf } from '../../api/print';
import type { WatchedRecord } from '../shared/records';
import type { Row } from './rows';

/** The version of a record that was handled last. */
export interface Version {
	updatedAt: string;
	/** Empty where it was not shown. */
	status: string;
	/** Of what the list showed, unless a later version was read by itself. */
	print?: string;
	/** The date of its signature, also of one that it had before. */
	signed?: string;
}

/** The version to remember of a row, or of its record as it was emitted. */
export function versionOf(row: Row, record?: WatchedRecord, before?: Version): Version {
	const { instant, print } = row;
	const updatedAt = later(instant, instantOf(record?.updatedAt) ?? instant);
	const signed = instantOf(record?.signatureDate) ?? row.signed ?? before?.signed;
	const status = record?.status ?? row.status ?? '';
	return { updatedAt, status, ...(updatedAt === instant && { print }), ...(signed && { signed }) };
}

/** Whether the row is of another version than the one that is known, whichever of the two is later. */
export function isAnother(
	known: Version,
	{ instant, status, print }: Row,
	record: object,
	{ target, mayBeBehind }: { target: string; mayBeBehind: boolean },
): boolean {
	const hasMoved = !!(known.status && status && status !== known.status);
	const order = compareInstants(instant, known.updatedAt);
	if (order === 0) {
		// The time may be too coarse to show a change. But a list that is behind the record shows again what was handled.
		const isAlike = known.print?.slice(0, 3) === print.slice(0, 3);
		const isEdited = isWholeSecond(instant) && isAlike && isLater(instant, target);
		return (hasMoved || isEdited) && known.print !== print;
	}
	if (order < 0) return !mayBeBehind && (hasMoved || !isCutOf(instant, known.updatedAt));
	// A service may begin to show finer times.
	const isEdited = isWholeSecond(known.updatedAt) && known.print !== printOf(record);
	return hasMoved || isEdited || !isCutOf(known.updatedAt, instant);
}

/** Whether one instant is the other in fewer digits. */
function isCutOf(instant: string, finer: string): boolean {
	return finer.startsWith(instant.slice(0, isWholeSecond(instant) ? 19 : -1));
}
