import type { IDataObject } from 'n8n-workflow';
import { answering } from '../support/answering.mts';
import { credentialData } from '../support/credentials.mts';
import { eventsOf } from '../support/pollSuite.mts';
import { pollHost } from '../support/pollHost.mts';

/** What a list shows of records that did not change. */
const closing: Array<() => unknown> = [];
const ID = '3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';

afterEach(() => {
	for (const close of closing.splice(0)) close();
});

async function trigger(
	parameters: IDataObject,
	listed: (query: URLSearchParams) => object,
	single?: () => object,
) {
	const { baseUrl, close } = await answering(({ path, query }) => {
		if (/^\/(contracts|counterparties)$/.test(path)) return { body: listed(query) };
		return path.startsWith('/contracts/') && single ? { body: single() } : undefined;
	});
	closing.push(close);
	return pollHost({ parameters, credential: credentialData(baseUrl) });
}

test('a value that each answer shows anew is no change where times have milliseconds', async () => {
	let shown = 0;
	let updatedAt = '2026-01-01T10:00:00.123Z';
	const host = await trigger({ watch: 'counterparty', events: ['counterpartyUpdated'] }, () => {
		shown += 1;
		const one = { id: ID, name: 'ACME', status: 'active', createdAt: '2025-01-01T00:00:00.000Z' };
		return { data: [{ ...one, updatedAt, shownAt: shown, logoUrl: `/5.png?signature=${shown}` }] };
	});
	await host.tick();
	expect(await host.tick()).toEqual([]);
	updatedAt = '2026-01-01T10:00:01.123Z';
	expect(eventsOf(await host.tick())).toEqual(['counterpartyUpdated']);
	expect(await host.tick()).toEqual([]);
});

test('a contract that shows whole seconds, in a list with milliseconds, is not behind its list', async () => {
	const contract = { id: ID, status: 'draft', createdAt: '2025-01-01T00:00:00Z' };
	let second = 0;
	const host = await trigger(
		{ events: ['updated'] },
		() => ({ data: [{ id: ID, status: 'draft', updatedAt: `2026-01-01T10:00:0${second}.987Z` }] }),
		() => ({ ...contract, updatedAt: `2026-01-01T10:00:0${second}Z`, name: `Edit ${second}` }),
	);
	await host.tick();
	for (second of [1, 2]) {
		expect(await host.tick()).toMatchObject([
			{ event: 'updated', contract: { name: `Edit ${second}` } },
		]);
		expect(await host.tick()).toEqual([]);
	}
});
