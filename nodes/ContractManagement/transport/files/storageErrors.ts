import type { INode, NodeApiError } from 'n8n-workflow';
import { complaintOf } from '../errors/problems';
import { answered, nodeApiError } from '../errors/requestError';
import { isAccepted, type Exchange, type Outcome } from '../exchange';
import { parsedJson } from '../json';

/** The error for a file that the storage behind a signed URL did not take or give. */
export function storageError(node: INode, task: string, outcome: Outcome): NodeApiError {
	const { answer, attempts } = outcome;
	const tried = attempts > 1 ? `Gave up after ${attempts} attempts. ` : '';
	const problem = {
		message: `${task} failed: ${causeOf(answer)}`,
		description: `${tried}${adviceOn(answer)}`.trim(),
	};
	return nodeApiError(node, problem, answered(outcome));
}

/** Whether a storage answers so to a signed URL whose time is over. */
export const EXPIRED = [401, 403, 410];

function causeOf(answer: Exchange): string {
	const { status, failure, reason } = answer;
	if (failure === 'blocked') return String(reason);
	if (failure) return 'the file storage did not answer';
	if (isAccepted(answer)) return 'a page or nothing came in place of the file';
	return `the file storage answered ${status}`;
}

function adviceOn({ status, body, failure, reason }: Exchange): string {
	if (failure) return failure === 'blocked' ? '' : String(reason);
	const isExpired = EXPIRED.includes(status);
	return `${isExpired ? 'Its signed address may have expired: run this again. ' : ''}${wordsOf(String(body))}`;
}

/** What the storage says: JSON like the service's, the XML of object storages, or the beginning of any text. */
function wordsOf(body: string): string {
	const inXml = /<Message>([^<]*)<\/Message>/.exec(body)?.[1];
	return inXml ?? complaintOf(parsedJson(body)).message ?? body.slice(0, 120);
}
