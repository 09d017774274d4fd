import { isObject } from '../api/shapes';
import { addressSentence } from './addressSentences';
import { isHtml, isUnreadable, type ApiRequest, type Exchange } from './exchange';
import type { Facts, Problem } from './problems';
import { isReading, isRepeatable } from './retry';

/** Says what happened and what to do about it. */
export type Sentence = (facts: Facts) => Pick<Problem, 'description' | 'message'>;

/** The most telling sentence for an answer: why there is none, the service's code, else its status. */
export function sentenceFor(facts: Facts): Sentence {
	const { answer, asked, errorId, tooLongMs } = facts;
	const address = addressSentence(facts);
	if (address) return address;
	if (answer.failure) return FAILURES[answer.failure];
	if (isUnreadable(asked, answer)) return isHtml(answer.body) ? webPage : unreadable;
	if (tooLongMs !== undefined) return askedToWait(tooLongMs);
	if (errorId && Object.hasOwn(BY_ERROR_ID, errorId)) return BY_ERROR_ID[errorId];
	if (answer.status >= 300 && answer.status < 400) return redirected;
	return BY_STATUS[answer.status] ?? (answer.status >= 500 ? serverFault : refused);
}

const FAILURES: Record<NonNullable<Exchange['failure']>, Sentence> = {
	unsent: ({ answer, ...facts }) => ({
		message: 'The contract-management service could not be reached',
		description: `${executed(facts)}${gaveUp(facts)}Check the Base URL in the credential, and that the service is up. (${answer.reason ?? 'no connection'})`,
	}),
	lost: ({ asked, answer, ...facts }) => ({
		message: isRepeatable(asked)
			? 'The contract-management service did not answer'
			: 'No answer arrived, so it is not known whether the service executed this',
		description: `${unknownOutcome(asked)}${gaveUp(facts)}The connection broke or timed out. (${answer.reason ?? 'no answer'})`,
	}),
	canceled: () => ({
		message: 'The execution was canceled',
		description: 'The request was stopped before the service answered.',
	}),
	blocked: ({ answer }) => ({
		message: answer.reason ?? 'The request was not sent',
		description:
			'Check the Base URL in the credential, and Proxy and Ignore SSL Issues under Request Options.',
	}),
};

const ELSEWHERE = 'Perhaps a proxy or a login page answers at the Base URL of the credential.';

const unreadable: Sentence = ({ asked, answer, ...facts }) => ({
	message: `The service answered ${answer.status} with ${answer.reason ?? (answer.body ? 'something that is not JSON' : 'an empty body')}`,
	description: `${unknownOutcome(asked)}${gaveUp(facts)}${ELSEWHERE}${excerpt(answer.body)}`,
});

const webPage: Sentence = ({ asked, answer, ...facts }) => ({
	message: `A web page answered (${answer.status}), not the API of the service`,
	description: `${unknownOutcome(asked)}${gaveUp(facts)}${ELSEWHERE}${excerpt(answer.body)}`,
});

function askedToWait(tooLongMs: number): Sentence {
	return ({ asked, answer, attempts, isUnknown }) => {
		const sent = attempts > 0 ? executed({ asked, isUnknown }) : 'It was not even sent. ';
		return {
			message: `The service asks to wait ${Math.ceil(tooLongMs / 1000)} s before the next request`,
			description: `${answer.status === 429 ? sent : unknownOutcome(asked)}That is longer than Retry for Up To in the options allows. Run this again after that time, or raise the option.`,
		};
	};
}

const redirected: Sentence = () => ({
	message: 'The service redirected the request to another address',
	description:
		'The API key is sent to the Base URL of the credential only, so the redirect was not followed. Set the Base URL to the final address.',
});

const refused: Sentence = ({ answer, message }) => ({
	message: message ?? `The service refused the request (status ${answer.status})`,
	description: `Check the parameters of the node.${excerpt(answer.body)}`,
});

