import type { Contract } from '../../../nodes/ContractManagement/api/types';
import {
	completeContracts,
	contractIfReadable,
	isContract,
	readContract,
} from '../../../nodes/ContractManagement/transport/contracts';
import { fakeConnection, type Answer } from './support/fakeService.mts';

const ID = 'contract_3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';
const OTHER = 'contract_00000000-0000-4000-8000-000000000001';

test('contracts of which the list shows a part are read one by one, the others are not', async () => {
	const { connection, sent } = fakeConnection(({ url }) => ({
		body: { data: { id: url.split('/').at(-1), status: 'signed', fields: [] } },
	}));
	const partial = [{ id: ID }, { id: OTHER, fields: [] } as Partial<Contract> & { id: string }];

	const complete = await completeContracts(connection, partial, ['fields']);

	expect(complete).toEqual([{ id: ID, status: 'signed', fields: [] }, partial[1]]);
	expect(sent.map(({ url }) => url)).toEqual([`/contracts/${ID}`]);
});

describe('a contract that cannot be read one by one', () => {
	const old = { id: ID, createdAt: '2026-01-01T00:00:00.000Z' };
	const complete = async (answer: Answer, part: typeof old, keepsPart?: boolean) => {
		const { connection } = fakeConnection(() => answer);
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
	[{ id: ID, status: 'draft' }, true],
	[{ id: ID }, false],
	[{ status: 'draft' }, false],
	[ID, false],
	[null, false],
])('%j is a contract: %p', (value, expected) => {
	expect(isContract(value)).toBe(expected);
});

test.each([
	['a contract', { body: { data: { id: ID, status: 'draft' } } }, { id: ID, status: 'draft' }],
	['something else', { body: { id: ID } }, undefined],
	['another contract', { body: { id: OTHER, status: 'signed' } }, undefined],
	['a refusal', { statusCode: 403, body: {} }, undefined],
])('a contract is read if it can be: %s', async (_what, answer, expected) => {
	const { connection } = fakeConnection(() => answer as Answer);
	expect(await contractIfReadable(connection, ID)).toEqual(expected);
});
