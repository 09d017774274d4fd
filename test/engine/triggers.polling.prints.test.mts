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

test.each([
	['whole seconds, in a list with milliseconds,', 'Z', '.987Z'],
	['milliseconds, in a list with microseconds,', '.987Z', '.987654Z'],
])('a contract that shows %s is not behind its list', async (_what, shown, listed) => {
	const contract = { id: ID, status: 'draft', createdAt: `2025-01-01T00:00:00${shown}` };
	let second = 0;
	const at = (digits: string) => `2026-01-01T10:00:0${second}${digits}`;
	const host = await trigger(
		{ events: ['updated'] },
		() => ({ data: [{ id: ID, status: 'draft', updatedAt: at(listed) }] }),
		() => ({ ...contract, updatedAt: at(shown), name: `Edit ${second}` }),
	);
	await host.tick();
	for (second of [1, 2]) {
		const [item, ...others] = await host.tick();
		expect(item).toMatchObject({ event: 'updated', contract: { name: `Edit ${second}` } });
		expect([item!.contractError, others]).toEqual([undefined, []]);
		expect(await host.tick()).toEqual([]);
	}
});
