import { answering } from '../support/answering.mts';
import { useBinaryMode } from '../support/binary.mts';
import { byId } from '../support/byId.mts';
import { runOperation } from '../support/runOperation.mts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Of the files of each contract. */
const NUMBERS = Array.from({ length: 24 }, (_, n) => n);

beforeAll(async () => await useBinaryMode('filesystem'));

test('addresses that live shorter than the queue for the storage is long are renewed as they are needed', async () => {
	// An address lives until so many other files have been fetched, however long that takes: fewer than a contract has.
	const lives = 20;
	let fetched = 0;
	let lists = 0;
	const service = await answering(({ path, query }) => {
		if (path.endsWith('/signed-files')) {
			lists += 1;
			const url = `/v2/storage/x?ends=${fetched + lives}`;
			return { body: NUMBERS.map((n) => ({ name: `f${n}.pdf`, url: `${url}&n=${n}` })) };
		}
		if (fetched > Number(query.get('ends'))) return { status: 403, body: '' };
		fetched += 1;
		return { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4 x %%EOF' };
	});
	const items = Array.from({ length: 4 }, (_, n) => ({ id: uuid(n) }));
	const { error, items: files } = await runOperation(
		service.baseUrl,
		'contract.downloadSignedFiles',
		{ contractId: byId('={{ $json.id }}') },
		items,
	);
	service.close();

	expect(error).toBeUndefined();
	expect(files).toHaveLength(96);
	// Once for each contract, and at the most once more for each file.
	expect(lists).toBeGreaterThan(4);
	expect(lists).toBeLessThanOrEqual(4 + 96);
});

test.each([
	[
		[
			{ name: 'a.pdf', url: '/v2/storage/x' },
			{ name: 'b.pdf', url: null, status: 'processing' },
		],
	],
	[{ data: null }],
	[null],
])('files that have no address yet are waited for: %j', async (pending) => {
	let lists = 0;
	const service = await answering(({ path }) => {
		if (path.endsWith('/signed-files')) {
			lists += 1;
			const body = lists > 1 ? [{ name: 'a.pdf', url: '/v2/storage/x' }] : pending;
			return { body: JSON.stringify(body) };
		}
		if (path.startsWith('/contracts'))
			return { body: { id: uuid(1), name: 'a', status: 'signed' } };
		return { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4 x %%EOF' as never };
	});
	const { error, items } = await runOperation(service.baseUrl, 'contract.downloadSignedFiles', {
		contractId: byId(uuid(1)),
	});
	service.close();

	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.fileName)).toEqual(['a.pdf']);
	expect(lists).toBe(2);
});
