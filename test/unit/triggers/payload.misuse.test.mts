import fc from 'fast-check';
import {
	MAX_EVENTS,
	namedEvents,
} from '../../../nodes/ContractManagement/api/deliveries/namedEvents';

const A = '3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';
const B = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';

const read = (body: unknown) =>
	namedEvents(body, { headers: {}, query: {} }, { contractIdPath: '', eventPath: '' });

/** The same body, with every look into it counted, and every property that is listed. */
function counted(body: unknown) {
	const known = new WeakMap<object, object>();
	const work = { steps: 0 };
	const watched = (value: unknown): unknown => {
		if (typeof value !== 'object' || value === null) return value;
		const proxy = known.get(value) ?? new Proxy(value, handler);
		known.set(value, proxy);
		return proxy;
	};
	const handler: ProxyHandler<object> = {
		get: (target, key) => {
			work.steps += 1;
			const value: unknown = Reflect.get(target, key);
			return typeof value === 'function' ? value : watched(value);
		},
		ownKeys: (target) => {
			const keys = Reflect.ownKeys(target);
			work.steps += keys.length;
			return keys;
		},
	};
	return { body: watched(body), work };
}

/** The letters that are turned into names while something is done. */
function lettersNormalised(act: () => void): number {
	let letters = 0;
	const spies = (['toLowerCase', 'trim'] as const).map((name) => {
		const original = String.prototype[name];
		return jest.spyOn(String.prototype, name).mockImplementation(function (this: string) {
			letters += this.length;
			return original.call(this);
		});
	});
	act();
	for (const spy of spies) spy.mockRestore();
	return letters;
}

const list = <T,>(length: number, one: (index: number) => T) =>
	Array.from({ length }, (_, index) => one(index));
const object = (length: number, one: (index: number) => [string, unknown]) =>
	Object.fromEntries(list(length, one));

test('a contract is not named after the event it pretends to be', () => {
	const [event] = read({ contractId: A, contract: { id: A, name: 'signed', type: 'signed' } })!;
	expect(event!.name).toBe('');
});

test('a status that no contract can have is not read', () => {
	const [event] = read({ contractId: A, status: 'success', previousStatus: '<script>' })!;
	expect(event).toMatchObject({ status: undefined, previousStatus: undefined });
});

test('more than 1,000 events are not read at all', () => {
	const entry = { contractId: A };
	expect(MAX_EVENTS).toBe(1_000);
	expect(read(list(1_000, () => entry))).toHaveLength(1_000);
	expect(read(list(1_001, () => entry))).toBeUndefined();
	const { body, work } = counted(list(1_000_000, () => ({})));
	expect(read(body)).toBeUndefined();
	expect(work.steps).toBeLessThan(50_000);
});

