import type { NodeApiError } from 'n8n-workflow';
import type { Contract, Counterparty } from '../api/types';
import { isNoRoute } from '../transport/addressSentences';
import type { Connection } from '../transport/connection';
import { canceledError, statusOf } from '../transport/errors';
import { requestRecord } from '../transport/records';
import type { ContractView } from './settings';
import type { Subject } from './subject';
import { waitFor } from '../transport/abort';

/** A record as the service has it now. */
export type Evidence =
	| { subject: 'contract'; record: Contract }
	| { subject: 'counterparty'; record: Counterparty };

/** A delivery may be faster than the service's own reads: these are waited for between the attempts, in milliseconds. */
const DELAYS_MS = [400, 800, 1_600];

/**
 * Fetches the record that a delivery is about: what is emitted is what the service says with our key, never what the
 * delivery says (D11).
 *
 * @param isOld whether the record seems to be as it was before the event; then it is read again as well
 * @returns undefined when the service does not have it, also after three more attempts
 * @throws NodeApiError when it cannot be fetched
 */
export async function evidenceFor(
	connection: Connection,
	subject: Subject,
	view: ContractView,
	isOld: (evidence: Evidence) => boolean,
): Promise<Evidence | undefined> {
	for (let attempt = 0; ; attempt++) {
		const record = await recordAt(connection, pathFor(subject, view));
		const evidence = record && ({ subject: subject.subject, record } as Evidence);
		if ((evidence && !isOld(evidence)) || attempt >= DELAYS_MS.length) return evidence;
		await rest(connection, DELAYS_MS[attempt]);
	}
}

// Ids were checked to be nothing but identifiers.
function pathFor({ subject, id }: Subject, view: ContractView): string {
	if (subject === 'counterparty') return `/counterparties/${encodeURIComponent(id)}`;
	return `/contracts/${encodeURIComponent(id)}${view === 'consolidated' ? '/consolidated' : ''}`;
}

/**
 * The record at a path, or undefined when the service says that it does not have it. Something else before the service,
 * which answers while that is down, does not know.
 *
 * @throws NodeApiError when it cannot be fetched
 */
export async function recordAt(connection: Connection, path: string): Promise<object | undefined> {
	const [result] = await Promise.allSettled([requestRecord(connection, { method: 'GET', path })]);
	if (result.status === 'rejected') {
		if (isMissing(result.reason, connection)) return undefined;
		throw result.reason as Error;
	}
	return result.value;
}

function isMissing(error: unknown, { baseUrl }: Connection): boolean {
	const status = statusOf(error);
	const errorId = (error as NodeApiError).context?.errorId as string | undefined;
	return status === 404 && errorId !== undefined && !isNoRoute({ status, errorId, baseUrl });
}

async function rest({ context, signal }: Connection, ms: number): Promise<void> {
	try {
		await waitFor(ms, signal);
	} catch (error) {
		throw canceledError(context.getNode(), error);
	}
}
