import { unusable } from '../errors/requestError';
import type { Connection } from '../connection';
import { quoted } from '../errors/redaction';

/** Where a host is, as far as its name tells; `nowhere` is link-local (with 192.0.0.0/24 where clouds have their metadata), multicast or reserved. */
export type Zone = 'local' | 'nowhere' | 'private' | 'public';

/** Where files may be besides the internet and the service's own host, by where the service is. */
const WITHIN_REACH: Partial<Record<Zone, Zone[]>> = {
	local: ['local', 'private'],
	private: ['private'],
};

/**
 * The address of a signed URL, if a file may travel there: https to the internet. Plain http, this machine and local
 * networks only where the base URL is such an address itself: a service on the internet has no business there.
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
		`Files travel over https, without a user name in the address. Plain http, this machine and local networks are allowed only where the Base URL is there. The address ${url ? `leads to ${quoted(connection.secrets, `${url.protocol}//${url.host}`)}` : 'cannot be read'}.`,
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

/**
 * The zone of a host, by its name alone: a name of the internet may lead anywhere. The name is as a URL has it, so that
 * every spelling of an address is one: `127.1` and `0x7f000001` are `127.0.0.1`.
 */
export function zoneOf(hostname: string): Zone {
	const name = plainName(hostname);
	if (name.startsWith('[')) return zoneOfV6(name.slice(1, -1));
	if (/^\d+(\.\d+){3}$/.test(name)) return zoneOfV4(name.split('.').map(Number));
	if (LOCAL_NAME.test(name)) return 'local';
	return name.includes('.') && !PRIVATE_NAME.test(name) ? 'public' : 'private';
}

/** Whether both names are of one host. */
export function isSameHost(a: string, b: string): boolean {
	return plainName(a) === plainName(b);
}

const LOCAL_NAME = /(^|\.)localhost$|^localhost([46]?\.localdomain)?[46]?$|^ip6-l/;

/** Names that no registry of the internet gives away, and that networks use for themselves. */
const PRIVATE_NAME =
	/\.(corp|home|home\.arpa|internal|intern|intranet|lan|local|localdomain|private|svc)$/;

// A dot at the end changes nothing but the text.
function plainName(hostname: string): string {
	return hostname.toLowerCase().replace(/(?<!\.)\.+$/, '');
}

function zoneOfV4([a, b, c]: number[]): Zone {
	if (a === 127) return 'local';
	if (a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168)) return 'private';
	if (a === 100 && b >= 64 && b <= 127) return 'private';
	if (a === 0 || a >= 224 || (a === 169 && b === 254)) return 'nowhere';
	if (a === 192 && b === 0 && c === 0) return 'nowhere';
	return 'public';
}

// Only global unicast is the internet; an address that carries one of IPv4 (mapped, NAT64) is not in it.
function zoneOfV6(address: string): Zone {
	if (address === '::1') return 'local';
	const first = parseInt(address.split(':')[0] || '0', 16);
	if (first >= 0xfc00 && first <= 0xfdff) return 'private';
	return first >= 0x2000 && first <= 0x3fff ? 'public' : 'nowhere';
}
