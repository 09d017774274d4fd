import { isReading } from '../retry';
import type { Facts, Sentence } from './problems';

/** Something without TLS answered where https was spoken. */
const NO_TLS = /wrong version number|packet length too long|http request/i;

/** What servers say, in words or in bytes, when http is spoken to their https port. */
const ONLY_TLS = /plain HTTP request was sent to HTTPS|HTTP request to an HTTPS/i;

/** Codes of Node and OpenSSL for a certificate that is not accepted. */
const CERTIFICATE = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/;

/** Error codes of a 404 that are not about a record. */
const OF_NO_RECORD = /^NOT_FOUND$|ROUTE|PATH|ENDPOINT|URL/i;

/** Said where an answer is none of this service's. */
export const OTHER_SERVICE = 'The Base URL of the credential may point to another service';

/** Why the address in the credential cannot be right; undefined where nothing says so. */
export function addressSentence(facts: Facts): Sentence | undefined {
	const { asked, answer, baseUrl = '', errorId } = facts;
	const { code = '', reason = '', status } = answer;
	if (code === 'EPROTO') return NO_TLS.test(reason) ? noHttps : noSecureConnection;
	if (CERTIFICATE.test(code)) return certificate;
	if (/^http:/i.test(baseUrl) && isOnlyTls(asked, answer)) return noHttp;
	return isNoRoute({ status, errorId, baseUrl }) ? noRoute : undefined;
}

/** Whether a 404 tells of the address, which ends with /v2 ("Versioning"), and not of a record. */
export function isNoRoute(refusal: Pick<Facts, 'baseUrl' | 'errorId'> & { status: number }) {
	const { status, errorId = 'NOT_FOUND', baseUrl = '' } = refusal;
	const hasVersion = baseUrl === '' || /\/v2$/i.test(baseUrl);
	return status === 404 && !hasVersion && OF_NO_RECORD.test(errorId);
}

function isOnlyTls(asked: Facts['asked'], { code = '', status, body }: Facts['answer']): boolean {
	// Anything that is no HTTP has this code: it does not say that a write was not executed.
	if (code === 'HPE_INVALID_CONSTANT') return isReading(asked);
	return status === 400 && typeof body === 'string' && ONLY_TLS.test(body);
}

const noRoute: Sentence = ({ asked, baseUrl }) => ({
	message: `No such route: ${asked.path.split('?')[0]}. The Base URL has no /v2 at its end`,
	description: `The Base URL of the credential is ${shown(String(baseUrl))}; that of the service ends with /v2.`,
});

const noHttps: Sentence = () => ({
	message: 'The service does not accept https at the Base URL',
	description:
		'Nothing was sent. The server there speaks plain http: begin the Base URL of the credential with http://, or enter the port for https.',
});

const noHttp: Sentence = () => ({
	message: 'The service does not accept http at the Base URL',
	description:
		'Nothing was executed. The server there speaks https: begin the Base URL of the credential with https://.',
});

const noSecureConnection: Sentence = ({ answer }) => ({
	message: 'No secure connection to the service could be made',
	description: `Check the Base URL of the credential: the host and the port. (${answer.reason ?? ''})`,
});

const CERTIFICATES: Record<string, string> = {
	CERT_HAS_EXPIRED: 'It has expired: the service needs a new one.',
	ERR_TLS_CERT_ALTNAME_INVALID: 'It belongs to another host than that of the Base URL.',
};

const ISSUER =
	'Its issuer is not known here: give the certificate to n8n with NODE_EXTRA_CA_CERTS.';

const certificate: Sentence = ({ answer }) => ({
	message: 'The certificate of the service is not trusted',
	description: `Nothing was sent. ${CERTIFICATES[String(answer.code)] ?? ISSUER} (${String(answer.code)})`,
});

// Whoever may read the error may not be allowed to see a password in the address.
function shown(baseUrl: string): string {
	const { origin, pathname } = new URL(baseUrl);
	return `${origin}${pathname}`;
}
