import type { INode, NodeApiError } from 'n8n-workflow';
import { MEGABYTE } from '../api/limits';
import { nodeApiError } from './errors';
import { isAccepted } from './exchange';
import { complaintOf, type Problem } from './problems';
import type { OversizedFile, Storing } from './receivedFile';
import { parsedJson } from './streams';
import type { Outcome } from './request';

/** An error about a file. `status` is what it amounts to in HTTP, 0 when it is none. */
export function fileError(
	node: INode,
	{ message, description, errorId }: Pick<Problem, 'description' | 'errorId' | 'message'>,
	status = 0,
): NodeApiError {
	const error = nodeApiError(node, message, description, status);
	Object.assign(error.context, {
		...(errorId && { errorId }),
		...(status > 0 && { statusCode: status }),
	});
	return error;
}

/** The error for a file that was not kept because of its size. */
export function tooLarge(node: INode, { name }: OversizedFile, { maxBytes }: Storing) {
	return fileError(node, {
		message: `File '${name}' is larger than ${maxBytes / MEGABYTE} MB`,
		description:
			'Nothing of it was kept. Raise Max File Size in the options if it is to be so large.',
	});
}

/** The error for a file that the storage behind a signed URL did not take or give. */
export function storageError(node: INode, task: string, { answer, attempts }: Outcome) {
	const error = fileError(
		node,
		{ message: `${task} failed: ${causeOf(answer)}`, description: adviceOf(answer, attempts) },
		answer.status,
	);
	Object.assign(error.context, {
		statusCode: answer.status,
		attempts,
		...(answer.failure && { failure: answer.failure }),
	});
	return error;
}

function causeOf(answer: Outcome['answer']): string {
	const { status, failure, reason } = answer;
	if (failure === 'blocked') return String(reason);
	if (failure) return 'the file storage did not answer';
	if (isAccepted(answer)) return 'a page or nothing came in place of the file';
	return `the file storage answered ${status}`;
}

function adviceOf({ status, body, failure, reason }: Outcome['answer'], attempts: number): string {
	const tried = attempts > 1 ? `Gave up after ${attempts} attempts. ` : '';
	if (failure) return `${tried}${failure === 'blocked' ? '' : String(reason)}`.trim();
	const expired = status === 401 || status === 403 || status === 410;
	const renewal = expired ? 'Its signed address may have expired: run this again. ' : '';
	return `${tried}${renewal}${wordsOf(String(body))}`.trim();
}

/** What the storage says: JSON like the service's, the XML of object storages, or any text. */
function wordsOf(body: string): string {
	const inXml = /<Message>([^<]*)<\/Message>/.exec(body)?.[1];
	return inXml ?? complaintOf(parsedJson(body)).message ?? body.slice(0, MOST_TEXT);
}

const MOST_TEXT = 120;
