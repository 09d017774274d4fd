import { shown } from '../../api/fieldProblems';
import { BEGINNING, cutAt, isHtml } from '../../api/texts';
import { isInconclusive } from '../retry';
import type { Facts, Sentence } from './problems';
import { executed, gaveUp, unknownOutcome } from './recordSentences';

/** Refusals that the service may give without its form; other statuses, and 403, come from gateways then. */
const OF_SERVICE = [400, 401, 404, 408, 409, 422, 500];

/** A login of the web, which the API does not have. */
const LOGIN = /^\s*(basic|digest|negotiate|ntlm)\b/i;

/** Headers that tell who answered. */
export const WITNESSES = ['via', 'proxy-authenticate', 'www-authenticate'];

/** How much of others' words is shown, in characters. */
const LONGEST_WORDS = 80;

/** Whether something before the service refused: its own refusals have an `errorId` ("Errors"), and are no pages. */
export function isOnTheWay({ answer, errorId }: Pick<Facts, 'answer' | 'errorId'>): boolean {
	const { status, body, headers } = answer;
	if (errorId !== undefined || status < 400 || status === 429) return false;
	const isLogin = status === 401 && LOGIN.test(String(headers['www-authenticate']));
	return isHtml(body) || isLogin || !OF_SERVICE.includes(status);
}

/** Who refused, with its words, and what to do about it. */
export const onTheWay: Sentence = (facts) => {
	const { answer, asked } = facts;
	const { status, headers } = answer;
	const [what, fix] = causeOf(facts);
	const became = isInconclusive(status) ? unknownOutcome(asked) : executed(facts);
	const told = WITNESSES.filter((name) => headers[name]);
	const witness = told.map((name) => ` (${name}: ${shown(headers[name], LONGEST_WORDS)})`);
	return {
		message: `${what}${withWords(facts)}`,
		description: `${became}${gaveUp(facts)}${fix}${witness.join('')}`,
	};
};

function causeOf({ answer: { status, body }, asked }: Facts): [what: string, fix: string] {
	if (status === 407) return ['The proxy asks for a name and a password (407)', PROXY_LOGIN];
	if (status === 413) return [`A gateway or proxy takes no request so large (413)`, sizeOf(asked)];
	if (isInconclusive(status) && status !== 500)
		return [`A gateway or proxy could not reach the service (${status})`, 'Run it again later.'];
	const what = isHtml(body)
		? `A web page answered (${status}), not the API of the service`
		: `Refused before the service (${status})`;
	return [what, status < 404 ? KEY : ADDRESS];
}

const PROXY_LOGIN =
	'Check them in HTTP_PROXY and HTTPS_PROXY of n8n, before the host (name:password@host:port), or in Proxy under Request Options of actions.';
/** Said of answers that are none of the API. */
export const ADDRESS =
	'Perhaps a proxy or a login page answers at the Base URL of the credential, which ends with /v2.';
const KEY =
	'Check the API key and the Base URL of the credential: a proxy, gateway or login page may have answered.';

function sizeOf({ body }: Facts['asked']): string {
	const size = body === undefined ? 0 : new TextEncoder().encode(JSON.stringify(body)).length;
	return `The limit is set there, not in the service.${size ? ` Sent were ${size} bytes.` : ''}`;
}

/** The words of whoever answered, after a colon. */
export function withWords({ answer: { body }, message }: Pick<Facts, 'answer' | 'message'>) {
	const words = shown(message ?? beginningOf(body), LONGEST_WORDS);
	return words && `: ${words}`;
}

/** The title of a page, else its first words, or those of XML; the beginning of a text; nothing of bytes that are none, such as gzip. */
export function beginningOf(body: unknown): string {
	if (typeof body !== 'string' || body.startsWith('\u001f')) return '';
	if (!isHtml(body) && /^.{0,200}[\0\ufffd]/s.test(body)) return '';
	const text = body.slice(0, BEGINNING);
	const title = /<title[^>]*>([^<]*)/i.exec(text)?.[1].trim();
	const afterTag = (part: string) =>
		/^(script|style|!)/i.test(part) ? '' : part.slice(part.indexOf('>') + 1);
	const plain = title || (/^\s*</.test(text) ? text.split('<').map(afterTag).join(' ') : text);
	return cutAt(plain.replace(/\s+/g, ' ').trim(), LONGEST_WORDS);
}
