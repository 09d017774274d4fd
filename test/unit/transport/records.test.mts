import { recordIn, requestRecord } from '../../../nodes/ContractManagement/transport/records';
import { fakeConnection } from './support/fakeService.mts';

const ASKED = { method: 'GET' as const, path: '/contracts/x' };

test('a record is read, bare or wrapped', async () => {
	for (const body of [{ id: 'x' }, { data: { id: 'x' } }]) {
		const { connection } = fakeConnection(() => ({ body }));
		expect(await requestRecord(connection, ASKED)).toEqual({ id: 'x' });
	}
});

test('anything else is an error that says what came, without showing it', () => {
	const { connection } = fakeConnection(() => ({}));
	expect(() => recordIn(connection, ASKED, { data: null })).toThrow(
		expect.objectContaining({
			message: '/contracts/x did not answer with a record that can be read',
			description: expect.stringMatching(
				/^What it answered with is nothing, not an object\. The Base URL/,
			),
		}),
	);
});

const ID = 'aa000000-0000-4000-8000-000000000001';
const OTHER = 'aa000000-0000-4000-8000-000000000002';

test.each([
	['the id asked for, written otherwise', `contract_${ID.toUpperCase()}`, undefined],
	['no id', undefined, 'did not answer with a record'],
	['an empty id', '', 'did not answer with a record'],
	['another id', OTHER, 'The service answered with another contract'],
])('a record with %s', (_what, id, message) => {
	const { connection } = fakeConnection(() => ({}));
	const read = () => recordIn(connection, { path: `/contracts/${ID}` }, { id });
	if (message === undefined) expect(read()).toEqual({ id });
	else expect(read).toThrow(message);
});

test('a record is not taken for changed by what another one shows', async () => {
	const record = { id: OTHER, name: 'New', createdAt: '2026-01-01T00:00:00Z', fields: {} };
	const asked = { method: 'PATCH' as const, path: `/contracts/${ID}`, body: { name: 'New' } };
	const { connection } = fakeConnection(({ method }) =>
		method === 'GET' ? { body: record } : { statusCode: 400, body: {} },
	);
	await expect(requestRecord(connection, asked)).rejects.toThrow(
		'refused the request (status 400)',
	);
	const lost = fakeConnection(({ method }) =>
		method === 'GET' ? { body: record } : { statusCode: 204, body: '' },
	);
	expect(await requestRecord(lost.connection, asked)).toEqual({ id: ID });
});
