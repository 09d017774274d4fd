import { hintsOf, MAX_EVENTS } from '../../../nodes/ContractManagement/triggers/payload';

const A = '3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';

const read = (body: unknown) => hintsOf(body, { headers: {} }, { contractId: '', event: '' })!;

test('a contract is not named after the event it pretends to be', () => {
	const [hint] = read({ contractId: A, contract: { id: A, name: 'signed', type: 'signed' } });
	expect(hint!.name).toBe('');
});

test('a status that no contract can have is not read', () => {
	const [hint] = read({ contractId: A, status: 'success', previousStatus: '<script>' });
	expect(hint).toMatchObject({ status: undefined, previousStatus: undefined });
});

test('a body of enormous depth or width costs little', () => {
	const deep = JSON.parse(`${'{"data":'.repeat(5_000)}{"contractId":"${A}"}${'}'.repeat(5_000)}`);
	const nested = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
	const wide = Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`k${i}`, { i }]));
	const before = process.cpuUsage();
	expect(read(deep)).toEqual([]);
	expect(read(nested)).toEqual([]);
	expect(read(wide)).toEqual([]);
	expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});

test('what stands beside a list costs little, however many events and however much it is', () => {
	const beside = Object.fromEntries(Array.from({ length: MAX_EVENTS }, (_, i) => [`k${i}`, i]));
	const events = Array.from({ length: MAX_EVENTS }, () => ({ contractId: A }));
	const before = process.cpuUsage();
	expect(read({ event: 'contract.signed', ...beside, events })).toHaveLength(MAX_EVENTS);
	expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});

test('too many events are not read at all', () => {
	const before = process.cpuUsage();
	expect(read(Array.from({ length: 2_000_000 }, () => ({})))).toBeUndefined();
	expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});

test('properties of the prototype are not found by a path', () => {
	const paths = { contractId: 'constructor.name', event: '__proto__.x' };
	expect(hintsOf({ event: 'a' }, { headers: {} }, paths)).toEqual([]);
});
