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

test.each([
	[200, undefined],
	[201, 'The service answered 200 with JSON that is nested without end'],
	[10_000, 'The service answered 200 with JSON that is nested without end'],
])('JSON of %d levels', async (levels, message) => {
	const body = `{"id":"x","a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
	const { connection } = fakeConnection(() => ({ body: body as never }));
	const read = await requestRecord(connection, ASKED).catch((error: unknown) => error);
	if (message === undefined) expect(read).toMatchObject({ id: 'x' });
	else expect(read).toMatchObject({ message });
});
