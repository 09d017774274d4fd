import { eventKeyOf } from '../../../nodes/ContractManagement/api/events';
import { printOf } from '../../../nodes/ContractManagement/api/print';
import {
	firstState,
	isNews as isNewsOf,
	pastOf,
	stateAfter,
	type Bounds,
	type PollState,
} from '../../../nodes/ContractManagement/triggers/polling/state';
import {
	keep,
	recalled,
	restored,
	stored,
	type Shelf,
} from '../../../nodes/ContractManagement/triggers/polling/stored';
import {
	contractEvents,
	counterpartyEvents,
	type Version,
} from '../../../nodes/ContractManagement/triggers/polling/versions';

const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`;
const id = (n: number) => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`;
const was = (status: string): Version => ({ updatedAt: at(1), status });

function record(status: string, created: number, updated: number, signatureDate?: string | null) {
	return { id: id(1), status, createdAt: at(created), updatedAt: at(updated), signatureDate };
}

describe('what a change of a contract amounts to', () => {
	const SIGNING = ['statusChanged', 'sentForSignature', 'updated'];
	const SIGNED = ['statusChanged', 'signed', 'updated'];
	const ONE = ['counterpartyCreated'];
	const TWO = [...ONE, 'counterpartyUpdated'];

	test.each([
		['edited', record('draft', 0, 20), was('draft'), ['updated']],
		['moved', record('negotiating', 0, 20), was('draft'), ['statusChanged', 'updated']],
		['sent for signature', record('signing', 0, 20), was('draft'), SIGNING],
		['signed', record('signed', 0, 20), was('signing'), SIGNED],
		['canceled', record('canceled', 0, 20), was('draft'), ['statusChanged', 'canceled', 'updated']],
		['edited after it was signed', record('signed', 0, 20), was('signed'), ['updated']],
		['new', record('draft', 20, 20), undefined, ['created']],
		['new and edited', record('draft', 20, 21), undefined, ['created', 'updated']],
		['new and moved', record('signing', 20, 21), undefined, ['created', ...SIGNING]],
		['new in another status', record('negotiating', 20, 20), undefined, ['created']],
		[
			'new in another status and edited',
			record('negotiating', 20, 21),
			undefined,
			['created', 'updated'],
		],
		['new and signed', record('signed', 20, 20), undefined, ['created', 'signed']],
		['new, then signed', record('signed', 20, 25), undefined, ['created', ...SIGNED]],
		['not remembered', record('signing', 0, 20), undefined, SIGNING],
		['in an unknown status', record('signing', 0, 20), was(''), SIGNING],
		['in an unknown status, signed long ago', record('signed', 0, 20, at(5)), was(''), ['updated']],
		['not remembered, signed since the start', record('signed', 0, 20, at(19)), undefined, SIGNED],
		['not remembered, signed long ago', record('signed', 0, 20, at(5)), undefined, ['updated']],
		[
			'not remembered, signed at a time that is not shown',
			record('signed', 0, 20, null),
			undefined,
			SIGNED,
		],
	])('%s', (_what, now, before, events) => {
		expect(contractEvents(now, before, { since: at(10) })).toEqual(events);
	});

	test.each([
		['signing', undefined, ['updated']],
		['canceled', undefined, ['updated']],
		['signed', at(19), ['updated']],
	])('a %s contract that came into view made no move', (status, signed, events) => {
		const shown = record(status, 0, 20, signed);
		expect(contractEvents(shown, undefined, { since: at(10), isWhole: true })).toEqual(events);
	});

	test('signed again, at another date', () => {
		const past = { since: at(10), isWhole: true };
		const before = { ...was('signed'), signed: at(1) };
		expect(contractEvents(record('signed', 0, 20, at(19)), before, past)).toEqual(SIGNED);
		expect(contractEvents(record('signed', 0, 20, at(1)), before, past)).toEqual(['updated']);
		// A service may begin to show finer times, or show them in the record alone.
		const finer = at(1).replace('.000Z', '.417Z');
		expect(contractEvents(record('signed', 0, 20, finer), before, past)).toEqual(['updated']);
		const was417 = { ...before, signed: finer };
		expect(contractEvents(record('signed', 0, 20, at(1)), was417, past)).toEqual(['updated']);
		const about = { id: id(1), status: 'signed', updatedAt: at(20) };
		expect(eventKeyOf('signed', about)).toBe(`${id(1)}:signed`);
		expect(eventKeyOf('signed', { ...about, again: at(19) })).toBe(`${id(1)}:signed:${at(19)}`);
	});

	test.each([
		['2026-01-01T00:00:20.000Z', '2026-01-01T00:00:20.009Z', ['created', 'signed'], ONE],
		['2026-01-01T00:00:20.003Z', '2026-01-01T00:00:20Z', ['created', 'signed'], ONE],
		['2026-01-01', '2026-01-01', ['created', 'signed'], ONE],
		['2026-01-01T00:00:20Z', '2026-01-01T00:00:20.010Z', ['created', ...SIGNED], TWO],
	])('created %s, updated %s', (createdAt, updatedAt, events, ofCounterparty) => {
		const fresh = { ...record('signed', 20, 20), createdAt, updatedAt };
		expect(contractEvents(fresh, undefined, { since: '' })).toEqual(events);
		expect(counterpartyEvents(fresh, undefined, { since: '' })).toEqual(ofCounterparty);
	});

	test('everything is new where the list was empty at the start', () => {
		expect(contractEvents(record('draft', 1, 1), undefined, { since: '' })).toEqual(['created']);
	});
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
	expect(counterpartyEvents(now, before, { since: at(10) })).toEqual(events);
});

