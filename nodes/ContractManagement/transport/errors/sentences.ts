import { addressSentence } from './addressSentences';
import { isHtml, isUnreadable, type ApiRequest, type Failure, type Outcome } from '../exchange';
import { complaintOf, contentOf, type Facts, type Problem, type Sentence } from './problems';
import { isInconclusive, isReading, isRepeatable } from '../retry';
import { ABSENT, BY_ERROR_ID, detailsText, whereItShows } from './recordSentences';

/** Explains why the request did not succeed. Pure; the answer is one for which `isSuccess` is false. */
export function problemOf(asked: ApiRequest, outcome: Outcome): Problem {
	const { errorId, message, details } = complaintOf(outcome.answer.body);
	const facts: Facts = { ...outcome, errorId, message, details, asked };
	return {
		...sentenceFor(facts)(facts),
		errorId,
		...(Object.keys(details).length > 0 && { details }),
	};
}

/** The most telling sentence for an answer: why there is none, the service's code, else its status. */
function sentenceFor(facts: Facts): Sentence {
	const { answer, asked, errorId, tooLongMs } = facts;
	const address = addressSentence(facts);
	if (address) return address;
	// What is canceled ends in an error of its own.
	if (answer.failure && answer.failure !== 'canceled') return FAILURES[answer.failure];
	// The page of a proxy, a login or a firewall tells nothing of records, or of what a key may do.
	const isPage = [401, 403, 404].includes(answer.status) && isHtml(answer.body);
	if (isPage || isUnreadable(asked, answer)) return unreadable;
	if (tooLongMs !== undefined) return askedToWait;
	if (errorId && Object.hasOwn(BY_ERROR_ID, errorId)) return BY_ERROR_ID[errorId];
	if (answer.status >= 300 && answer.status < 400) return redirected;
	return BY_STATUS[answer.status] ?? (isInconclusive(answer.status) ? serverFault : refused);
}

const FAILURES: Record<Exclude<Failure, 'canceled'>, Sentence> = {
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
	blocked: ({ answer }) => ({
		message: answer.reason ?? 'The request was not sent',
		description:
			answer.code === 'ERR_INVALID_CREDENTIAL'
				? 'Nothing was sent. Open the credential and correct it.'
				: 'Check the Base URL in the credential, and Proxy and Ignore SSL Issues under Request Options.',
	}),
};

const unreadable: Sentence = ({ asked, answer, message, ...facts }) => ({
	message: isHtml(answer.body)
		? `A web page answered (${answer.status}), not the API of the service`
		: `The service answered ${answer.status} with ${answer.reason ?? contentOf(answer.body)}`,
	description: `${answer.status < 300 ? unknownOutcome(asked) : executed({ ...facts, asked })}${gaveUp(facts)}${message ? `The service says: ${message}` : `Perhaps a proxy or a login page answers at the Base URL of the credential.${excerpt(answer.body)}`}`,
});

const askedToWait: Sentence = ({ asked, answer, attempts, isUnknown, tooLongMs }) => {
	const sent = attempts > 0 ? executed({ asked, isUnknown }) : 'It was not even sent. ';
	return {
		message: `The service asks to wait ${Math.ceil(Number(tooLongMs) / 1000)} s before the next request`,
		description: `${answer.status === 429 ? sent : unknownOutcome(asked)}That is longer than Retry for Up To in the options allows. Run this again after that time, or raise the option.`,
	};
};

const redirected: Sentence = ({ asked, isUnknown }) => ({
	message: 'The service redirected the request to another address',
	description: `${isUnknown ? unknownOutcome(asked) : ''}The API key is sent to the Base URL of the credential only, so the redirect was not followed. Set the Base URL to the final address.`,
});

const refused: Sentence = ({ answer, message, details }) => ({
	message: message ?? `The service refused the request (status ${answer.status})`,
	description: `Check the parameters of the node.${detailsText(details)}${excerpt(answer.body)}`,
});

const serverFault: Sentence = ({ answer, asked, message, ...facts }) => ({
	message: `The service had an internal fault (status ${answer.status})`,
	description: `${unknownOutcome(asked)}${gaveUp(facts)}${message ? `The service says: ${message}` : 'Run it again later.'}`,
});

const BY_STATUS: Record<number, Sentence> = {
	400: ({ message = 'The service found the request invalid', ...facts }) =>
		refused({ message, ...facts }),
	401: () => ({
		message: 'The service rejected the API key',
		description:
			'Open the credential and paste the key again; a new one comes from the integrations area of the organization settings.',
	}),
	403: ({ answer, message }) => ({
		message: 'The API key may not do this',
		description: `Use a key with more permissions.${message ? ` The service says: ${message}` : excerpt(answer.body)}`,
	}),
	404: ({ asked, message, errorId }) => ({
		message: errorId
			? (message ?? 'The record does not exist')
			: `Nothing was found at ${asked.path.split('?')[0]}`,
		description: errorId
			? ABSENT
			: 'Check the ID, and that the Base URL of the credential ends with /v2.',
	}),
	408: (facts) => ({ ...serverFault(facts), message: 'The request took too long (status 408)' }),
	409: ({ answer, message }) => ({
		message: message ?? 'The state of the record does not allow this',
		description: `Read the record to see its status.${excerpt(answer.body)}`,
	}),
	429: (facts) => ({
		message: 'The service keeps rejecting requests because there are too many',
		description: `${gaveUp(facts)}Set Max Requests per Second in the credential, or raise Retry for Up To in the options. ${executed(facts).trim()}`,
	}),
};

// Of a rejected or unsent request; an earlier attempt may have got further.
function executed({ asked, isUnknown }: Pick<Facts, 'asked' | 'isUnknown'>): string {
	return isUnknown ? unknownOutcome(asked) : 'Nothing was executed. ';
}

function unknownOutcome(asked: ApiRequest): string {
	if (isReading(asked)) return '';
	return isRepeatable(asked)
		? 'It may have happened; running it again does no harm. '
		: `It may have happened: look ${whereItShows(asked)} in the service before you run this again. `;
}

function gaveUp({ attempts, tried }: Pick<Facts, 'attempts' | 'tried'>): string {
	if (attempts <= 1) return '';
	return `Gave up after ${attempts} attempts${tried ? ` (${runs(tried).join(', ')})` : ''}. `;
}

/** `503, 503, 500` becomes `2 × 503, 500`. */
function runs(labels: string[]): string[] {
	const counts: Array<[count: number, label: string]> = [];
	for (const label of labels) {
		const last = counts.at(-1);
		if (last?.[1] === label) last[0] += 1;
		else counts.push([1, label]);
	}
	return counts.map(([count, label]) => (count > 1 ? `${count} × ${label}` : label));
}

function excerpt(body: unknown): string {
	if (typeof body !== 'string' || body === '') return '';
	return ` It begins with: ${body.replace(/\s+/g, ' ').slice(0, 80)}`;
}
