import {
	changesIn,
	contractEvents,
	counterpartyEvents,
} from '../../../nodes/ContractManagement/triggers/polling/changes';
import {
	forgetOldest,
	type PollState,
} from '../../../nodes/ContractManagement/triggers/polling/state';
import { rebased } from '../../../nodes/ContractManagement/triggers/polling/rebase';
import { restored, stored } from '../../../nodes/ContractManagement/triggers/polling/stored';
import { handledVersion } from '../../../nodes/ContractManagement/triggers/polling/version';

const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`;
const id = (n: number) => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`;
const was = (status: string) => ({ updatedAt: at(1), status });

function record(status: string, created: number, updated: number, signatureDate?: string | null) {
	return { id: id(1), status, createdAt: at(created), updatedAt: at(updated), signatureDate };
}

describe('what a change of a contract amounts to', () => {
	const horizon = { created: at(10), signed: at(10) };

	test.each([
		['edited', record('draft', 0, 20), was('draft'), ['updated']],
		['moved', record('signing', 0, 20), was('draft'), ['statusChanged', 'updated']],
		['signed', record('signed', 0, 20), was('signing'), ['statusChanged', 'signed', 'updated']],
		['edited after it was signed', record('signed', 0, 20), was('signed'), ['updated']],
		['new', record('draft', 20, 20), undefined, ['created']],
		['new and edited', record('draft', 20, 21), undefined, ['created', 'updated']],
		[
			'new and moved',
			record('signing', 20, 21),
			undefined,
			['created', 'statusChanged', 'updated'],
		],
		['new in another status', record('negotiating', 20, 20), undefined, ['created']],
		['new and signed', record('signed', 20, 20), undefined, ['created', 'signed']],
		[
			'new, then signed',
			record('signed', 20, 25),
			undefined,
			['created', 'statusChanged', 'signed', 'updated'],
		],
		['not remembered', record('signing', 0, 20), undefined, ['statusChanged', 'updated']],
		['in an unknown status', record('signing', 0, 20), was(''), ['statusChanged', 'updated']],
		['in an unknown status, signed long ago', record('signed', 0, 20, at(5)), was(''), ['updated']],
		[
			'not remembered, signed since the start',
			record('signed', 0, 20, at(19)),
			undefined,
			['statusChanged', 'signed', 'updated'],
		],
		['not remembered, signed long ago', record('signed', 0, 20, at(5)), undefined, ['updated']],
		[
			'not remembered, signed at a time that is not shown',
			record('signed', 0, 20, null),
			undefined,
			['statusChanged', 'signed', 'updated'],
		],
	])('%s', (_what, now, before, events) => {
		expect(contractEvents(now, before, horizon)).toEqual(events);
	});

	test('everything is new where the list was empty at the start', () => {
		expect(contractEvents(record('draft', 1, 1), undefined, {})).toEqual(['created']);
	});
});

test('the status before is null where the list does not show it', () => {
	const { status, ...listed } = record('draft', 0, 1);
	const versions = new Map([[id(1), handledVersion(id(1), listed as never, new Map())]]);
	const now = record(status, 0, 20);
	expect(changesIn([now], versions, () => [])).toMatchObject([{ previousStatus: null }]);
});

test.each([
	['edited', record('active', 0, 20), was('active'), ['counterpartyUpdated']],
	['new', record('active', 20, 20), undefined, ['counterpartyCreated']],
	[
		'new and edited',
		record('active', 20, 21),
		undefined,
		['counterpartyCreated', 'counterpartyUpdated'],
	],
	['not remembered', record('active', 0, 20), undefined, ['counterpartyUpdated']],
])('what a change of a counterparty amounts to: %s', (_what, now, before, events) => {
	expect(counterpartyEvents(now, before, { created: at(10) })).toEqual(events);
});