const row = (n: number, second: number, more: object = {}) => {
	const shown = {
		...{ id: id(n), name: 'One', status: 'draft', createdAt: at(0), updatedAt: at(second) },
		...more,
	};
	return rowOf(shown);
};
const rowOf = (shown: Record<'id' | 'status' | 'updatedAt', string>) => {
	const { id: uuid, status = '', updatedAt } = shown;
	const print = updatedAt.endsWith('.000Z') ? printOf(shown) : status;
	return { id: uuid, updatedAt, status, print, record: shown };
};
/** All was handled up to an instant, or up to there, and more is left. */
const reached = (instant: string, isCaughtUp = true) =>
	isCaughtUp
		? { rows: [{ id: id(9), updatedAt: instant, status: '', print: '' }] }
		: { rows: [], upTo: instant };
const memory = { lookbackMs: 5_000, startedAt: at(50), maxVersions: 2 };

describe('what is news', () => {
	const state = firstState([row(1, 10), row(2, 20)], {
		...memory,
		startedAt: at(20),
		maxVersions: 10,
	});
	const isNews = (known: PollState, shown: ReturnType<typeof row>, bounds = {}) =>
		isNewsOf(known, { ...memory, ...bounds }, shown, shown.record);

	test.each([
		['what was handled', row(2, 20), false],
		['a newer version', row(2, 21), true],
		['an older version', row(2, 19, { status: 'signed' }), false],
		['another status at the same time', row(2, 20, { status: 'signed' }), true],
		['another content at the same time', row(2, 20, { name: 'Other' }), true],
		['another content at the same time, long ago', row(1, 10, { name: 'Other' }), false],
		['the same content in another order', rowOf(reversed(row(2, 20).record)), false],
		['what is not remembered, above', row(3, 16), true],
		['what is not remembered, below', row(3, 14), false],
	])('%s', (_what, shown, isNew) => {
		expect(isNews(state, shown)).toBe(isNew);
	});

	test('the same content with its lists in another order is not', () => {
		const [one, other] = [
			['a', 'b'],
			['b', 'a'],
		].map((ids) => row(2, 20, { signatories: ids.map((name) => ({ name, tags: ids })) }));
		expect(isNews(firstState([one!], memory), other!)).toBe(false);
	});

	test('a list that is behind the record at the same time is not, however often it is read', () => {
		const listed = row(2, 20);
		const [[, shown] = []] = firstState([listed], memory).versions;
		const read: [string, Version] = [id(2), { ...shown!, status: 'signing' }];
		const after = stateAfter(state, [read], reached(at(20)), memory);
		expect(isNews(after, listed)).toBe(false);
		expect(isNews(after, row(2, 20, { status: 'signed' }))).toBe(true);
	});

	test.each(['https://a.test/SIG', 'https://a.test/?sig=SIG', '/a.png?v=2&sig=SIG', 'a?SIG='])(
		'an address that is signed anew each time is not: %s',
		(address) => {
			const [one, other] = ['1', '2'].map((signature) =>
				row(2, 20, { file: address.replace('SIG', signature) }),
			);
			expect(isNews(firstState([one!], memory), other!)).toBe(false);
		},
	);

	test.each(['a?b c=SIG', 'SIG', 'a=SIG?', '/a?SIG'])('but no other text: %s', (text) => {
		const [one, other] = ['1', '2'].map((value) =>
			row(2, 20, { text: text.replace('SIG', value) }),
		);
		expect(isNews(firstState([one!], memory), other!)).toBe(true);
	});

	test.each([
		['a version stamped ahead, then one of now', row(1, 55), row(1, 30), {}, true],
		[
			'an older version, once a list can be behind no more',
			row(1, 20),
			row(1, 18),
			{ quietMs: 5_000 },
			true,
		],
		[
			'an older version while the list may be behind',
			row(1, 20),
			row(1, 18),
			{ quietMs: 4_999 },
			false,
		],
		['finer times', row(1, 20), row(1, 20, { updatedAt: '2026-01-01T00:00:20.123Z' }), {}, false],
		['coarser times', row(1, 20, { updatedAt: '2026-01-01T00:00:20.123Z' }), row(1, 20), {}, false],
		[
			'finer times of an edit',
			row(1, 20),
			row(1, 20, { updatedAt: '2026-01-01T00:00:20.123Z', name: 'Two' }),
			{},
			true,
		],
		['another property', row(1, 20), row(1, 20, { folder: null }), {}, false],
	])('another version: %s', (_what, known, shown, bounds, isNew) => {
		expect(isNews(firstState([known], memory), shown, bounds)).toBe(isNew);
	});

	test('a status that the list does not show is not another one', () => {
		const { status, ...shown } = row(2, 20).record;
		const read = stateAfter(
			state,
			[[id(2), { updatedAt: at(20), status }]],
			reached(at(20)),
			memory,
		);
		expect(isNews(read, rowOf(shown as never))).toBe(false);
	});
});

