import { isSameHost, zoneOf, type Zone } from '../../api/zones';
import { unusable } from '../errors/requestError';
import type { Connection } from '../connection';
import { quoted } from '../errors/redaction';

/** Where files may be besides the internet and the service's own host, by where the service is. */
const WITHIN_REACH: Partial<Record<Zone, Zone[]>> = {
	local: ['local', 'private'],
	private: ['private'],
};

/**
 * The address of a signed URL, if a file may travel there: https to the internet. Plain http, this machine and local
 * networks only where the base URL is such an address itself: a service on the internet has no business there.
 *
 * @param from what relative addresses belong to, the base URL when absent
 * @throws NodeApiError that names the host, never the URL: its query is a secret
 */
export function signedUrl(connection: Connection, address: string, from?: URL): URL {
	const home = new URL(connection.baseUrl);
	const base = from?.href ?? home.origin + home.pathname;
	const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
	if (url && isSafe(url, home)) return url;
	throw unusable(
		connection,
		'The service gave an address for the file that is not safe to use',
		`Files travel over https and without a user name in the address. Plain http, this machine and local networks are allowed only where the Base URL is there itself. The address ${url ? `leads to ${quoted(connection.secrets, `${url.protocol}//${url.host}`)}` : 'cannot be read'}.`,
	);
}

function isSafe(url: URL, home: URL): boolean {
	if (url.username !== '' || url.password !== '') return false;
	const isNear =
		isSameHost(url.hostname, home.hostname) ||
		WITHIN_REACH[zoneOf(home.hostname)]?.includes(zoneOf(url.hostname)) === true;
	if (url.protocol === 'http:') return home.protocol === 'http:' && isNear;
	return url.protocol === 'https:' && (isNear || zoneOf(url.hostname) === 'public');
}