describe('the stored state', () => {
	const state: PollState = {
		watermark: at(9),
		floor: at(3),
		settling: { watermark: at(9), at: 17 },
		pending: { upper: at(9), cursor: 'abc', target: at(3), startedAt: 5 },
		order: 'kept',
		horizon: { created: at(3), signed: at(2) },
		versions: new Map([
			[id(1), was('draft')],
			[id(2), was('signed')],
		]),
		failures: 1,
	};

	test('comes back as it was, through JSON', () => {
		const data: unknown = JSON.parse(JSON.stringify(stored(state, 'https://a.test/v2')));
		expect(restored(data, 'https://a.test/v2')).toEqual(state);
	});

	test.each(['on hold', 'en attente\n', '50 %20', ''])('keeps the status %j', (status) => {
		const updatedAt = at(1);
		const versions = new Map([
			[id(1), { updatedAt, status }],
			[id(2), { updatedAt, status, print: 'abc' }],
		]);
		const data = stored({ ...state, versions }, 'https://a.test/v2');
		expect(restored(data, 'https://a.test/v2')?.versions).toEqual(versions);
	});

	test.each([
		['of another server', stored(state, 'https://b.test/v2')],
		['of another layout', { ...stored(state, 'https://a.test/v2'), layout: 0 }],
		['none', undefined],
		['text', 'state'],
	])('is not taken: %s', (_what, data) => {
		expect(restored(data, 'https://a.test/v2')).toBeUndefined();
	});

	test('is small: 10,000 contracts take less than a megabyte', () => {
		const versions = new Map(Array.from({ length: 10_000 }, (_, n) => [id(n), was('negotiating')]));
		const text = JSON.stringify(stored({ ...state, versions }, 'https://a.test/v2'));
		expect(text.length).toBeLessThan(1_000_000);
	});
});

describe('other filters', () => {
	const old: PollState = {
		watermark: at(9),
		floor: at(5),
		met: at(4),
		pending: { upper: at(9), cursor: 'abc', target: at(3), startedAt: 5 },
		horizon: {},
		versions: new Map([[id(1), { updatedAt: at(8), status: 'draft' }]]),
		failures: 0,
	};
	const versions = new Map([
		[id(1), { updatedAt: at(20), status: 'signing' }],
		[id(2), { updatedAt: at(5), status: 'signed' }],
		[id(3), { updatedAt: at(6), status: 'signed' }],
	]);
	const seeded: PollState = { ...old, watermark: at(20), floor: at(19), versions };

	test('what was there is known, what changed since is news', () => {
		expect(rebased(old, seeded)).toMatchObject({
			watermark: at(9),
			floor: at(5),
			pending: undefined,
			horizon: { created: at(4), signed: at(4) },
		});
		const { versions: known } = rebased(old, seeded);
		expect([...known.keys()]).toEqual([id(1), id(2)]);
		expect(known.get(id(1))).toEqual({ updatedAt: at(8), status: 'draft' });
	});

	test('a trigger that had seen nothing begins anew', () => {
		expect(rebased({ ...old, floor: undefined }, seeded)).toBe(seeded);
	});
});

describe('forgetting', () => {
	const versions = new Map([
		[id(1), { updatedAt: at(1), status: 'signed' }],
		[id(2), { updatedAt: at(2), status: 'draft' }],
		[id(3), { updatedAt: at(3), status: 'draft' }],
		[id(4), { updatedAt: at(4), status: 'draft' }],
	]);
	const state: PollState = { floor: at(3), met: at(3), horizon: {}, versions, failures: 0 };
	const remembered = (after: PollState) => [...after.versions.keys()];

	test('takes the oldest, and remembers up to where', () => {
		const after = forgetOldest(state, 2);
		expect(remembered(after)).toEqual([id(3), id(4)]);
		expect(after.horizon).toEqual({ created: at(2), signed: at(1) });
	});

	test('keeps what a scan can still meet, however much that is', () => {
		expect(remembered(forgetOldest(state, 0))).toEqual([id(4)]);
		expect(forgetOldest({ ...state, floor: undefined, met: undefined }, 0).versions.size).toBe(4);
	});

	test('waits while what was handled cannot be told from what was not', () => {
		const after = forgetOldest({ ...state, met: at(1) }, 2);
		expect(remembered(after)).toEqual([id(2), id(3), id(4)]);
		expect(after.horizon).toEqual({ created: at(1), signed: at(1) });
	});

	test('does not wait for ever: from the limit on, without taking what is forgotten for handled', () => {
		const after = forgetOldest({ ...state, met: undefined }, 1, 2);
		expect(remembered(after)).toEqual([id(3), id(4)]);
		expect(after.horizon).toEqual({});
	});

	test('does nothing while there is room', () => {
		expect(forgetOldest(state, 4)).toBe(state);
	});
});
