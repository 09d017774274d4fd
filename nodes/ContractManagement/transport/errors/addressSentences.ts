import type { Facts, Sentence } from './problems';

/** Codes of Node and OpenSSL for a certificate that is not accepted. */
const CERTIFICATE = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/;

/** A base URL as the service has it ("Versioning"): no empty or encoded step in its path, and /v2 at its end. */
const SPELLED_RIGHT = /^https?:\/\/[^/]+(\/[^/%]+)*\/v2$/;

/** Error codes of a 404 that are not about a record. */
const OF_NO_RECORD = /^NOT_FOUND$|ROUTE|PATH|ENDPOINT|URL/i;
const OF_NO_ROUTE = /^(NO_)?(ROUTE|ENDPOINT)/i;

/** Said where an answer is none of this service's. */
export const OTHER_SERVICE = 'The Base URL of the credential may point to another service';

/** Why the address in the credential cannot be right; undefined where nothing says so. */
export function addressSentence(facts: Facts): Sentence | undefined {
	const { answer, baseUrl, errorId } = facts;
	const tls = tlsProblem(answer, `the ${proxyIn(facts) ?? 'service'}`);
	if (tls) return () => tls;
	return isNoRoute({ status: answer.status, errorId, baseUrl }) ? noRoute : undefined;
}

/** Whether a 404 tells of the address, as it says so, or as that is not spelled as the service's, and not of a record. */
export function isNoRoute(refusal: Pick<Facts, 'baseUrl' | 'errorId'> & { status: number }) {
	const { status, errorId = 'NOT_FOUND', baseUrl = '' } = refusal;
	const told = SPELLED_RIGHT.test(baseUrl) ? OF_NO_ROUTE : OF_NO_RECORD;
	return status === 404 && baseUrl !== '' && told.test(errorId);
}

/** A proxy that did not connect, where the reason names another address than the service's, or says so itself. */
export function proxyIn({ answer, baseUrl = '' }: Pick<Facts, 'answer' | 'baseUrl'>) {
	const { reason = '' } = answer;
	if (reason.startsWith('Proxy connection')) return 'proxy';
	const at = /^(?:connect|getaddrinfo) \w+ (\S+)/.exec(reason)?.[1];
	if (at === undefined || !URL.canParse(baseUrl)) return undefined;
	const { hostname, port, protocol } = new URL(baseUrl);
	const isHome = at === hostname || at.endsWith(`:${port || (protocol === 'https:' ? 443 : 80)}`);
	return isHome ? undefined : `proxy ${at}`;
}

const noRoute: Sentence = ({ asked, baseUrl }) => {
	// Whoever may read the error may not be allowed to see a password in the address.
	const { origin, pathname } = new URL(String(baseUrl));
	return {
		message: `No such route: ${asked.path.split('?')[0]}. ${/\/v2$/i.test(pathname) ? 'Check the Base URL for a misspelling' : 'Add /v2 at the end of the Base URL'}`,
		description: `The Base URL of the credential is ${origin}${pathname}; that of the service ends with /v2.`,
	};
};

/** What keeps a secure connection from coming about, by a code or words of the failure; after the first sentence what to do. */
const TLS: Record<string, string> = {
	CERT_HAS_EXPIRED:
		'its certificate has expired. It needs a new one, unless the clock of n8n is wrong.',
	CERT_NOT_YET_VALID:
		'its certificate is not valid yet. Check the clock of the machine that runs n8n.',
	ALTNAME: 'its certificate belongs to another host. Check the host, and whether a proxy answers.',
	'wrong version number':
		'it speaks no TLS, so write http in place of https. Its address begins with http://.',
	certificate: 'it asks for a client certificate. The credential has none.',
	protocol: 'it speaks no version of TLS that n8n accepts. It needs TLS 1.2 or later.',
	'handshake failure':
		'it refuses the handshake. It may ask for a client certificate, or for ciphers that n8n lacks.',
};
const ISSUER =
	"the issuer of its certificate is not known. Give n8n the issuer's certificate with NODE_EXTRA_CA_CERTS.";
const NO_HANDSHAKE = 'the handshake failed. Check the host and the port of the address.';

/** Why no secure connection to `whom`, such as 'the service', comes about; undefined where it is something else. */
export function tlsProblem({ code = '', reason = '', failure }: Facts['answer'], whom: string) {
	const isCertificate = CERTIFICATE.test(code);
	if (!isCertificate && code !== 'EPROTO' && !(failure === 'blocked' && /^ERR_SSL_/.test(code)))
		return undefined;
	const said = isCertificate ? code : (/SSL routines:\w*(:[^:]+)/.exec(reason)?.[1] ?? reason);
	const known = Object.keys(TLS).find((words) => said.replace(':', ' ').includes(words));
	const [why, ...fix] = (known ? TLS[known] : isCertificate ? ISSUER : NO_HANDSHAKE).split(
		/(?<=\.) /,
	);
	return {
		message: `No secure connection to ${whom}: ${why.slice(0, -1)}`,
		description: `Nothing was executed. ${fix.join(' ')} (${said.replace(/^:/, '')})`,
	};
}
