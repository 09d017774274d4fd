import { ownerOf } from '../../../nodes/ContractManagement/triggers/polling/stored';
import { fakeConnection, networkError, type Answer } from '../transport/support/fakeService.mts';

/** Whose state a trigger goes on from. */
const NONE = {
	...{ contractTypeIds: [], counterpartyId: [], authorEmail: [], signatoryEmail: [] },
	...{ statusFrom: [], statusTo: [] },
};
const named = (id: string): Answer => ({ body: { data: { id } } });

async function owner(answer: Answer, last?: object, more: object = {}) {
	const { filters = NONE, apiKey = 'key', baseUrl } = more as Record<string, any>;
	const { connection, sent } = fakeConnection(() => answer, {
		retry: { ...fakeConnection(() => answer).connection.retry, maxTotalMs: 0 },
	});
	const asking = { ...connection, credentials: { apiKey }, ...(baseUrl && { baseUrl }) };
	const told = await ownerOf(asking, filters, last as never);
	return { ...told, asked: sent.length };
}

test('the organization is asked once per key, also where the key may not know', async () => {
	for (const answer of [named('one'), { statusCode: 403 }, { statusCode: 404 }, { body: {} }]) {
		const first = await owner(answer);
		expect(first).toMatchObject({ asked: 1 });
		expect(await owner(answer, first.owner)).toMatchObject({ asked: 0, owner: first.owner });
	}
});

test('another key: of the organization it goes on, of another one it begins anew', async () => {
	const { owner: last } = await owner(named('one'));
	const other = { apiKey: 'other' };
	expect((await owner(named('one'), last, other)).changed).toBeUndefined();
	expect((await owner(named('two'), last, other)).changed).toMatch('another organization');
});

test.each([
	['403', { statusCode: 403 }],
	['404', { statusCode: 404 }],
	['no id', { body: {} }],
	['503', { statusCode: 503 }],
	['401', { statusCode: 401 }],
	['no answer', networkError('ECONNREFUSED')],
])('another key where nobody can tell is an error: %s', async (_what, answer) => {
	const { owner: last } = await owner(named('one'));
	await expect(owner(answer, last, { apiKey: 'other' })).rejects.toThrow();
	const { owner: unknown } = await owner({ statusCode: 403 });
	await expect(owner(answer, unknown, { apiKey: 'other' })).rejects.toThrow();
});

test('a state of an earlier version goes on', async () => {
	const { owner: last } = await owner(named('one'));
	const older = { list: last.list, organization: 'one' };
	expect((await owner(named('one'), older)).changed).toBeUndefined();
	expect((await owner({ statusCode: 403 }, { list: last.list })).changed).toBeUndefined();
});

const ID = (n: number) => `0000000${n}-0000-4000-8000-000000000000`;

test.each<[string, object, object, boolean]>([
	['Status To', {}, { statusTo: ['signed'] }, true],
	['Status From', { statusFrom: ['draft'] }, {}, true],
	['one type of all', {}, { contractTypeIds: [ID(1)] }, true],
	['one type of two', { contractTypeIds: [ID(1), ID(2)] }, { contractTypeIds: [ID(2)] }, true],
	['another spelling', { contractTypeIds: [ID(1)] }, { contractTypeIds: [`type_${ID(1)}`] }, true],
	['two types of one', { contractTypeIds: [ID(1)] }, { contractTypeIds: [ID(1), ID(2)] }, false],
	['all of one', { authorEmail: ['a@b.c'] }, {}, false],
	['another counterparty', { counterpartyId: [ID(1)] }, { counterpartyId: [ID(2)] }, false],
])('filters: %s', async (_what, before, now, goesOn) => {
	const { owner: last } = await owner(named('one'), undefined, { filters: { ...NONE, ...before } });
	const { changed } = await owner(named('one'), last, { filters: { ...NONE, ...now } });
	expect(changed === undefined).toBe(goesOn);
});

test.each([
	['https://API.example.com/v2', true],
	['https://api.example.com:443/v2/', true],
	['https://user:secret@api.example.com/v2', true],
	['https://api.example.com/v3', false],
	['https://api.example.org/v2', false],
])('the Base URL %s', async (baseUrl, goesOn) => {
	const first = { baseUrl: 'https://api.example.com/v2' };
	const { owner: last } = await owner(named('one'), undefined, first);
	const { changed } = await owner(named('one'), last, { baseUrl });
	expect(changed === undefined).toBe(goesOn);
});
