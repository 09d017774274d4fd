import { createHash } from 'crypto';
import { instantOf } from '../../api/instants';
import type { PolledRecord } from './scan';

/** What is remembered of a record: the version that was handled last. */
export interface Version {
	updatedAt: string;
	/** Empty where the list did not show it. */
	status: string;
	/** What the list showed, where `updatedAt` alone does not tell one version from the next. */
	print?: string;
}

/** By the UUID part of the id. */
export type Versions = ReadonlyMap<string, Version>;

/** Prints by the id and the time of the record that was listed. */
export type Prints = ReadonlyMap<string, string>;

const WHOLE_SECOND = /\.000Z$/;
const ADDRESS = /^https?:/i;

/**
 * A print of what a list shows, for times in whole seconds: a record may change again within the second. Addresses of
 * files do not count, as they are signed anew each time they are shown.
 */
export function printOf(record: object, instant: string): string | undefined {
	if (!WHOLE_SECOND.test(instant)) return undefined;
	const content = JSON.stringify(record, (_name, value: unknown) =>
		typeof value === 'string' && ADDRESS.test(value) ? undefined : value,
	);
	return createHash('sha256').update(content).digest('base64').slice(0, 8);
}

/** The version to remember of a record. One that was read after it was listed, in another version, has no print. */
export function handledVersion(id: string, record: PolledRecord, prints: Prints): Version {
	const { updatedAt } = record;
	const { status = '' }: Partial<PolledRecord> = record;
	const instant = instantOf(updatedAt) ?? updatedAt;
	const print = prints.get(printKey(id, instant));
	return { updatedAt: instant, status, ...(print !== undefined && { print }) };
}

/** Names a listed version among prints. */
export function printKey(id: string, instant: string): string {
	return `${id} ${instant}`;
}

/** Whether a record still is as it was handled. A version without a print was not read from a list. */
export function isHandled(version: Version | undefined, instant: string, print?: string): boolean {
	if (version?.updatedAt !== instant) return false;
	return version.print === undefined || print === undefined || version.print === print;
}
