import { ASSUMED, type Profile } from '../../../nodes/ContractManagement/api/profile';
import { readFiles } from '../../../nodes/ContractManagement/transport/files/download';
import { fakeStorage, streamOf } from './support/fakeStorage.mts';

const ASKED = { method: 'GET' as const, path: '/contracts/c/signed-files', bodyOptional: true };
const PDF = { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7 %%EOF' };

/** A service that answers these in turn, the last one for ever, and a storage behind its links. */
function service(answers: object[], store: Parameters<typeof fakeStorage>[0] = () => PDF) {
	let asked = 0;
	const answer = () => {
		const { body, ...rest } = answers[Math.min(asked++, answers.length - 1)] as { body?: unknown };
		const text = typeof body === 'string' ? body : JSON.stringify(body ?? null);
		return { ...rest, body: streamOf(text) as never };
	};
	return fakeStorage(store, answer);
}

const link = (name: string) => ({ url: `https://files.test/${name}`, name });
const links = (...names: string[]) => ({ body: names.map(link) });

type Answered = Profile['signed-files'];

async function namesOf(
	{ connection }: ReturnType<typeof service>,
	maxBytes = 1000,
	answered: Answered = 'links',
) {
	connection.profile = { ...ASSUMED, 'signed-files': answered };
	return (await readFiles(connection, ASKED, { fallbackName: 'contract', maxBytes }))?.map(
		({ fileName }) => fileName,
	);
}

test('every file is downloaded, in the order of the links', async () => {
	expect(await namesOf(service([links('a.pdf', 'b.pdf', 'c.pdf')]))).toEqual([
		'a.pdf',
		'b.pdf',
		'c.pdf',
	]);
});

test('files without a name are numbered, a single one is not', async () => {
	const url = 'https://files.test/x';
	expect(await namesOf(service([{ body: [{ url }, { url }] }]))).toEqual([
		'contract-1.pdf',
		'contract-2.pdf',
	]);
	expect(await namesOf(service([{ body: { url } }]))).toEqual(['contract.pdf']);
});

const ITSELF = { body: '%PDF- %%EOF', headers: { 'content-type': 'application/pdf' } };
const REDIRECT = { statusCode: 302, body: '', headers: { location: 'https://files.test/x' } };

test.each<[Answered, object]>([
	['file', ITSELF],
	['zip', ITSELF],
	['redirect', REDIRECT],
])('%s is one file where the profile says so', async (answered, answer) => {
	expect(await namesOf(service([answer]), 1000, answered)).toEqual(['contract.pdf']);
});

test.each<[Answered, string, object]>([
	['links', 'file', ITSELF],
	['links', 'redirect', REDIRECT],
	['file', 'links', links('a.pdf')],
	['redirect', 'file', ITSELF],
])(
	'where the profile says %s, %s is an error that names the entry',
	async (given, came, answer) => {
		await expect(namesOf(service([answer]), 1000, given)).rejects.toMatchObject({
			message: 'The service gives files in another way',
			description: expect.stringMatching(new RegExp(`^signed-files: .* what came is ${came}\\.`)),
		});
		const current = { ...ASKED, path: '/contracts/c/current-version' };
		const { connection } = service([answer]);
		connection.profile = { ...ASSUMED, 'current-version': given };
		await expect(
			readFiles(connection, current, { fallbackName: 'contract', maxBytes: 1000 }),
		).rejects.toMatchObject({ context: { details: { entry: 'current-version' } } });
	},
);

test.each([
	['404', { statusCode: 404, body: {} }],
	['an empty list', { body: [] }],
	['an empty body', { body: '' }],
])('%s means that there are none yet', async (_form, answer) => {
	expect(await namesOf(service([answer]))).toBeUndefined();
});

test('a refusal, and an answer that names no file, are errors', async () => {
	await expect(namesOf(service([{ statusCode: 403, body: {} }]))).rejects.toMatchObject({
		httpCode: '403',
	});
	await expect(namesOf(service([{ body: { message: 'Welcome' } }]))).rejects.toMatchObject({
		message: 'The service answered with something that names no file',
	});
});

test.each([
	['a link', links('a.pdf'), "File 'a.pdf' is larger than 0.000004 MB"],
	[
		'the file itself',
		{ body: '%PDF-1.7 %%EOF', headers: { 'content-type': 'application/pdf' } },
		"File 'contract.pdf' is larger than 0.000004 MB",
	],
])('%s that is too large is an error that says the limit', async (_form, answer, message) => {
	const answered = Array.isArray(answer.body) ? 'links' : 'file';
	await expect(namesOf(service([answer]), 4, answered)).rejects.toMatchObject({
		message,
		description: expect.stringContaining('Raise Max File Size in the options'),
	});
});

test('an answer that says it is the file and is not is told as what it is', async () => {
	const headers = { 'content-type': 'application/pdf' };
	const run = service([{ body: '<html><title>Log in</title>', headers }]);
	await expect(namesOf(run)).rejects.toMatchObject({
		message: "Downloading 'contract' failed: a web page ('Log in') came in place of the file",
	});
	expect(run.sent).toHaveLength(2);
});

describe('an address that has expired', () => {
	const expired =
		(name: string, answer: object = { status: 403 }) =>
		(transfer: { url: string }) =>
			transfer.url.endsWith(name) ? answer : PDF;

	test.each([{ status: 403 }, { status: 400, body: '<Error><Code>ExpiredToken</Code></Error>' }])(
		'is asked for anew, and only that file is downloaded again: %j',
		async (answer) => {
			const at = (address: string) => ({
				body: [link('a.pdf'), { name: 'b.pdf', url: `https://files.test/${address}` }],
			});
			const run = service([at('old.pdf'), at('new.pdf')], expired('old.pdf', answer));
			expect(await namesOf(run)).toEqual(['a.pdf', 'b.pdf']);
			expect(run.transfers.map(({ url }) => url.slice(-7))).toEqual([
				't/a.pdf',
				'old.pdf',
				'new.pdf',
			]);
		},
	);

	test('is the one of the same name, whatever place it has in the new answer', async () => {
		let isOver = true;
		const run = service([links('a.pdf', 'b.pdf'), links('b.pdf', 'a.pdf')], ({ url }) => {
			const isFirst = isOver && url.endsWith('b.pdf');
			if (isFirst) isOver = false;
			return isFirst ? { status: 403 } : PDF;
		});
		expect(await namesOf(run)).toEqual(['a.pdf', 'b.pdf']);
	});

	test('of the only file is that of the only one in the new answer', async () => {
		const one = (name: string) => ({ body: { url: `https://files.test/${name}` } });
		const run = service([one('old'), one('new')], expired('old'));
		expect(await namesOf(run)).toEqual(['contract.pdf']);
	});

	const at = (id: string, query: string) => ({
		name: 'Contract.pdf',
		url: `https://files.test/${id}?${query}`,
	});

	test('is that of the same address where two files have one name', async () => {
		const [a, b, c] = [at('main', 'old'), at('annex', 'old'), at('annex', 'new')];
		const run = service([{ body: [a, b] }, { body: [c, at('main', 'new')] }], ({ url }) =>
			url === b.url ? { status: 403 } : PDF,
		);
		await namesOf(run);
		expect(run.transfers.map(({ url }) => url)).toEqual([a.url, b.url, c.url]);
	});

	test('fails where nothing tells which of two files of one name it is', async () => {
		const lists = [
			{ body: [at('1', 'old'), at('2', 'old')] },
			{ body: [at('3', 'new'), at('4', 'new')] },
		];
		const run = service(lists, ({ url }) => (url.endsWith('2?old') ? { status: 403 } : PDF));
		await expect(namesOf(run)).rejects.toMatchObject({
			message: "Downloading 'Contract.pdf' failed: the file storage answered 403",
		});
		expect(run.transfers).toHaveLength(2);
	});

	test.each([
		['of other files', links('old.pdf', 'new.pdf')],
		['the same', links('old.pdf')],
		['none', { body: [] }],
	])('fails when the new answer is %s', async (_what, second) => {
		await expect(
			namesOf(service([links('old.pdf'), second], expired('old.pdf'))),
		).rejects.toMatchObject({
			message: "Downloading 'old.pdf' failed: the file storage answered 403",
		});
	});

	test('is not the reason of any other refusal', async () => {
		const run = service([links('a.pdf')], () => ({ status: 404 }));
		await expect(namesOf(run)).rejects.toThrow('the file storage answered 404');
		expect(run.sent).toHaveLength(1);
	});
});

test('a file without a byte, whose length nobody told, is no file', async () => {
	const empty = () => ({ headers: { 'content-type': 'application/pdf' }, body: '' });
	await expect(namesOf(service([links('a.pdf')], empty))).rejects.toMatchObject({
		message: expect.stringContaining('nothing'),
	});
});
