import { isObject } from '../api/shapes';
import { isUnreadable, type ApiRequest, type Exchange } from './exchange';
import { isRepeatable } from './retry';

/** What went wrong, in words for the person who built the workflow (D17). */
export interface Problem {
	/** What happened. */
	message: string;
	/** What to do about it. */
	description: string;
	/** The service's `errorId`, if it sent one ("Errors"). */
	errorId?: string;
	/** The service's `details`. */
	details?: Record<string, unknown>;
}

/** The service's own words, whichever of the known error shapes they came in. */
interface Complaint {
	errorId?: string;
	message?: string;
	details: Record<string, unknown>;
}

type Sentence = (facts: Facts) => Pick<Problem, 'description' | 'message'>;

interface Facts extends Complaint {
	asked: ApiRequest;
	answer: Exchange;
	attempts: number;
}

/** Explains why the request did not succeed. Pure; the answer is one for which `isSuccess` is false. */
export function problemOf(asked: ApiRequest, answer: Exchange, attempts: number): Problem {
	const complaint = complaintOf(answer.body);
	const facts = { ...complaint, asked, answer, attempts };
	const { errorId, details } = complaint;
	return { ...sentenceFor(facts)(facts), ...(errorId && { errorId, details }) };
}

function sentenceFor(facts: Facts): Sentence {
	const { answer, asked, errorId } = facts;
	if (answer.failure) return FAILURES[answer.failure];
	if (isUnreadable(asked, answer)) return unreadable;
	if (errorId && errorId in BY_ERROR_ID) return BY_ERROR_ID[errorId];
	if (answer.status >= 300 && answer.status < 400) return redirected;
	return BY_STATUS[answer.status] ?? (answer.status >= 500 ? serverFault : refused);
}

const FAILURES: Record<NonNullable<Exchange['failure']>, Sentence> = {
	unsent: ({ answer, attempts }) => ({
		message: 'The contract-management service could not be reached',
		description: `Nothing was executed${after(attempts)}. Check the Base URL in the credential, and that the service is up. (${answer.reason ?? 'no connection'})`,
	}),
	lost: ({ asked, answer, attempts }) => ({
		message: isRepeatable(asked)
			? 'The contract-management service did not answer'
			: 'No answer arrived, so it is not known whether the service executed this',
		description: `${unknownOutcome(asked)}${capitalized(after(attempts))}The connection broke or timed out. (${answer.reason ?? 'no answer'})`,
	}),
	canceled: () => ({
		message: 'The execution was canceled',
		description: 'The request was stopped before the service answered.',
	}),
	blocked: ({ answer }) => ({
		message: answer.reason ?? 'The request was not sent',
		description: 'Check the Base URL in the credential.',
	}),
};

const unreadable: Sentence = ({ asked, answer }) => ({
	message: `The service answered ${answer.status} with ${answer.body ? 'something that is not JSON' : 'an empty body'}`,
	description: `${unknownOutcome(asked)}Perhaps a proxy or a login page answers at the Base URL of the credential.${excerpt(answer.body)}`,
});

const redirected: Sentence = () => ({
	message: 'The service redirected the request to another address',
	description:
		'The API key is sent to the Base URL of the credential only, so the redirect was not followed. Set the Base URL to the final address.',
});

const refused: Sentence = ({ answer, message }) => ({
	message: message ?? `The service refused the request (status ${answer.status})`,
	description: `Check the parameters of the node.${excerpt(answer.body)}`,
});

const serverFault: Sentence = ({ answer, asked, attempts, message }) => ({
	message: `The service had an internal fault (status ${answer.status})`,
	description: `${unknownOutcome(asked)}${capitalized(after(attempts))}${message ? `The service says: ${message}` : 'Run it again later.'}`,
});

