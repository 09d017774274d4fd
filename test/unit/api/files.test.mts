import {
	fileSourcesOf,
	maxBytesOf,
	uploadTicketOf,
} from '../../../nodes/ContractManagement/api/files';

describe('where to upload is read from', () => {
	test.each([
		[{ key: 'k', url: 'u' }],
		[{ key: 'k', uploadUrl: 'u' }],
		[{ key: 'k', presignedUrl: 'u' }],
		[{ storageKey: 'k', signedUrl: 'u' }],
		[{ data: { fileKey: 'k', url: 'u' }, meta: {} }],
	])('%j', (body) => {
		expect(uploadTicketOf(body)).toEqual({ key: 'k', url: 'u', headers: {} });
	});

	const headersOf = (headers: unknown) => uploadTicketOf({ key: 'k', url: 'u', headers })?.headers;

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

	test('and not more than anybody needs', () => {
		const many = Object.fromEntries([...Array(1000).keys()].map((n) => [`x-amz-meta-${n}`, 'a']));
		expect(Object.keys(headersOf(many)!)).toHaveLength(50);
		expect(headersOf('text')).toEqual({});
	});
});

test.each([
	undefined,
	null,
	'',
	'text',
	[],
	{},
	{ key: 'k' },
	{ url: 'u' },
	{ key: '', url: 'u' },
	{ key: {}, url: 'u' },
])('%j names no place to upload to', (body) => expect(uploadTicketOf(body)).toBeUndefined());

describe('files are read from', () => {
	const source = { url: 'https://x.test/a', name: 'a.pdf', contentType: 'application/pdf' };

	test.each([
		['a list', [source]],
		['one object', source],
		['a wrapped list', { data: [source] }],
		['a list property', { files: [source] }],
		['other words', [{ signedUrl: source.url, fileName: 'a.pdf', mimeType: 'application/pdf' }]],
	])('%s', (_form, body) => expect(fileSourcesOf(body)).toEqual([source]));

	test('plain addresses', () => {
		expect(fileSourcesOf(['https://x.test/a', 'https://x.test/b'])).toEqual([
			{ url: 'https://x.test/a' },
			{ url: 'https://x.test/b' },
		]);
	});

	test('names and types of their own, cleaned', () => {
		const entry = { ...source, name: '..\\a\u202E.pdf', contentType: 'Application/PDF; x=1' };
		expect(fileSourcesOf([entry])).toEqual([source]);
		expect(fileSourcesOf([{ ...source, name: '...', contentType: 'any thing' }])).toEqual([
			{ url: source.url },
		]);
	});

	test.each([
		[[]],
		[null],
		[{ data: null }],
		[{ files: null }],
		[{ url: null }],
		[[source, { name: 'b.pdf', url: null, status: 'processing' }]],
		[{ documents: [{ url: '' }] }],
	])('an answer without all of the addresses: there are none yet: %j', (body) =>
		expect(fileSourcesOf(body)).toEqual([]),
	);
});

test.each([undefined, '', {}, [''], [{}], [source(), { name: 'no address' }], 17])(
	'%j names no file',
	(body) => expect(fileSourcesOf(body)).toBeUndefined(),
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
