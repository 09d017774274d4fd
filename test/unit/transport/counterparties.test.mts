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
	expect(idsOf(await counterpartiesByName(connection, ' acme '))).toEqual(['1', '3']);
	expect(sent.map(({ qs }) => qs.name)).toEqual(['acme']);
});

test('a name that reads as an operator is never sent as a filter', async () => {
	const { connection, sent } = service([
		{ id: '1', name: 'in:side' },
		{ id: '2', name: 'side' },
	]);
	expect(idsOf(await counterpartiesByName(connection, 'IN:SIDE'))).toEqual(['1']);
	expect(sent.map(({ qs }) => qs.name)).toEqual([undefined]);
});

test('accents are found in either composition', async () => {
	const { connection, sent } = service([{ id: '1', name: 'Söhne'.normalize('NFD') }], {
		composed: false,
	});
	expect(idsOf(await counterpartiesByName(connection, 'söhne'))).toEqual(['1']);
	expect(sent).toHaveLength(2);
});

test('where the filter minds case the whole list is compared, read once; that is tried out once', async () => {
	const { connection, sent } = service([{ id: '1', name: 'ACME' }], { mindsCase: true });
	for (let i = 0; i < 3; i++) {
		expect(idsOf(await counterpartiesByName(connection, 'acme'))).toEqual(['1']);
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
	for (let i = 0; i < 3; i++) expect(await counterpartiesByName(connection, 'nobody')).toEqual([]);
	expect(sent.map(({ qs }) => qs.name)).toEqual(['nobody', undefined, 'ACME', 'nobody', 'nobody']);
});

test('without a name that has a case there is nothing to try out', async () => {
	const { connection, sent } = service([{ id: '1', name: '123' }]);
	expect(await counterpartiesByName(connection, 'nobody')).toEqual([]);
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
		idsOf(await counterpartiesByField(connection, 'vat', value));
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
	const find = async () => await counterpartiesByField(connection, 'vat', 'DE1');
	const change = async (id: string) => await learnOf(connection, { id, name: 'B' } as Counterparty);
	await change('1');
	const [before] = await find();
	await change('1');
	await change('2');
	expect(await find()).toEqual([{ id: '1', name: 'B', fields: { vat: 'DE1' } }]);
	expect(before.name).toBe('A');
	expect(sent).toHaveLength(1);
});

test('an id that does not exist is undefined; a refusal is an error', async () => {
	const answering = (statusCode: number, body: unknown = {}) =>
		counterpartyById(fakeConnection(() => ({ statusCode, body: body as never })).connection, '/x');
	expect(await answering(404)).toBeUndefined();
	expect(await answering(200, { data: { id: '1' } })).toEqual({ id: '1' });
	await expect(answering(403)).rejects.toMatchObject({ httpCode: '403' });
});