const serverFault: Sentence = ({ answer, asked, message, ...facts }) => ({
	message: `The service had an internal fault (status ${answer.status})`,
	description: `${unknownOutcome(asked)}${gaveUp(facts)}${message ? `The service says: ${message}` : 'Run it again later.'}`,
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
			: `Nothing was found at ${asked.path.split('?')[0]}`,
		description: errorId
			? 'It may have been deleted, or it belongs to another organization than the API key.'
			: 'Check the id, and that the Base URL of the credential ends with /v2.',
	}),
	409: ({ message }) => ({
		message: message ?? 'The state of the record does not allow this',
		description: 'Read the record to see its status.',
	}),
	429: (facts) => ({
		message: 'The service keeps rejecting requests because there are too many',
		description: `${gaveUp(facts)}Set Max Requests per Second in the credential, or raise Retry for Up To in the options. ${executed(facts).trim()}`,
	}),
};

const BY_ERROR_ID: Record<string, Sentence> = {
	CONTRACT_NOT_FOUND: missing('contract', /\/contracts?\/([^/?]+)/),
	COUNTERPARTY_NOT_FOUND: missing('counterparty', /\/counterparties\/([^/?]+)/),
	TEMPLATE_NOT_FOUND: missing(
		'template',
		/\/templates\/([^/?]+)/,
		' Get Creation Form lists the templates of a contract type.',
	),
	MEMBER_NOT_FOUND: missing('member', /\/members\/([^/?]+)/),
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

/**
 * @param inPath finds its id in a path, where the details do not name it
 * @param more where to look for one that exists
 */
function missing(what: string, inPath: RegExp, more = ''): Sentence {
	return ({ asked, details }) => {
		const id = details.value ?? details.id ?? inPath.exec(asked.path)?.[1];
		return {
			message: `No ${what} ${text(id) || 'with this id'}`,
			description: `It may have been deleted, or it belongs to another organization than the API key.${more}`,
		};
	};
}

function allowed(details: Record<string, unknown>): string {
	const options = details.availableOptions ?? details.options ?? details.allowed;
	if (!Array.isArray(options) || options.length === 0) return '';
	return ` Allowed: ${options.map(optionName).join(', ')}`;
}

function optionName(option: unknown): string {
	return text(isObject(option) ? (option.name ?? option.label ?? option.id) : option);
}

function detailsText(details: Record<string, unknown>): string {
	const pairs = Object.entries(details).map(([key, value]) => `${key}: ${text(value)}`);
	return pairs.length > 0 ? ` (${pairs.join('; ')})` : '';
}

// Of a rejected or unsent request; an earlier attempt may have got further.
function executed({ asked, isUnknown }: Pick<Facts, 'asked' | 'isUnknown'>): string {
	return isUnknown ? unknownOutcome(asked) : 'Nothing was executed. ';
}

function unknownOutcome(asked: ApiRequest): string {
	if (isReading(asked)) return '';
	return isRepeatable(asked)
		? 'It may have happened; running it again does no harm. '
		: 'It may have happened: look at the record in the service before you run this again. ';
}

function gaveUp({ attempts, tried }: Pick<Facts, 'attempts' | 'tried'>): string {
	if (attempts <= 1) return '';
	return `Gave up after ${attempts} attempts${tried ? ` (${runs(tried).join(', ')})` : ''}. `;
}

/** `503, 503, 500` becomes `2 × 503, 500`. */
function runs(labels: string[]): string[] {
	const counts: Array<{ label: string; count: number }> = [];
	for (const label of labels) {
		const last = counts.at(-1);
		if (last?.label === label) last.count += 1;
		else counts.push({ label, count: 1 });
	}
	return counts.map(({ label, count }) => (count > 1 ? `${count} × ${label}` : label));
}

function excerpt(body: unknown): string {
	if (typeof body !== 'string' || body === '') return '';
	return ` It begins with: ${body.replace(/\s+/g, ' ').slice(0, 80)}`;
}

function text(value: unknown): string {
	if (value === undefined || value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number);
}