describe('what is looked at grows with the body, and not with its events times what stands beside them', () => {
	const events = list(1_000, () => ({ contractId: A }));
	const SHAPES: Record<string, { body: unknown; values: number }> = {
		'2,000 properties': {
			body: { ...object(2_000, (i) => [`k${i}`, i]), events },
			values: 4_000,
		},
		'2,000 objects with a name of the event each': {
			body: { ...object(2_000, (i) => [`k${i}`, { event: `-${i}` }]), events },
			values: 6_000,
		},
		'2,000 spellings of the event': {
			body: {
				...object(2_000, (i) => [`${'-'.repeat(i % 30)}Event${'_'.repeat(i / 30)}`, '-']),
				events,
			},
			values: 4_000,
		},
		'lists in lists': {
			body: { a: 1, events: list(30, () => ({ b: 1, data: list(30, () => ({ contractId: A })) })) },
			values: 2_000,
		},
		'5,000 levels': {
			body: {
				events,
				deep: JSON.parse(`${'{"data":'.repeat(5_000)}1${'}'.repeat(5_000)}`),
			},
			values: 7_000,
		},
	};

	test.each(Object.entries(SHAPES))('beside: %s', (_shape, { body: plain, values }) => {
		const { body, work } = counted(plain);
		expect(read(body)!.length).toBeGreaterThanOrEqual(900);
		expect(work.steps).toBeLessThan(8 * values);
	});

	test('bodies of any shape', () => {
		const word = fc.constantFrom(
			'event',
			'events',
			'data',
			'contractId',
			'id',
			'type',
			'a',
			'__proto__',
			'\uD800',
			'7',
		);
		const leaf = fc.oneof(
			fc.constantFrom(A, B, 'contract.signed', '-', '\u0000'),
			fc.jsonValue({ maxDepth: 0 }),
		);
		const { body } = fc.letrec((tie) => ({
			body: fc.oneof({ maxDepth: 4, depthIdentifier: 'body' }, leaf, tie('list'), tie('object')),
			list: fc.array(tie('body'), { maxLength: 6, depthIdentifier: 'body' }),
			object: fc.dictionary(fc.oneof(word, fc.string()), tie('body'), {
				maxKeys: 6,
				depthIdentifier: 'body',
			}),
		}));
		fc.assert(
			fc.property(body, (plain) => {
				const text = JSON.stringify(plain) ?? 'null';
				const copy = counted(JSON.parse(text));
				const events = read(copy.body);
				expect(copy.work.steps).toBeLessThan(10 * text.length + 100);
				for (const event of events ?? []) expect([A, B]).toContain(event.id);
			}),
			{ numRuns: 300 },
		);
	});
});

test('names and texts that are too long to be one are not looked into', () => {
	const beside = object(1_000, (i) => [`${'k'.repeat(5_000)}${i}`, 'v']);
	const text = 'x'.repeat(1_000_000);
	const letters = lettersNormalised(() => {
		const events = list(1_000, () => ({ contractId: A, name: text }));
		expect(
			read({ ...beside, event: text, contract: { id: text }, status: text, events }),
		).toHaveLength(1_000);
	});
	expect(letters).toBeLessThan(200_000);
});

test('of names that only say what the event is about, none is long', () => {
	const kind = `counter${'_'.repeat(180)}parties`;
	const letters = lettersNormalised(() => {
		read({
			contractId: A,
			...object(1_000, (i) => [`event${'_'.repeat(i % 30)}${'-'.repeat(i / 30)}`, kind]),
		});
	});
	expect(letters).toBeLessThan(200_000);
});

test.each([
	['more than 200 characters', 'x'.repeat(201)],
	['a line break', 'contract.signed\nWARN forged'],
	['a NUL', 'contract\u0000signed'],
	['half a character', 'contract.signed\uD800'],
])('a name or an id with %s is none', (_what, text) => {
	const [event] = read({ event: text, contractId: A })!;
	expect(event).toMatchObject({ id: A, name: '' });
	const headers = { 'x-event': text };
	const sent = namedEvents(
		{ contractId: A },
		{ headers, query: {} },
		{ contractIdPath: '', eventPath: '' },
	)!;
	expect(sent).toMatchObject([{ name: '' }]);
	const paths = { contractIdPath: '', eventPath: 'what' };
	expect(
		namedEvents({ what: text, contractId: A }, { headers: {}, query: {} }, paths),
	).toMatchObject([{ name: '' }]);
});

test('an event that says something else than what stands beside it is right, however deep it says so', () => {
	const events = [{ data: { contractId: B, status: 'signed' } }, {}];
	const body = { event: 'contract.signed', contractId: A, status: 'draft', events };
	expect(read(body)).toMatchObject([
		{ id: B, status: 'signed' },
		{ id: A, status: 'draft' },
	]);
});

test('properties of the prototype are not found by a path', () => {
	const paths = { contractIdPath: 'constructor.name', eventPath: '__proto__.x' };
	expect(namedEvents({ event: 'a' }, { headers: {}, query: {} }, paths)).toEqual([]);
});

test('properties called like the prototype are properties', () => {
	const body = JSON.parse(
		`{"__proto__":{"contractId":"${A}"},"constructor":1,"event":"contract.signed"}`,
	);
	expect(read(body)).toMatchObject([{ id: A, name: 'contract.signed' }]);
});
