import { ASSUMED, type Profile } from '../../../nodes/ContractManagement/api/profile';
import type { Contract } from '../../../nodes/ContractManagement/api/types';
import {
	completeContracts,
	contractIfReadable,
	readContract,
	withFields,
} from '../../../nodes/ContractManagement/transport/contracts';
import { fakeConnection, type Answer } from './support/fakeService.mts';

const ID = 'contract_3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';
const OTHER = 'contract_00000000-0000-4000-8000-000000000001';

const profile: Profile = { ...ASSUMED, 'contract-list-items': 'partial' };

test('contracts are read one by one for what none of the list shows, where the profile says that it shows parts', async () => {
	const { connection, sent } = fakeConnection(
		({ url }) => ({ body: { data: { id: url.split('/').at(-1), status: 'signed', fields: [] } } }),
		{ profile },
	);
	const complete = await completeContracts(connection, [{ id: ID }, { id: OTHER }], ['fields']);
	expect(complete).toEqual([ID, OTHER].map((id) => ({ id, status: 'signed', fields: [] })));
	expect(sent.map(({ url }) => url)).toEqual([`/contracts/${ID}`, `/contracts/${OTHER}`]);
});

test.each<[Profile, Array<Partial<Contract> & { id: string }>]>([
	[ASSUMED, []],
	[ASSUMED, [{ id: ID, fields: [] }]],
	[profile, [{ id: ID, fields: [] }, { id: OTHER }]],
])(
	'nothing is read where one of the list shows it: it is empty in the others: %#',
	async (holds, list) => {
		const { connection, sent } = fakeConnection(() => ({}), { profile: holds });
		expect(await completeContracts(connection, list, ['fields'])).toEqual(list);
		expect(sent).toEqual([]);
	},
);

test('where the profile says that they are whole, it is an error that names the entry', async () => {
	const { connection, sent } = fakeConnection(() => ({}));
	const reading = completeContracts(connection, [{ id: ID }], ['integration', 'fields']);
	await expect(reading).rejects.toMatchObject({
		message: 'The list of contracts does not show integration, fields',
		description: expect.stringMatching(
			/^contract-list-items: .* what came is a list of an object with id\. /,
		),
	});
	expect(sent).toEqual([]);
});

describe('a contract that cannot be read one by one', () => {
	const old = { id: ID, createdAt: '2026-01-01T00:00:00.000Z' };
	const complete = async (answer: Answer, part: typeof old, keepsPart?: boolean) => {
		const { connection } = fakeConnection(() => answer, { profile });
		return await completeContracts(connection, [part], ['fields'], keepsPart);
	};
	const gone = { statusCode: 404, body: { error: { errorId: 'CONTRACT_NOT_FOUND' } } };

	test('is left out where it is not there any more', async () => {
		expect(await complete(gone, old)).toEqual([]);
		expect(await complete(gone, old, true)).toEqual([]);
	});

	test.each([
		['the key may not read it', { statusCode: 403, body: {} }],
		['a gateway does not know its address', { statusCode: 404, body: {} }],
	])('is kept as far as the list shows it, or an error, where %s', async (_why, answer) => {
		expect(await complete(answer, old, true)).toEqual([old]);
		await expect(complete(answer, old)).rejects.toMatchObject({
			httpCode: String(answer.statusCode),
		});
	});
});

test('an id is encoded into the path', async () => {
	const { connection, sent } = fakeConnection(() => ({ body: { id: 'x' } }));
	await readContract(connection, '../organization?');
	expect(sent[0].url).toBe('/contracts/..%2Forganization%3F');
});

test.each([
	['a contract', { body: { data: { id: ID, status: 'draft' } } }, { id: ID, status: 'draft' }],
	['something else', { body: { name: 'x' } }, undefined],
	['another contract', { body: { id: OTHER, status: 'signed' } }, undefined],
	['a refusal', { statusCode: 403, body: {} }, undefined],
])('a contract is read if it can be: %s', async (_what, answer, expected) => {
	const { connection } = fakeConnection(() => answer as Answer);
	expect(await contractIfReadable(connection, ID)).toEqual(expected);
});

test('what is stopped while it is read is no contract that cannot be read', async () => {
	const stop = new AbortController();
	const { connection } = fakeConnection(
		() => {
			stop.abort(new Error('stopped'));
			return { statusCode: 403, body: {} };
		},
		{ signal: stop.signal },
	);
	await expect(contractIfReadable(connection, ID)).rejects.toThrow();
	const { connection: other } = fakeConnection(() => ({ body: { data: { id: ID } } }));
	other.context.getNode = () => {
		throw new TypeError('not of the service');
	};
	await expect(
		contractIfReadable({ ...other, baseUrl: undefined as never }, OTHER),
	).rejects.toThrow();
});

test.each<[string, object, Answer, object, number]>([
	['shows its fields is not read', { fields: [] }, {}, { id: ID, fields: [] }, 0],
	['leaves them out is read', {}, { body: { id: ID, fields: [] } }, { id: ID, fields: [] }, 1],
	['leaves them out and cannot be read stays', {}, { statusCode: 403, body: {} }, { id: ID }, 1],
])('a contract of a list that %s', async (_what, part, answer, expected, reads) => {
	const { connection, sent } = fakeConnection(() => answer);
	expect(await withFields(connection, { id: ID, ...part } as Contract)).toEqual(expected);
	expect(sent).toHaveLength(reads);
});
