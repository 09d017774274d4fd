/**
 * Where a host is, as far as its name tells: on this machine, in a local network, in a range that no service is in
 * (link-local with the metadata of clouds, unspecified, multicast, reserved), or on the internet.
 */
export type Zone = 'local' | 'nowhere' | 'private' | 'public';

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

const LOCAL_NAME = /(^|\.)localhost$|^localhost[46]?\.localdomain[46]?$|^localhost[46]$|^ip6-l/;

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
	if ((a === 192 && b === 0 && c === 0) || (a === 198 && (b === 18 || b === 19))) return 'nowhere';
	return 'public';
}

// Only global unicast is the internet, without the ranges that carry an IPv4 address (6to4, Teredo).
function zoneOfV6(address: string): Zone {
	if (address === '::1') return 'local';
	const [first, second] = address.split(':').map((group) => parseInt(group || '0', 16));
	if (first >= 0xfc00 && first <= 0xfdff) return 'private';
	const carriesV4 = first === 0x2002 || (first === 0x2001 && second < 0x200);
	return first >= 0x2000 && first <= 0x3fff && !carriesV4 ? 'public' : 'nowhere';
}
