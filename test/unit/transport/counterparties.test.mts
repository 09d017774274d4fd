import {
	counterpartiesByField,
	counterpartiesByName,
	counterpartyById,
	learnOf,
} from '../../../nodes/ContractManagement/transport/counterparties';
import type { Counterparty } from '../../../nodes/ContractManagement/api/types';
import { fakeConnection, type Sent } from './support/fakeService.mts';

interface Company {
	id: string;
	name: string;
	fields?: Record<string, unknown>;
}

const page = (records: Company[]) => ({
	body: { data: records, pagination: { has_next: false, next_cursor: null } } as never,
});

let lane = 0;

const run = () => 'Sync 0';

/** A service whose name filter matches parts, minding case or not. */
function service(companies: Company[], { mindsCase = false, composed = true } = {}) {
	const form = (text: string) => {
		const same = composed ? text.normalize('NFC') : text;
		return mindsCase ? same : same.toLowerCase();
	};
	return fakeConnection(
		({ qs }: Sent) =>
			page(companies.filter(({ name }) => form(name).includes(form(String(qs.name ?? ''))))),
		{ lane: `counterparties ${(lane += 1)}` },
	);
}

const idsOf = (found: Array<{ id: string }>) => found.map(({ id }) => id);

test('only whole names count, in any case', async () => {
	const { connection, sent } = service([
		{ id: '1', name: 'Acme' },
		{ id: '2', name: 'Acme Inc' },
		{ id: '3', name: 'ACME' },
	]);
	expect(idsOf(await counterpartiesByName(connection, ' acme ', run))).toEqual(['1', '3']);
	expect(sent.map(({ qs }) => qs.name)).toEqual(['acme']);
});

test('a name that reads as an operator is never sent as a filter', async () => {
	const { connection, sent } = service([
		{ id: '1', name: 'in:side' },
		{ id: '2', name: 'side' },
	]);
	expect(idsOf(await counterpartiesByName(connection, 'IN:SIDE', run))).toEqual(['1']);
	expect(sent.map(({ qs }) => qs.name)).toEqual([undefined]);
});

test('accents are found in either composition', async () => {
	const { connection, sent } = service([{ id: '1', name: 'Söhne'.normalize('NFD') }], {
		composed: false,
	});
	expect(idsOf(await counterpartiesByName(connection, 'söhne', run))).toEqual(['1']);
	expect(sent).toHaveLength(2);
});

test('where the filter minds case the whole list is compared, read once; that is tried out once', async () => {
	const { connection, sent } = service([{ id: '1', name: 'ACME' }], { mindsCase: true });
	for (let i = 0; i < 3; i++) {
		expect(idsOf(await counterpartiesByName(connection, 'acme', run))).toEqual(['1']);
	}
	expect(sent.map(({ qs }) => qs.name)).toEqual([
		'acme',
		undefined,
		'acme',
		undefined,
		'acme',
		'acme',
	]);
});

test('where it does not, nothing more is read for a name that nobody has', async () => {
	const { connection, sent } = service([{ id: '1', name: 'acme' }]);
	for (let i = 0; i < 3; i++)
		expect(await counterpartiesByName(connection, 'nobody', run)).toEqual([]);
	expect(sent.map(({ qs }) => qs.name)).toEqual(['nobody', undefined, 'ACME', 'nobody', 'nobody']);
});

test('without a name that has a case there is nothing to try out', async () => {
	const { connection, sent } = service([{ id: '1', name: '123' }]);
	expect(await counterpartiesByName(connection, 'nobody', run)).toEqual([]);
	expect(sent).toHaveLength(2);
});

test('a field is found by its value, one of its values, and numbers by their digits', async () => {
	const companies = [
		{ id: '1', name: 'A', fields: { vat: 'DE1' } },
		{ id: '2', name: 'B', fields: { vat: ['x', ' de2'] } },
		{ id: '3', name: 'C', fields: { vat: 3 } },
		{ id: '4', name: 'D', fields: { vat: { text: 'DE1' } } },
		{ id: '5', name: 'E' },
	];
	const { connection, sent } = service(companies);
	const find = async (value: string) =>
		idsOf(await counterpartiesByField(connection, 'vat', value, run));
	expect([await find('de1 '), await find('DE2'), await find('3'), await find('4')]).toEqual([
		['1'],
		['2'],
		['3'],
		[],
	]);
	expect(sent).toHaveLength(1);
});

