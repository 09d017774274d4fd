import type { GenericValue, IDataObject, IHttpRequestMethods } from 'n8n-workflow';
import type { Effect } from '../api/effects';
import { isIdentifier } from '../api/identifiers';
import { isErrorBody } from '../api/flaws';
import { isBlank } from '../api/options';
import type { Profile } from '../api/profile';
import { isHtml } from '../api/texts';
import type { Connection } from './connection';

/** One call of the API. `path` is relative to the base URL and already encoded. */
export interface ApiRequest {
	method: IHttpRequestMethods;
	path: string;
	/** Arrays repeat the parameter: `startAt=gte:A&startAt=lte:B`. */
	qs?: IDataObject;
	body?: GenericValue;
	/** Of what is no route of the API, such as a signed URL; of a route `effectOf` knows it. */
	effect?: Effect;
	/**
	 * Looks, where no answer says whether it was executed, before it is sent again or given up: what stands in for the
	 * answer's body, or undefined where nothing proves that it was. Its requests go before the others of its execution.
	 */
	look?: (connection: Connection) => Promise<unknown>;
	/** Makes the body anew before each further try, of what is there by then. */
	renew?: (connection: Connection) => Promise<GenericValue>;
	/** Whether an answer without a JSON body is fine (204, 202 with an empty body). */
	bodyOptional?: boolean;
	/** For a `file` a redirect is an answer; for `text` any body will do, and none. */
	answer?: 'file' | 'json' | 'text';
}

/** Why no HTTP answer arrived: the service never saw the request (`unsent`), it may have (`lost`), we stopped or refused it. */
export type Failure = 'blocked' | 'canceled' | 'lost' | 'unsent';

/** What came back: an HTTP answer, or status 0 with the reason why there is none. */
export interface Exchange {
	status: number;
	headers: Record<string, string>;
	body: unknown;
	failure?: Failure;
	/** The network's code of the failure, such as `ECONNRESET`. */
	code?: string;
	/** Text of the failure, or of what is wrong with the body, for people. */
	reason?: string;
}

/** The last answer together with what led to it. */
export interface Outcome {
	answer: Exchange;
	/** 0 when it was not even sent, as the service had asked to be left alone for long. */
	attempts: number;
	/** What each attempt came to, for people: `503`, `ECONNRESET`. */
	tried?: string[];
	/** Where it was sent to. */
	baseUrl?: string;
	/** What holds for the service there. */
	profile?: Profile;
	/** Given up because the service asks for a longer wait than the person allows. In milliseconds. */
	tooLongMs?: number;
	/** Whether one of the attempts may have been executed although its answer does not say so. */
	isUnknown?: boolean;
}

/** No connection, none through the proxy, or none that was encrypted. The codes do not tell: a lost network has the same. */
const UNCONNECTED = /^(connect E|getaddrinfo E|Proxy connection)|before secure TLS/;

/** Never sent: the address, a header or the certificate is refused. Not `ERR_SSL_`, which may come after the request was sent. */
const REFUSED_BY_US = /^(ERR_(INVALID|TLS|SSL_\w+_CERT)|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** The two ends cannot agree on TLS, so that nothing was sent, and never will be. */
const HANDSHAKE =
	/wrong version number|packet length too long|http request|protocol version|handshake failure|unsupported protocol|no protocols available|certificate required|bad certificate/i;

/** What axios threw. A request has a socket as soon as it is connected, through a proxy once that has connected it. */
interface Cause {
	code?: string;
	message?: string;
	errors?: Error[];
	cause?: { errors?: Error[] };
	request?: { socket?: { secureConnecting?: boolean } | null };
}

/** n8n wraps what axios threw; its code tells a refused connection from a lost answer. */
export function noAnswer(error: unknown): Exchange {
	const { httpCode, message, cause } = error as {
		httpCode?: string | null;
		message?: string;
		cause?: Cause;
	};
	const code = String(cause?.code ?? httpCode ?? '');
	// An error of several addresses, such as those of localhost, has words for each of them only.
	const [first] = cause?.errors ?? cause?.cause?.errors ?? [];
	const told = (cause ?? { message }).message || first?.message || code || undefined;
	const socket = cause?.request?.socket;
	// Where it has no address, it does not say that it is of the proxy.
	const isOfProxy = socket === null && !/^(connect|getaddrinfo|Proxy) /.test(String(told));
	const reason = isOfProxy ? `Proxy connection failed: ${told}` : told;
	const isUnsent = socket === null || socket?.secureConnecting === true;
	const failure = failureOf(code, String(reason), isUnsent);
	return { status: 0, headers: {}, body: undefined, failure, code: code || undefined, reason };
}

function failureOf(code: string, message: string, isUnsent: boolean): Failure {
	const isHandshake = (isUnsent || code === 'EPROTO') && HANDSHAKE.test(message);
	if (isHandshake || REFUSED_BY_US.test(code)) return 'blocked';
	if (isUnsent || UNCONNECTED.test(message)) return 'unsent';
	// Without a code nothing reached the network: the credential refused the address.
	return code === '' ? 'blocked' : 'lost';
}

/** Whether the service answered that it did what was asked, in a form that can be read. */
export function isSuccess(request: ApiRequest, answer: Exchange): boolean {
	return isAccepted(answer) && !isUnreadable(request, answer);
}

/** Whether the status says success. */
export function isAccepted({ status }: Exchange): boolean {
	return status >= 200 && status < 300;
}

/** A success without the JSON that it should carry: empty, cut off, malformed, a proxy's HTML page, or an error. */
export function isUnreadable(request: ApiRequest, answer: Exchange): boolean {
	if (!isAccepted(answer)) return false;
	const { body } = answer;
	if (request.answer === 'text') return isHtml(body);
	if (typeof body === 'object' && body !== null) return isErrorBody(body);
	// The only other text that is an answer: what was created may be named by its bare id.
	return isBlank(body) ? !request.bodyOptional : !isIdentifier(body);
}
