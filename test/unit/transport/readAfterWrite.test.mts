import {
	newest,
	noteWritten,
	READ_AGAIN,
	readShown,
	readUntil,
} from '../../../nodes/ContractManagement/transport/readAfterWrite';
import { fakeConnection } from './support/fakeService.mts';

const { connection } = fakeConnection(() => ({}));

afterEach(() => jest.restoreAllMocks());

function counting(shownFrom: number) {
	let reads = 0;
	const read = async () => await Promise.resolve((reads += 1));
	return { read, isShown: (count: number) => count >= shownFrom, reads: () => reads };
}

test.each([1, 2])('what is shown by read %i is read no further', async (shownFrom) => {
	const { read, isShown } = counting(shownFrom);
	await expect(readUntil(connection, read, isShown)).resolves.toBe(shownFrom);
});

test('what is never shown is read four times, and then once for each item of the execution', async () => {
	const delaysMs = READ_AGAIN.delaysMs.map(() => 1);
	jest.replaceProperty(READ_AGAIN, 'delaysMs', delaysMs);
	const [first, second] = [counting(Infinity), counting(Infinity)];
	await expect(readShown(connection, first.read, first.isShown)).resolves.toBe(4);
	await expect(readShown(connection, second.read, second.isShown)).resolves.toBe(1);
	const another = counting(2);
	const elsewhere = { ...connection, execution: {} };
	await expect(readShown(elsewhere, another.read, another.isShown)).resolves.toBe(2);
});

test('the wait ends with the execution', async () => {
	const { read, isShown, reads } = counting(Infinity);
	const stopped = { ...connection, signal: AbortSignal.abort() };
	await expect(readUntil(stopped, read, isShown)).rejects.toThrow('The execution was canceled');
	expect(reads()).toBe(1);
});

const at = (updatedAt: string | undefined, name = 'read') => ({ name, updatedAt });

test.each([
	['an earlier version', at('2026-01-01T00:00:00.100Z'), 'written'],
	['the same version', at('2026-01-01T00:00:00.200Z'), 'read'],
	['a later version', at('2026-01-01T00:00:00.300Z'), 'read'],
	['a version of the same second', at('2026-01-01T00:00:00.000Z'), 'read'],
	['an earlier version with another offset', at('2026-01-01T01:00:00.100+01:00'), 'written'],
	['no version', at(undefined), 'read'],
])('of what was written and %s, the newest is taken', (_what, read, expected) => {
	noteWritten(connection, '/contracts/1', at('2026-01-01T00:00:00.200Z', 'written'));
	expect(newest(connection, '/contracts/1', read).name).toBe(expected);
	expect(newest({ ...connection, account: 'another' }, '/contracts/1', read).name).toBe('read');
	const next = { ...connection, execution: {} };
	expect(newest(next, '/contracts/1', read).name).toBe('read');
	expect(newest(connection, '/contracts/2', read).name).toBe('read');
});

test('what is not shown yet counts while the version is the one from before', () => {
	const [before, after] = [at('2026-01-01T00:00:00.200Z'), at('2026-01-01T00:00:00.300Z')];
	noteWritten(connection, '/contracts/5', { ...before, name: 'written' }, true);
	expect(newest(connection, '/contracts/5', before).name).toBe('written');
	expect(newest(connection, '/contracts/5', after).name).toBe('read');
});

test('a record is the same however its id is written', () => {
	const id = 'AA000000-0000-4000-8000-000000000001';
	noteWritten(connection, `/contracts/contract_${id}`, at('2026-01-01T00:00:00.200Z', 'written'));
	const older = at('2025-01-01T00:00:00.000Z');
	expect(newest(connection, `/contracts/${id.toLowerCase()}`, older).name).toBe('written');
	expect(newest(connection, `/counterparties/${id}`, older).name).toBe('read');
});

test('of a record without a version nothing is noted', () => {
	noteWritten(connection, '/contracts/3', at(undefined, 'written'));
	expect(newest(connection, '/contracts/3', at('2020-01-01T00:00:00.000Z')).name).toBe('read');
});

test('nobody changes what was noted', () => {
	const record = at('2026-01-01T00:00:00.200Z', 'written');
	noteWritten(connection, '/contracts/4', record);
	record.name = 'changed';
	const older = at('2025-01-01T00:00:00.000Z');
	newest(connection, '/contracts/4', older).name = 'changed';
	expect(newest(connection, '/contracts/4', older).name).toBe('written');
});
