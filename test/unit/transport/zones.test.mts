import fc from 'fast-check';
import {
	isSameHost,
	zoneOf,
	type Zone,
} from '../../../nodes/ContractManagement/transport/files/signedUrl';

const zoneOfUrl = (host: string) => zoneOf(new URL(`https://${host}/`).hostname);

test.each<[Zone, string[]]>([
	[
		'local',
		[
			...['localhost', 'LOCALHOST', 'localhost.', 'a.b.localhost', 'localhost.localdomain'],
			...['127.0.0.1', '127.255.255.254', '127.1', '2130706433', '0x7f000001', '0177.0.0.1'],
			...['0x7f.1', '127.0.0.1.', '１２７.０.０.１', '%6c%6fcalhost', 'ⓛocalhost', '[::1]'],
			...['[0:0:0:0:0:0:0:1]', 'ip6-localhost', 'ip6-loopback', 'localhost6'],
		],
	],
	[
		'private',
		[
			...['10.0.0.5', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.1.1', '167772161'],
			...['100.64.0.1', '100.127.255.255', '[fc00::1]', '[fdff:ffff::1]', 'minio', 'intranet.'],
			...['metadata.google.internal', 'host.docker.internal', 'nas.local', 'x.svc', 'a.home.arpa'],
			...['redis.default.svc.cluster.local', 'files.corp', 'files.LAN.'],
		],
	],
	[
		'nowhere',
		[
			...['0.0.0.0', '0', '0.1.2.3', '169.254.169.254', '0xa9fea9fe', '224.0.0.1', '240.0.0.1'],
			...['255.255.255.255', '192.0.0.1', '192.0.0.192', '[::]', '[fe80::1]'],
			...['[febf::1]', '[fec0::1]', '[ff02::1]', '[::ffff:127.0.0.1]', '[::ffff:10.0.0.1]'],
			...['[::ffff:8.8.8.8]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::1]'],
			...['[100::1]', '[4000::1]'],
		],
	],
	[
		'public',
		[
			...['files.example.com', 'bucket.s3.amazonaws.com.', '8.8.8.8', '172.15.0.1', '172.32.0.1'],
			...['100.63.0.1', '100.128.0.1', '169.253.0.1', '192.0.1.1', '192.167.1.1', '198.17.0.1'],
			...[
				'198.20.0.1',
				'223.255.255.255',
				'[2606:4700::1111]',
				'[2a00:1450::]',
				'[2001:4860::8888]',
			],
			...['localhost.example.com', 'notlocalhost.com', '127.0.0.1.example.com', '10.0.0.5.example'],
			...['münchen.example', 'local.example', 'internal.example'],
		],
	],
])('%s: %j', (zone, hosts) => {
	expect(hosts.map((host) => [host, zoneOfUrl(host)])).toEqual(hosts.map((host) => [host, zone]));
});

test('every spelling of an IPv4 address is in its zone', () => {
	const octet = fc.integer({ min: 0, max: 255 });
	fc.assert(
		fc.property(octet, octet, octet, octet, (a, b, c, d) => {
			const number = ((a * 256 + b) * 256 + c) * 256 + d;
			const zone = zoneOf(`${a}.${b}.${c}.${d}`);
			const octal = [a, b, c, d].map((part) => `0${part.toString(8)}`).join('.');
			for (const spelling of [
				`${number}`,
				`0x${number.toString(16)}`,
				`${a}.${b}.${c * 256 + d}`,
				octal,
			]) {
				expect(zoneOfUrl(spelling)).toBe(zone);
			}
			expect(zoneOfUrl(`[::ffff:${a}.${b}.${c}.${d}]`)).not.toBe('public');
		}),
	);
});

test('a host is the same in upper case and with a dot at its end', () => {
	expect(isSameHost('files.example.com.', 'FILES.example.com')).toBe(true);
	expect(isSameHost('files.example.com', 'files.example.co')).toBe(false);
});
