import { inPlaceOf } from '../../api/documents';
import { parsedJson } from '../../api/options';
import { isHtml } from '../../api/texts';
import type { Connection } from '../connection';
import { proxyIn, tlsProblem } from '../errors/addressSentences';
import { beginningOf } from '../errors/onTheWay';
import { complaintOf } from '../errors/problems';
import { answered, unusable } from '../errors/requestError';
import { isAccepted, type Exchange, type Outcome } from '../exchange';

/** Of our own: a storage that says yes to a part of a file has not taken it. */
export const TOO_EARLY = 'ERR_ANSWERED_EARLY';

/** With what a storage may answer to a signed URL whose time is over. */
export const EXPIRED = [400, 401, 403, 410];

/** Whether it does. Most of what is answered with 400 is something else. */
export function isExpired({ status, body }: Exchange): boolean {
	return EXPIRED.includes(status) && (status !== 400 || /Expired/.test(String(body)));
}

/** The error for a file that the storage behind a signed URL did not take or give. */
export function storageError(connection: Connection, task: string, outcome: Outcome) {
	const { answer, attempts } = outcome;
	const tried = attempts > 1 ? `Gave up after ${attempts} attempts. ` : '';
	const [cause, advice] = explained(answer, proxyIn(outcome));
	const description = `${tried}${advice}`.trim();
	return unusable(connection, `${task} failed: ${cause}`, description, answered(outcome));
}

function explained(answer: Exchange, proxy?: string): [cause: string, advice: string] {
	const { body, code, failure, reason, status } = answer;
	const tls = tlsProblem(answer, `the ${proxy ?? 'file storage'}`);
	if (tls) return [tls.message, tls.description];
	if (failure === 'blocked' || code === TOO_EARLY) return [String(reason), ''];
	if (failure === 'unsent' && proxy) return [`the ${proxy} could not be reached`, String(reason)];
	if (failure) return ['the file storage did not answer', String(reason)];
	const cause = isAccepted(answer)
		? (reason ?? inPlace(String(body)))
		: isHtml(body)
			? `a web page answered ${status}, not the file storage`
			: `the file storage answered ${status}`;
	const hint = isExpired(answer) ? 'Its signed address may have expired: run this again. ' : '';
	return [cause, reason ? '' : hint + wordsOf(String(body))];
}

function inPlace(body: string): string {
	return isHtml(body) ? inPlaceOf(body) : 'a page or nothing came in place of the file';
}

/** What the storage says: JSON like the service's, the XML of object storages, or the beginning of any text. */
function wordsOf(body: string): string {
	const inXml = /<Message>([^<]*)<\/Message>/.exec(body)?.[1];
	return inXml ?? complaintOf(parsedJson(body)).message ?? beginningOf(body);
}
