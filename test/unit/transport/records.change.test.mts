import { mergeRecord, requestRecord } from '../../../nodes/ContractManagement/transport/records';
import { fakeConnection, networkError, type Answer } from './support/fakeService.mts';

interface Thing {
	id: string;
	name?: string;
	size?: unknown;
}

/** Answers to each PATCH and each GET, in turn; the last one for ever. */
async function patch(patches: Answer[], reads: Answer[], body: object = { name: 'New' }) {
	const { connection, sent } = fakeConnection(({ method }) => {
		const answers = method === 'PATCH' ? patches : reads;
		return answers.length > 1 ? answers.shift()! : answers[0]!;
	});
	const asked = { method: 'PATCH' as const, path: '/counterparties/1', body: body as never };
	const result = await requestRecord<Thing>(connection, asked).catch((error: Error) => error);
	return { result, sent: sent.map(({ method }) => method) };
}

const LOST = networkError('ECONNRESET');
const WHOLE = { id: '1', name: 'Old', createdAt: '2026-01-01T00:00:00Z', fields: {} };
const thing = (more: object) => ({ body: { ...WHOLE, ...more } });
const DOWN = { statusCode: 503, body: {} };

test('the answer is the record, or the record is read', async () => {
	expect(await patch([thing({ name: 'New' })], [])).toEqual({
		result: { ...WHOLE, name: 'New' },
		sent: ['PATCH'],
	});
	expect(await patch([{ statusCode: 204, body: '' }], [thing({ name: 'New' })])).toEqual({
		result: { ...WHOLE, name: 'New' },
		sent: ['PATCH', 'GET'],
	});
	for (const part of [{ name: 'New' }, { status: 'active', updatedAt: '2026-01-02T00:00:00Z' }]) {
		const parts = await patch([{ body: { id: '1', ...part } }], [thing({ name: 'New' })]);
		expect(parts).toEqual({ result: { ...WHOLE, name: 'New' }, sent: ['PATCH', 'GET'] });
	}
});

test('what was changed and cannot be read has succeeded all the same', async () => {
	const { result } = await patch([{ statusCode: 204, body: '' }], [{ statusCode: 403, body: {} }]);
	expect(result).toEqual({ id: '1' });
	expect((await patch([{ body: {} }], [{ body: [] }])).result).toEqual({ id: '1' });
	const part = { id: '1', status: 'active' };
	expect((await patch([{ body: part }], [{ statusCode: 403, body: {} }])).result).toEqual(part);
});

test('what was changed and answered without the record is read once, and taken as it is read', async () => {
	const { result, sent } = await patch([{ statusCode: 204, body: '' }], [thing({ name: 'Old' })]);
	expect(result).toEqual(WHOLE);
	expect(sent).toEqual(['PATCH', 'GET']);
});

test.each([
	['the value', { name: 'New' }, { name: 'New' }],
	['the value in another form', { name: 'New', size: 0.5 }, { name: 'New', size: '0.50' }],
	['nothing in another form', { name: 'New', size: null }, { name: 'New', size: '' }],
])(
	'where the answer is lost and the record has %s, it is not sent again',
	async (_what, body, now) => {
		expect(await patch([LOST], [thing(now)], body)).toEqual({
			result: { ...WHOLE, ...now },
			sent: ['PATCH', 'GET'],
		});
	},
);

test.each([
	{ record: 'has another value', reads: [thing({ name: 'Old' })] },
	{ record: 'lacks a value', reads: [thing({ name: 'New' })], body: { name: 'New', size: null } },
	{ record: 'cannot be read', reads: [DOWN] },
	{ record: 'is none', reads: [{ body: '"nothing"' }] },
])('where the record $record, it is sent again', async ({ reads, body }) => {
	const { result, sent } = await patch([LOST, thing({ name: 'Sent' })], reads, body);
	expect(result).toEqual({ ...WHOLE, name: 'Sent' });
	expect(sent.filter((method) => method === 'PATCH')).toHaveLength(2);
});

test('a request that has a way of its own to look is looked for in that way', async () => {
	const { connection, sent } = fakeConnection(() => LOST);
	const record = { ...WHOLE, name: 'New' };
	const look = async () => record;
	const asked = { method: 'PATCH' as const, path: '/counterparties/1', body: { note: 'x' }, look };
	expect(await requestRecord<Thing>(connection, asked)).toEqual(record);
	expect(sent).toHaveLength(1);
});

test('where nothing helps, nobody knows', async () => {
	const { result, sent } = await patch([DOWN], [DOWN]);
	expect(result).toMatchObject({ context: { outcome: 'unknown', attempts: 6 } });
	// Each look asks once: while the service is down it must not take longer than the retries.
	expect(sent).toHaveLength(12);
});

test('what is merged is made of the record as it is before each try', async () => {
	let tags = ['a'];
	let tries = 0;
	const { connection, sent } = fakeConnection(({ method, body }) => {
		if (method === 'GET') return thing({ fields: { tags } });
		// Somebody else changes the record at the same time as the first try fails.
		if ((tries += 1) === 1) tags = ['a', 'b'];
		return tries === 1 ? DOWN : thing(body as object);
	});
	const merged = (current: { fields: { tags: string[] } }) => ({
		fields: { tags: [...current.fields.tags, 'new'] },
	});
	const current = { id: '1', fields: { tags } };
	const result = await mergeRecord(connection, '/counterparties/1', merged, current);
	const patches = sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
	expect(patches).toEqual([
		{ fields: { tags: ['a', 'new'] } },
		{ fields: { tags: ['a', 'b', 'new'] } },
	]);
	expect(result).toEqual({ ...WHOLE, fields: { tags: ['a', 'b', 'new'] } });
});
