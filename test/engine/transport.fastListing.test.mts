import { runOperation } from '../support/runOperation.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

let sandbox: Sandbox;

beforeAll(async () => (sandbox = await startSandbox({ seed: 2_000 })));
afterAll(async () => await sandbox.stop());

/** Moves contracts to and fro between two statuses until it is told to stop; gives how many moves there were. */
function moving(ids: string[], statuses: [string, string]) {
	let isStopped = false;
	const work = (async () => {
		let moves = 0;
		while (!isStopped) {
			const id = ids[(moves * 37) % ids.length];
			const status = statuses[Math.floor(moves / ids.length) % 2];
			await sandbox.control.setContractState(id, { status, silent: true });
			moves += 1;
		}
		return moves;
	})();
	return async () => {
		isStopped = true;
		return await work;
	};
}

const listAll = async (more = {}) =>
	await runOperation(sandbox.baseUrl, 'contract.getAll', { returnAll: true, ...more });

test.each([
	['every status', ['draft', 'negotiating', 'signing', 'signed', 'canceled']],
	['the two between which they move', ['draft', 'canceled']],
])(
	'while contracts change status, Fast Listing of %s misses none and doubles none',
	async (_name, statuses) => {
		const all = (await listAll()).items.map(({ json }) => json as { id: string; status: string });
		const movers = all.filter((contract) => ['draft', 'canceled'].includes(contract.status));
		const expected = all
			.filter((contract) => statuses.includes(contract.status))
			.map(({ id }) => id);
		await sandbox.control.latency(30);
		await sandbox.control.clearRequests();

		const stop = moving(
			movers.map(({ id }) => id),
			['canceled', 'draft'],
		);
		const { items, error } = await listAll({
			filters: { status: statuses },
			options: { fastListing: true },
		});
		const moves = await stop();
		await sandbox.control.latency(0);

		expect(error).toBeUndefined();
		expect(moves).toBeGreaterThan(20);
		const ids = items.map(({ json }) => json.id as string);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids.toSorted()).toEqual(expected.toSorted());
		const chains = await sandbox.control.requests({ route: '/contracts' });
		expect(Math.max(...chains.map(({ concurrent }) => concurrent))).toBeGreaterThan(1);
	},
);

test('Return All by a date that the list does not show keeps the order of the service', async () => {
	const byEnd = { sort: { by: [{ field: 'endAt', direction: 'asc' }] } };
	const idsOf = async (more: object) =>
		(await listAll({ ...byEnd, ...more })).items.map(({ json }) => json.id);
	const expected = await idsOf({ returnAll: false, limit: 10_000 });
	await sandbox.control.variants(['datesMissing']);
	const unshown = await idsOf({});
	await sandbox.control.variants([]);

	expect(expected.length).toBeGreaterThan(200);
	expect(unshown).toEqual(expected);
});

test.each([{}, { sort: { by: [{ field: 'name', direction: 'asc' }] } }])(
	'Return All of counterparties reads from both ends, and gives what the chain of pages does: %j',
	async (sort) => {
		const list = async (more: object) =>
			await runOperation(sandbox.baseUrl, 'counterparty.getAll', { ...sort, ...more });
		await sandbox.control.seed({ contracts: 10, counterparties: 230 });
		await sandbox.control.clearRequests();
		const whole = await list({ returnAll: true });
		const asked = await sandbox.control.requests({ route: '/counterparties' });
		const chain = await list({ limit: 10_000 });

		expect(whole.error).toBeUndefined();
		expect(whole.items.length).toBeGreaterThan(100);
		expect(whole.items).toEqual(chain.items);
		const sorts = new Set(asked.map(({ query }) => query.sort));
		expect(sorts).toContain('createdAt,id');
		expect(sorts).toContain('-createdAt,-id');
	},
);
