import { addressSentence, proxyIn } from './addressSentences';
import { isHtml } from '../../api/texts';
import { isUnreadable, type ApiRequest, type Failure, type Outcome } from '../exchange';
import { ADDRESS, beginningOf, isOnTheWay, onTheWay, withWords } from './onTheWay';
import {
	complaintOf,
	contentOf,
	inItsWords,
	type Facts,
	type Problem,
	type Sentence,
} from './problems';
import { isInconclusive, isRepeatable } from '../retry';
import {
	absent,
	assumptionsIn,
	BY_ERROR_ID,
	detailsText,
	executed,
	gaveUp,
	unknownOutcome,
} from './recordSentences';

/** Explains why the request did not succeed. Pure; the answer is one for which `isSuccess` is false. */
export function problemOf(asked: ApiRequest, outcome: Outcome): Problem {
	const { errorId, message, details } = complaintOf(outcome.answer.body, outcome.profile);
	const facts: Facts = { ...outcome, errorId, message, details, asked };
	const { description, ...problem } = sentenceFor(facts)(facts);
	const isRefused = [400, 422].includes(outcome.answer.status) && !(errorId! in BY_ERROR_ID);
	return {
		...problem,
		description: description + (isRefused ? assumptionsIn(asked, outcome.profile) : ''),
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
	if (isUnreadable(asked, answer)) return unreadable;
	if (tooLongMs !== undefined) return askedToWait;
	if (isOnTheWay(facts)) return onTheWay;
	if (errorId && Object.hasOwn(BY_ERROR_ID, errorId)) return BY_ERROR_ID[errorId];
	if (answer.status >= 300 && answer.status < 400) return redirected;
	return BY_STATUS[answer.status] ?? (isInconclusive(answer.status) ? serverFault : refused);
}

const FAILURES: Record<Exclude<Failure, 'canceled'>, Sentence> = {
	unsent: (facts) => {
		const proxy = proxyIn(facts);
		const { reason = 'no connection' } = facts.answer;
		return {
			message: `The ${proxy ?? 'contract-management service'} could not be reached${proxy ? '' : HOME}`,
			description: `${executed(facts)}${gaveUp(facts)}${proxy ? PROXY : ''}(${reason})`,
		};
	},
	lost: ({ asked, answer, ...facts }) => ({
		message: isRepeatable(asked)
			? 'The contract-management service did not answer'
			: 'No answer arrived, so it is not known whether the service executed this',
		description: `${unknownOutcome(asked)}${gaveUp(facts)}${/^HPE_/.test(answer.code ?? '') ? NO_HTTP : 'The connection broke or timed out.'} (${answer.reason ?? 'no answer'})`,
	}),
	blocked: ({ answer }) => ({
		message: answer.reason ?? 'The request was not sent',
		description:
			answer.code === 'ERR_INVALID_CREDENTIAL'
				? 'Nothing was sent. Open the credential and correct it.'
				: 'Check the Base URL in the credential, and Proxy and Ignore SSL Issues under Request Options of actions.',
	}),
};

const NO_HTTP = 'What answered does not speak http: the Base URL may have to begin with https://.';
const HOME = '. Check that it is up, and the Base URL in the credential';
const PROXY =
	'Check that it is up, and its address in HTTP_PROXY and HTTPS_PROXY of n8n, or in Proxy under Request Options of actions; hosts in NO_PROXY are asked without it. ';

const unreadable: Sentence = ({ asked, answer, message, ...facts }) => ({
	message: isHtml(answer.body)
		? `A web page answered (${answer.status}), not the API of the service${withWords({ answer })}`
		: `The service answered ${answer.status} with ${answer.reason ?? contentOf(answer.body)}`,
	description: `${unknownOutcome(asked)}${gaveUp(facts)}${message ? `The service says: ${message}` : `${ADDRESS}${isHtml(answer.body) ? '' : excerpt(answer.body)}`}`,
});

const askedToWait: Sentence = ({ asked, answer, attempts, isUnknown, tooLongMs, message }) => {
	const sent = attempts > 0 ? executed({ asked, isUnknown }) : 'It was not even sent. ';
	return {
		message: `The service asks to wait ${Math.ceil(Number(tooLongMs) / 1000)} s before the next request${withWords({ answer })}`,
		description: `${answer.status === 429 ? sent : unknownOutcome(asked)}That is longer than the node waits. Run this again after that time, or raise Retry for Up To in the options of actions.${inItsWords({ message })}`,
	};
};

const redirected: Sentence = ({ asked, isUnknown }) => ({
	message: 'The service redirected the request to another address',
	description: `${isUnknown ? unknownOutcome(asked) : ''}The API key is sent to the Base URL of the credential only, so the redirect was not followed. Set the Base URL to the final address.`,
});

const refused: Sentence = ({ answer, message, details, errorId }) => ({
	message: message ?? `The service refused the request (status ${answer.status})`,
	description: `Check the parameters of the node.${detailsText(details)}${excerpt(answer.body)}${errorId === undefined && answer.body ? NO_FORM : ''}`,
});

const NO_FORM =
	' It is not in the form of the service: a gateway or proxy on the way may have refused it.';

const serverFault: Sentence = ({ answer, asked, message, ...facts }) => ({
	message: `The service had an internal fault (status ${answer.status})`,
	description: `${unknownOutcome(asked)}${gaveUp(facts)}${message ? `The service says: ${message}` : `Run it again later.${excerpt(answer.body)}`}`,
});

const BY_STATUS: Record<number, Sentence> = {
	401: ({ answer, message, errorId }) => ({
		message: `The service rejected the API key${errorId ? '' : withWords({ answer, message })}. Open the credential and paste it again`,
		description: `A new key comes from the integrations area of the organization settings.${errorId ? inItsWords({ message }) : ''}`,
	}),
	403: (facts) => ({
		message: 'The API key may not do this',
		description: `Use a key with more permissions.${inItsWords(facts)}`,
	}),
	404: ({ asked, answer, message, errorId }) => ({
		message: errorId
			? (message ?? 'The record does not exist')
			: `Nothing was found at ${asked.path.split('?')[0]}${withWords({ answer, message })}`,
		description: errorId
			? absent(/^(.+)_NOT_FOUND$/.exec(errorId)?.[1] ?? asked.path.split('/')[1])
			: 'Check the ID, and that the Base URL of the credential ends with /v2.',
	}),
	408: (facts) => ({ ...serverFault(facts), message: 'The request took too long (status 408)' }),
	409: (facts) => ({
		message: facts.message ?? 'The state of the record does not allow this',
		description: facts.asked.path.startsWith('/contracts/')
			? `Read the record to see its status.${excerpt(facts.answer.body)}`
			: refused(facts).description,
	}),
	429: (facts) => ({
		message: 'The service keeps rejecting requests because there are too many',
		description: `${gaveUp(facts)}Set Max Requests per Second in the credential, or raise Retry for Up To in the options of actions. ${executed(facts).trim()}${inItsWords(facts)}`,
	}),
};

function excerpt(body: unknown): string {
	const beginning = beginningOf(body);
	return beginning && ` It begins with: ${beginning}`;
}
