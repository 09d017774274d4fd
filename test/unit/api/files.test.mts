import {
	fileSourcesOf,
	maxBytesOf,
	uploadTicketOf,
	type UploadTicket,
} from '../../../nodes/ContractManagement/api/files';
import { ASSUMED } from '../../../nodes/ContractManagement/api/profile';

describe('where to upload is read from', () => {
	test.each([
		[{ key: 'k', url: 'u' }, {}],
		[{ data: { key: 'k', url: 'u' }, meta: {} }, {}],
		[
			{ fileKey: 'k', uploadUrl: 'u' },
			{ 'upload-url-key': 'fileKey', 'upload-url-address': 'uploadUrl' },
		],
	])('%j', (body, more) => {
		const ticket = uploadTicketOf(body, { ...ASSUMED, ...more });
		expect(ticket).toEqual({ key: 'k', url: 'u', headers: {} });
	});

	const headersOf = (headers: unknown) =>
		(uploadTicketOf({ key: 'k', url: 'u', headers }, ASSUMED) as UploadTicket).headers;

	test('an answer with headers for the PUT: those that storages know', () => {
		const headers = {
			'x-amz-acl': 'private',
			'X-Goog-Meta-Count': 2,
			'x-ms-blob-type': 'BlockBlob',
			'Content-Type': 'application/pdf',
			'content-md5': 'Q2hlY2sgSW50ZWdyaXR5IQ==',
			'Cache-Control': 'no-store',
			'if-none-match': '*',
		};
		expect(headersOf(headers)).toEqual({
			'x-amz-acl': 'private',
			'x-goog-meta-count': '2',
			'x-ms-blob-type': 'BlockBlob',
			'content-type': 'application/pdf',
			'content-md5': 'Q2hlY2sgSW50ZWdyaXR5IQ==',
			'cache-control': 'no-store',
			'if-none-match': '*',
		});
	});

	test.each([
		['Authorization', 'Bearer x'],
		['Proxy-Authorization', 'Basic x'],
		['Cookie', 'a=b'],
		['Host', 'evil'],
		['X-Api-Key', 'a'],
		['content-length', 1],
		['Transfer-Encoding', 'chunked'],
		['Connection', 'upgrade'],
		['x-forwarded-for', '127.0.0.1'],
		['x-amz-', 'a'],
		['x-amz-a b', 'a'],
		['__proto__', 'a'],
		['x-amz-acl', 'a\r\nx-evil: 1'],
		['x-amz-acl', 'a\0b'],
		['x-amz-acl', '文'],
		['x-amz-acl', ''],
		['x-amz-acl', 'x'.repeat(8193)],
		['x-amz-acl', { a: 1 }],
		['x-amz-acl', ['a']],
		['x-amz-acl', null],
		['x-amz-acl\r\nx-evil', 'a'],
	])('nothing else that the service puts among them: %s', (name, value) => {
		expect(headersOf(Object.fromEntries([[name, value]]))).toEqual({});
	});

	test('none where they are no object', () => {
		expect(headersOf('text')).toEqual({});
	});
});

test.each([
	[undefined, 'upload-url-key'],
	['text', 'upload-url-key'],
	[{ url: 'u' }, 'upload-url-key'],
	[{ key: '', url: 'u' }, 'upload-url-key'],
	[{ key: {}, url: 'u' }, 'upload-url-key'],
	[{ key: 'k' }, 'upload-url-address'],
	[{ key: 'k', uploadUrl: 'u' }, 'upload-url-address'],
])('%j does not fit the entry %s', (body, entry) =>
	expect(uploadTicketOf(body, ASSUMED)).toMatchObject({ entry }),
);

describe('files are read from', () => {
	const source = { url: 'https://x.test/a', name: 'a.pdf', contentType: 'application/pdf' };

	test.each([
		['a list', [source]],
		['one object', source],
		['a wrapped list', { data: [source] }],
	])('%s', (_form, body) => expect(fileSourcesOf(body, ASSUMED)).toEqual([source]));

	test('links by the names of the profile', () => {
		const names = { 'file-url': 'href', 'file-name': 'title', 'file-content-type': 'mimeType' };
		const link = { href: source.url, title: 'a.pdf', mimeType: 'application/pdf' };
		expect(fileSourcesOf([link], { ...ASSUMED, ...names })).toEqual([source]);
	});

	test('names and types of their own, cleaned', () => {
		const entry = { ...source, name: '..\\a\u202E.pdf', contentType: 'Application/PDF; x=1' };
		expect(fileSourcesOf([entry], ASSUMED)).toEqual([source]);
		expect(fileSourcesOf([{ ...source, name: '...', contentType: 'any thing' }], ASSUMED)).toEqual([
			{ url: source.url },
		]);
	});

	test.each([
		[[]],
		[null],
		[{ data: null }],
		[{ url: null }],
		[[source, { name: 'b.pdf', url: null, status: 'processing' }]],
		[[{ url: '' }]],
	])('an answer without all of the addresses: there are none yet: %j', (body) =>
		expect(fileSourcesOf(body, ASSUMED)).toEqual([]),
	);
});

test.each([
	undefined,
	'',
	{},
	[''],
	[{}],
	['https://x.test/a'],
	{ files: [source()] },
	[{ href: 'https://x.test/a' }],
	[source(), { name: 'no address' }],
	17,
])('%j names no file', (body) =>
	expect(fileSourcesOf(body, ASSUMED)).toMatchObject({ entry: 'file-url' }),
);

function source() {
	return { url: 'https://x.test/a' };
}

test.each([
	[undefined, 500_000_000],
	[' ', 500_000_000],
	[1, 1_000_000],
	['0.5', 500_000],
	[0, Infinity],
	['0', Infinity],
	[-1, undefined],
	['many', undefined],
	[NaN, undefined],
])('a Max File Size of %j is %j bytes', (megabytes, bytes) => {
	expect(maxBytesOf(megabytes)).toBe(bytes);
});