test('the list that was read learns of a change, and what was found before stays as it was', async () => {
	const { connection, sent } = service([{ id: '1', name: 'A', fields: { vat: 'DE1' } }]);
	const find = async () => await counterpartiesByField(connection, 'vat', 'DE1', run);
	const change = async (id: string) => await learnOf(connection, { id, name: 'B' } as Counterparty);
	await change('1');
	const [before] = await find();
	await change('1');
	await change('2');
	expect(await find()).toEqual([{ id: '1', name: 'B', fields: { vat: 'DE1' } }]);
	expect(before.name).toBe('A');
	expect(sent).toHaveLength(1);
});

describe('a value that a counterparty got since the list was read', () => {
	/** Lists of 120 counterparties, newest change first where the service can. */
	function changing({ sorts = true } = {}) {
		const companies = Array.from({ length: 120 }, (_, i) => ({
			id: `${i}`,
			name: `Company ${i}`,
			fields: {} as Record<string, string>,
			updatedAt: `2026-01-01T00:${String(i % 60).padStart(2, '0')}:00.000Z`,
		}));
		let clock = 0;
		const set = (id: number, vat: string) => {
			clock += 1;
			const updatedAt = `2026-01-02T00:00:${String(clock).padStart(2, '0')}.000Z`;
			companies[id] = { ...companies[id], fields: { vat }, updatedAt };
		};
		const { connection, sent } = fakeConnection(
			({ qs }: Sent) => {
				if (qs.sort && !sorts) return { statusCode: 400, body: {} as never };
				const from = Number(qs.after ?? 0);
				const rows = qs.sort
					? companies.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
					: companies;
				const next = from + Number(qs.limit);
				const hasNext = next < rows.length;
				const pagination = { has_next: hasNext, next_cursor: hasNext ? `${next}` : null };
				return { body: { data: rows.slice(from, next), pagination } as never };
			},
			{ lane: `counterparties ${(lane += 1)}` },
		);
		const find = async (value: string, runIndex: number) =>
			idsOf(await counterpartiesByField(connection, 'vat', value, () => `Sync ${runIndex}`));
		return { set, find, sent };
	}

	test('is found by the next run of the node, and the list is not read again for it each time', async () => {
		const { set, find, sent } = changing();
		expect(await find('DE1', 0)).toEqual([]);
		set(7, 'DE1');
		expect(await find('DE1', 0)).toEqual([]);
		expect(sent).toHaveLength(3);

		expect(await find('DE1', 1)).toEqual(['7']);
		expect(sent).toHaveLength(7);

		for (let runIndex = 2; runIndex < 12; runIndex++) {
			expect(await find(`DE${runIndex}`, runIndex)).toEqual([]);
			set(runIndex, `DE${runIndex}`);
			expect(await find(`DE${runIndex}`, runIndex + 100)).toEqual([`${runIndex}`]);
		}
		expect(sent).toHaveLength(27);
	});

	test('is looked for once per run, however many items are not found', async () => {
		const { find, sent } = changing();
		await find('DE1', 0);
		await find('DE1', 1);
		const before = sent.length;
		await Promise.all(Array.from({ length: 50 }, async (_, i) => await find(`X${i}`, 2)));
		expect(sent).toHaveLength(before + 1);
	});

	test('is found where the service does not list its newest changes first', async () => {
		const { set, find, sent } = changing({ sorts: false });
		expect(await find('DE1', 0)).toEqual([]);
		set(119, 'DE1');
		expect(await find('DE1', 1)).toEqual(['119']);
		set(118, 'DE2');
		expect(await find('DE2', 2)).toEqual(['118']);
		expect(sent).toHaveLength(11);
	});
});

test('an id that does not exist is undefined; a refusal is an error', async () => {
	const answering = (statusCode: number, body: unknown = {}) =>
		counterpartyById(fakeConnection(() => ({ statusCode, body: body as never })).connection, '/x');
	expect(await answering(404)).toBeUndefined();
	expect(await answering(200, { data: { id: '1' } })).toEqual({ id: '1' });
	await expect(answering(403)).rejects.toMatchObject({ httpCode: '403' });
});