describe('how far', () => {
	const empty: PollState = { floor: '', since: '', versions: new Map() };
	const after = (upTo: string, isCaughtUp = true, state = empty) =>
		stateAfter(state, [], reached(upTo, isCaughtUp), memory).floor;

	test('up to the newest change, or the last one that was handled where some are left', () => {
		expect(after(at(20))).toBe(at(20));
		expect(after(at(20), true, { ...empty, floor: at(30) })).toBe(at(30));
		expect(after(at(20), false, { ...empty, floor: at(30) })).toBe(at(20));
	});

	test('never beyond now, by this machine’s clock', () => {
		expect(after(at(55))).toBe(at(50));
		expect(firstState([row(1, 55)], memory)).toMatchObject({ floor: at(50), since: at(45) });
	});
});

test('a signature of the last month is no old one where not all contracts are remembered', () => {
	const state = firstState([row(1, 10), row(2, 20)], { ...memory, startedAt: at(20) });
	const bounds = { ...memory, startedAt: '2026-02-02T00:00:00.000Z', maxVersions: 3 };
	const signedAt = (known: PollState, within: Bounds) => pastOf(known, within).signed;
	expect(signedAt(state, bounds)).toBe(at(15));
	expect(signedAt({ ...state, since: '2026-01-31T00:00:00.000Z' }, memory)).toBe(
		'2025-12-01T00:00:50.000Z',
	);
	const signed = record('signed', 0, 20, '2025-12-10T00:00:00.000Z');
	expect(
		contractEvents(signed, undefined, { since: at(10), signed: '2025-12-01T00:00:50.000Z' }),
	).toContain('signed');
	expect(signedAt({ ...state, since: '' }, memory)).toBe('');
});

