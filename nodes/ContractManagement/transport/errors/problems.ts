import { shown } from '../../api/fieldProblems';
import { isBlank } from '../../api/options';
import { ASSUMED, type Profile } from '../../api/profile';
import { isObject } from '../../api/shapes';
import type { ApiRequest, Outcome } from '../exchange';

/** How much of the service's own words is shown, in characters. */
const LONGEST_TEXT = 1000;

/** What went wrong, in words for the person who built the workflow. */
export interface Problem {
	message: string;
	description: string;
	errorId?: string;
	details?: Record<string, unknown>;
}

/** The service's own words, whichever of the known error shapes they came in. */
export interface Complaint {
	errorId?: string;
	message?: string;
	details: Record<string, unknown>;
}

/** All that a sentence may speak of. */
export interface Facts extends Complaint, Outcome {
	asked: ApiRequest;
}

/** Says what happened and what to do about it. */
export type Sentence = (facts: Facts) => Pick<Problem, 'description' | 'message'>;

/** Where services say what is wrong, beside the specification's `message`: RFC 9457, gateways, and checks of a body. */
const WORDS = ['message', 'detail', 'title', 'error', 'errors'];

/** Reads the error body of the specification, and the flat forms that gateways send. */
export function complaintOf(body: unknown, profile = ASSUMED): Complaint {
	const inner = isObject(body) && isObject(body.error) ? body.error : body;
	const said = Array.isArray(inner) ? { errors: inner } : inner;
	if (!isObject(said)) return { details: {} };
	const message = WORDS.map((name) => wordsIn(said[name])).find((words) => words !== '');
	const { errorId, errors } = said;
	const { details = message === wordsIn(errors) ? undefined : errors } = said;
	return {
		errorId: typeof errorId === 'string' ? shown(errorId, LONGEST_TEXT) : undefined,
		message: message === undefined ? undefined : shown(message, LONGEST_TEXT),
		details: detailsIn(details, profile),
	};
}

function wordsIn(value: unknown): string {
	if (Array.isArray(value)) return value.map(wordsIn).filter(Boolean).join('; ');
	if (isObject(value)) return wordsIn(value.message ?? value.detail);
	return typeof value === 'string' ? value.trim() : '';
}

/** The details by the names of the node's own; in `details` those that have no names. */
function detailsIn(details: unknown, profile: Profile): Record<string, unknown> {
	if (!isObject(details)) return isBlank(details) ? {} : { details };
	const own = new Map([
		[profile['errors-details-field'], 'field'],
		[profile['errors-details-value'], 'value'],
		[profile['errors-details-options'], 'availableOptions'],
	]);
	return Object.fromEntries(
		Object.entries(details).map(([name, value]) => [own.get(name) ?? name, value]),
	);
}

/** The service's own words as the last sentence of a description, where it has any. */
export function inItsWords({ message }: Pick<Complaint, 'message'>): string {
	return message ? ` The service says: ${message}` : '';
}

/** What the body of a success that cannot be read is, in words. */
export function contentOf(body: unknown): string {
	if (isObject(body)) return 'an error';
	if (String(body).startsWith('\u001f')) return 'gzip, but without Content-Encoding in its header';
	return body ? 'something that is not JSON' : 'an empty body';
}
