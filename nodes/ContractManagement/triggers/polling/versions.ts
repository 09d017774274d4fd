import { instantOf, isWholeSecond, later } from '../../api/instants';
import type { WatchedRecord } from '../shared/records';
import type { Row } from './rows';

/** The version of a record that was handled last, with the print of what the list showed if it was not read by itself. */
export interface Version {
	updatedAt: string;
	/** Empty where it was not shown. */
	status: string;
	print?: string;
	/** The date of its signature, also of one that it had before. */
	signed?: string;
}

/** Whether two times are one, as far as the coarser one tells. */
export function isSameTime(a: string, b: string): boolean {
	const digits = (instant: string) => (isWholeSecond(instant) ? 19 : instant.length - 1);
	const length = Math.min(digits(a), digits(b));
	return a.slice(0, length) === b.slice(0, length);
}

/** The version to remember of a row, or of its record as it was emitted: with the print of the row where that is the same version. */
export function versionOf(row: Row, record?: WatchedRecord, before?: Version): Version {
	const { instant, print } = row;
	// A record may show its time less exactly than its list.
	const shown = instantOf(record?.updatedAt) ?? instant;
	const updatedAt = isSameTime(shown, instant) ? instant : later(shown, instant);
	const signed = instantOf(record?.signatureDate) ?? row.signed ?? before?.signed;
	const status = record?.status ?? row.status ?? '';
	const version = { updatedAt, status, ...(signed && { signed }) };
	return updatedAt === instant ? { ...version, print } : version;
}
