import { answering } from '../support/answering.mts';
import { byId } from '../support/byId.mts';
import { credentialData } from '../support/credentials.mts';
import { pollHost } from '../support/pollHost.mts';
import { runOperation } from '../support/runOperation.mts';

/** A service that answers a bare array of as many records as were asked for, and nothing of what follows. */
const id = (n: number) => `aa000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const record = (n: number) => ({ id: id(n), name: `Company ${n}`, fields: { [id(1)]: `v${n}` } });

const silent = async () =>
	await answering(({ query }) => ({
		body: Array.from({ length: Number(query.get('limit') ?? 20) }, (_, n) => record(n)),
	}));

const MESSAGE = 'The service sent a full page, and does not say whether more follows';

test.each([
	['counterparty.getAll', { returnAll: true }],
	['counterparty.getAll', { returnAll: true, options: { onePage: true } }],
	['contract.getAll', { returnAll: true }],
	['contract.getAll', { returnAll: true, options: { fastListing: true } }],
	['contract.getAll', { returnAll: true, filters: { contractTypes: [id(1), id(2)] } }],
	['clause.getAll', { returnAll: true }],
	['counterparty.sync', { findBy: 'field', matchField: id(1), matchValue: 'v77' }],
	['counterparty.sync', { findBy: 'name', matchName: 'Company 77' }],
	['contract.getByExternalId', { externalId: 'D-1', filters: { contractTypeId: byId(id(1)) } }],
])('%s %j takes no full page for the end', async (operation, parameters) => {
	const { baseUrl, close } = await silent();
	const { error, items } = await runOperation(baseUrl, operation, parameters);
	close();
	expect(error?.message).toBe(MESSAGE);
	expect(items).toEqual([]);
});

test('Limit is content with the records that it asked for', async () => {
	const { baseUrl, close } = await silent();
	const { error, items } = await runOperation(baseUrl, 'counterparty.getAll', { limit: 7 });
	close();
	expect(error).toBeUndefined();
	expect(items).toHaveLength(7);
});

test.each(['contract', 'counterparty'])(
	'the polling trigger of %s fails instead of ending the list, and keeps its state',
	async (watch) => {
		const row = (n: number) => ({ ...record(n % 1e9), updatedAt: new Date(n).toISOString() });
		// Long before the publishing, and after it.
		const now = Date.now();
		const rows = Array.from({ length: 300 }, (_, n) => row(now - 86_400_000 - n));
		let isTold = true;
		const { baseUrl, close } = await answering(({ path, query }) => {
			if (path === '/organization') return { body: { id: id(9) } };
			const one = rows.find((each) => path.endsWith(each.id));
			if (one) return { body: one };
			const [from, limit] = ['after', 'limit'].map((name) => Number(query.get(name) ?? 0));
			const data = rows.slice(from, from + limit);
			const next = from + limit < rows.length ? String(from + limit) : null;
			return { body: isTold ? { data, pagination: { next_cursor: next } } : data };
		});
		const events = [watch === 'contract' ? 'updated' : 'counterpartyUpdated'];
		const parameters = { watch, events };
		const { tick } = pollHost({ parameters, credential: credentialData(baseUrl) });
		expect(await tick()).toEqual([]);
		rows.unshift(...Array.from({ length: 200 }, (_, n) => row(now - n)));
		isTold = false;
		await expect(tick()).rejects.toThrow(MESSAGE);
		isTold = true;
		expect(await tick()).toHaveLength(200);
		close();
	},
);
