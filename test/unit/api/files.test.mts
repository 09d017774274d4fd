import { fileSourcesOf, uploadTicketOf } from '../../../nodes/ContractManagement/api/files';

describe('where to upload is read from', () => {
	test.each([
		[{ key: 'k', url: 'u' }],
		[{ key: 'k', uploadUrl: 'u' }],
		[{ storageKey: 'k', signedUrl: 'u' }],
		[{ data: { fileKey: 'k', url: 'u' }, meta: {} }],
	])('%j', (body) => {
		expect(uploadTicketOf(body)).toEqual({ key: 'k', url: 'u', headers: {} });
	});

	test('an answer with headers for the PUT, without those that are not the service’s to choose', () => {
		const headers = {
			'x-amz-acl': 'private',
			'x-count': 2,
			Host: 'evil',
			'X-Api-Key': 'a',
			'content-length': 1,
		};
		expect(uploadTicketOf({ key: 'k', url: 'u', headers })?.headers).toEqual({
			'x-amz-acl': 'private',
			'x-count': '2',
		});
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
	{ key: 1, url: 'u' },
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

	test('an empty list: there are none yet', () => expect(fileSourcesOf([])).toEqual([]));
});

test.each([undefined, null, '', {}, [''], [{}], [source(), { name: 'no address' }], 17])(
	'%j names no file',
	(body) => expect(fileSourcesOf(body)).toBeUndefined(),
);

function source() {
	return { url: 'https://x.test/a' };
}