const BY_STATUS: Record<number, Sentence> = {
	400: ({ message, details }) => ({
		message: message ?? 'The service found the request invalid',
		description: `Check the parameters of the node.${detailsText(details)}`,
	}),
	401: () => ({
		message: 'The service rejected the API key',
		description:
			'Open the credential and paste the key again; a new one comes from the integrations area of the organization settings.',
	}),
	403: ({ message }) => ({
		message: 'The API key may not do this',
		description: `Use a key with more permissions.${message ? ` The service says: ${message}` : ''}`,
	}),
	404: ({ asked, message, errorId }) => ({
		message: errorId
			? (message ?? 'The record does not exist')
			: `Nothing was found at ${pathOf(asked)}`,
		description: errorId
			? 'It may have been deleted, or it belongs to another organization than the API key.'
			: 'Check the id, and that the Base URL of the credential ends with /v2.',
	}),
	409: ({ message }) => ({
		message: message ?? 'The state of the record does not allow this',
		description: 'Read the record to see its status.',
	}),
	429: ({ attempts }) => ({
		message: 'The service keeps rejecting requests because there are too many',
		description: `Gave up after ${attempts} attempts. Set Max Requests per Second in the credential, or raise Retry for Up To in the options. Nothing was executed.`,
	}),
};

const BY_ERROR_ID: Record<string, Sentence> = {
	CONTRACT_NOT_FOUND: missing('contract'),
	COUNTERPARTY_NOT_FOUND: missing('counterparty'),
	TEMPLATE_NOT_FOUND: missing('template'),
	MEMBER_NOT_FOUND: missing('member'),
	FIELD_NOT_FOUND: ({ details, message }) => ({
		message: details.field
			? `There is no field '${text(details.field)}'`
			: (message ?? 'There is no such field'),
		description: `Fields are named by their id or their exact name.${allowed(details)}`,
	}),
	FIELD_OPTION_NOT_FOUND: ({ details, message }) => ({
		message: details.field
			? `Field '${text(details.field)}' has no option '${text(details.value)}'`
			: (message ?? 'The field has no such option'),
		description: allowed(details).trim() || 'Choose one of the options of the field.',
	}),
	INVALID_STATUS_TRANSITION: ({ message }) => ({
		message: message ?? 'The status of the contract does not allow this',
		description:
			'A contract is marked as signed from draft, negotiating or signing, and only while no signature process of the service is running.',
	}),
};

function missing(what: string): Sentence {
	return ({ asked, details }) => ({
		message: `No ${what} ${text(details.value ?? details.id ?? idIn(asked)) || 'with this id'}`,
		description: `It may have been deleted, or it belongs to another organization than the API key.`,
	});
}

/** Reads the error body of the specification, and the flat forms that gateways send. */
export function complaintOf(body: unknown): Complaint {
	const inner = isObject(body) && isObject(body.error) ? body.error : body;
	if (!isObject(inner)) return { details: {} };
	return {
		errorId: typeof inner.errorId === 'string' ? inner.errorId : undefined,
		message: typeof inner.message === 'string' && inner.message !== '' ? inner.message : undefined,
		details: isObject(inner.details) ? inner.details : {},
	};
}

function allowed(details: Record<string, unknown>): string {
	const options = details.availableOptions ?? details.options ?? details.allowed;
	if (!Array.isArray(options) || options.length === 0) return '';
	return ` Allowed: ${options.map((option) => text(isObject(option) ? (option.name ?? option.label ?? option.id) : option)).join(', ')}`;
}

function detailsText(details: Record<string, unknown>): string {
	const pairs = Object.entries(details).map(([key, value]) => `${key}: ${text(value)}`);
	return pairs.length > 0 ? ` (${pairs.join('; ')})` : '';
}

function unknownOutcome(asked: ApiRequest): string {
	return isRepeatable(asked)
		? ''
		: 'It may have happened: look at the record in the service before you run this again. ';
}

function after(attempts: number): string {
	return attempts > 1 ? ` after ${attempts} attempts` : '';
}

function capitalized(words: string): string {
	return words ? `Gave up${words}. ` : '';
}

function excerpt(body: unknown): string {
	if (typeof body !== 'string' || body === '') return '';
	return ` It begins with: ${body.replace(/\s+/g, ' ').slice(0, 80)}`;
}

function text(value: unknown): string {
	if (value === undefined || value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number);
}

function pathOf({ path }: ApiRequest): string {
	return path.split('?')[0];
}

function idIn({ path }: ApiRequest): string | undefined {
	return /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(path)?.[0];
}
