import { fileError } from './storageErrors';
import type { Connection } from './connection';

/**
 * The address of a signed URL, if a file may travel there: https, or plain http to this machine or to the host of the
 * base URL.
 *
 * @param from what relative addresses belong to, the base URL when absent
 * @throws NodeApiError that names the host, never the URL: its query is a secret
 */
export function signedUrl(connection: Connection, address: string, from?: URL): URL {
	const home = new URL(connection.baseUrl);
	const url = URL.canParse(address, (from ?? home).href)
		? new URL(address, from ?? home)
		: undefined;
	if (url?.protocol === 'https:') return url;
	if (url?.protocol === 'http:' && isTrusted(url.hostname, home.hostname)) return url;
	throw fileError(connection.context.getNode(), {
		message: 'The service gave an address for the file that is not safe to use',
		description: `Files travel over https, or over http to the service's own host or this machine only. The address ${url ? `leads to ${url.protocol}//${url.host}` : 'cannot be read'}.`,
	});
}

function isTrusted(host: string, home: string): boolean {
	return host === home || /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/i.test(host);
}