describe('forgetting', () => {
	const versions = new Map([1, 2, 3, 4].map((n) => [id(n), { updatedAt: at(n), status: 'draft' }]));
	const forget = (second: number, isCaughtUp: boolean, limit = 3) =>
		stateAfter({ floor: '', since: '', versions }, [], reached(at(second), isCaughtUp), {
			...memory,
			limit,
		});
	const remembered = (state: PollState) => [...state.versions.keys()];

	test('takes the oldest, and remembers up to where', () => {
		expect(remembered(forget(20, true))).toEqual([id(3), id(4)]);
		expect(forget(20, true).since).toBe(at(2));
	});

	test('keeps what the next poll can meet, however much that is', () => {
		expect(remembered(forget(8, true))).toEqual([id(3), id(4)]);
		expect(forget(7, true)).toMatchObject({ since: at(1) });
		expect(remembered(forget(6, true))).toHaveLength(4);
	});

	test('waits while changes are left, but not for ever: what is emitted twice is not lost', () => {
		expect(remembered(forget(20, false, 4))).toHaveLength(4);
		expect(remembered(forget(20, false))).toEqual([id(2), id(3), id(4)]);
		expect(forget(20, false).since).toBe('');
	});
});

describe('the stored state', () => {
	const state: PollState = {
		floor: at(9),
		since: at(3),
		versions: new Map([
			[id(1), was('draft')],
			[id(2), { ...was('signed'), print: 'abc+/1=x' }],
		]),
	};
	const owner = { list: 'https://a.test/v2', organization: 'o1' };

	test('comes back as it was, through JSON', () => {
		expect(restored(JSON.parse(JSON.stringify(stored(state, owner))))).toMatchObject({
			...{ ...state, ...owner },
		});
		const nothing = { floor: '', since: '', versions: new Map() };
		expect(restored(stored(nothing, owner))).toMatchObject(nothing);
		// As a version of the package stored it that knew no empty instant.
		const { floor, since, ...older } = stored(nothing, owner);
		expect([floor, since]).toEqual(['', '']);
		expect(restored(older)).toMatchObject(nothing);
	});

	test.each(['on hold', 'en attente\n', '50 %20', '', 'cut \ud83d'])(
		'keeps the text %j',
		(status) => {
			const all = new Map([
				[id(1), { updatedAt: at(1), status }],
				[`CP ${status}`, { updatedAt: at(1), status, print: 'abc' }],
			]);
			expect(restored(stored({ ...state, versions: all }, owner)).versions).toEqual(all);
		},
	);

	test.each([
		['of another layout', { ...stored(state, owner), layout: 0 }],
		['none', undefined],
		['text', 'state'],
	])('is not taken: %s', (_what, contract) => {
		const shelf = { data: { contract } as never, name: 'contract', known: {} };
		expect(recalled(shelf)).toBeUndefined();
	});

	test('the first one is taken until n8n has stored it, or one that followed', () => {
		const known: Shelf['known'] = {};
		const shelf = (): Shelf => ({ data: {}, name: 'contract', known });
		keep(shelf(), state, true, owner);
		const first = recalled(shelf());
		expect(first).toMatchObject({ ...state, ...owner, poll: expect.any(String) });
		const next = shelf();
		keep(next, { ...state, floor: at(20) }, false, owner);
		expect(recalled(shelf())).toEqual(first);
		expect(recalled(next)).toMatchObject({ floor: at(20), organization: 'o1' });
		expect(known.unsaved).toBeUndefined();
		expect(recalled(shelf())).toBeUndefined();
	});

	test('the first one is not taken where another process has stored its own', () => {
		let disk = {};
		const processes: Array<Shelf['known']> = [{}, {}];
		const poll = (known: Shelf['known'], second: number, isStored = true) => {
			const shelf = { data: structuredClone(disk), name: 'contract', known };
			const before = recalled(shelf);
			keep(shelf, { ...state, floor: at(second) }, !before, owner);
			if (isStored) disk = shelf.data;
			return before?.floor;
		};
		expect(poll(processes[0]!, 10, false)).toBeUndefined();
		expect(poll(processes[1]!, 11)).toBeUndefined();
		for (let second = 12; second < 16; second++) {
			expect(poll(processes[second % 2]!, second)).toBe(at(second - 1));
		}
	});

	test('is small: 10,000 contracts take less than a megabyte', () => {
		const one = { ...was('negotiating'), print: 'abcdefgh' };
		const all = new Map(Array.from({ length: 10_000 }, (_, n) => [id(n), one]));
		const text = JSON.stringify(stored({ ...state, versions: all }, owner));
		expect(text.length).toBeLessThan(1_000_000);
	});
});

function reversed<T extends object>(object: T): T {
	return Object.fromEntries(Object.entries(object).reverse()) as T;
}
