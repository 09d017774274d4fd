import { ASSUMED } from '../../../nodes/ContractManagement/api/profile';
import {
	counterpartiesByField,
	counterpartiesByName,
	fieldsOfAll,
} from '../../../nodes/ContractManagement/transport/counterparties';
import { counterpartyById } from '../../../nodes/ContractManagement/transport/counterparty';
import { attempt } from '../../../nodes/ContractManagement/transport/request';
import { fakeConnection, type Answer, type Sent } from './support/fakeService.mts';

interface Company {
	id: string;
	name: string;
	fields?: Record<string, unknown>;
}

const page = (records: Company[]) => ({
	body: { data: records, pagination: { has_next: false, next_cursor: null } } as never,
});

let executions = 0;

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
		{ executionId: `counterparties ${(executions += 1)}` },
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

test('what has exactly the name is found with one request, whatever other spellings the name has', async () => {
	const { connection, sent } = service([{ id: '1', name: 'Söhne' }]);
	expect(idsOf(await counterpartiesByName(connection, 'Söhne', run))).toEqual(['1']);
	expect(sent).toHaveLength(1);
});

test('where the filter may mind case the whole list is compared, read once', async () => {
	const { connection, sent } = service([{ id: '1', name: 'ACME' }], { mindsCase: true });
	for (let i = 0; i < 3; i++) {
		expect(idsOf(await counterpartiesByName(connection, 'acme', run))).toEqual(['1']);
	}
	expect(sent.map(({ qs }) => qs.name)).toEqual(['acme', undefined, 'acme', 'acme']);
});

test('where the profile says that it does not, nothing more is read for a name that nobody has', async () => {
	const { connection, sent } = service([{ id: '1', name: 'acme' }]);
	connection.profile = { ...ASSUMED, 'counterparty-name-filter': 'any-case' };
	for (let i = 0; i < 3; i++)
		expect(await counterpartiesByName(connection, 'nobody', run)).toEqual([]);
	expect(sent.map(({ qs }) => qs.name)).toEqual(['nobody', 'nobody', 'nobody']);
});

test('by one of its words, which thousands may have, a name is only looked for where that saves the whole list', async () => {
	const companies = [{ id: '1', name: 'Acme  Limited' }];
	for (const [filter, names] of [
		['exact-case', ['Acme Limited', undefined, 'Globex Limited']],
		['any-case', ['Acme Limited', 'Limited', 'Globex Limited', 'Limited']],
	] as const) {
		const { connection, sent } = service(companies);
		connection.profile = { ...ASSUMED, 'counterparty-name-filter': filter };
		expect(idsOf(await counterpartiesByName(connection, 'Acme Limited', run))).toEqual(['1']);
		expect(await counterpartiesByName(connection, 'Globex Limited', run)).toEqual([]);
		expect(sent.map(({ qs }) => qs.name)).toEqual(names);
	}
});

test('where it does for some letters only, the whole list is compared for names with others', async () => {
	const companies = [
		{ id: '1', name: 'Acme' },
		{ id: '2', name: 'ÖBB AG' },
	];
	const form = (text: unknown) =>
		String(text ?? '').replace(/[A-Z]/g, (each) => each.toLowerCase());
	const { connection } = fakeConnection(({ qs }) =>
		page(companies.filter(({ name }) => form(name).includes(form(qs.name)))),
	);
	connection.profile = { ...ASSUMED, 'counterparty-name-filter': 'any-case' };
	expect(idsOf(await counterpartiesByName(connection, 'öbb ag', run))).toEqual(['2']);
});

test('a field is found by its value, in the same case, one of its values, and numbers by their digits', async () => {
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
	expect([await find('DE1 '), await find('de2'), await find('3'), await find('de1')]).toEqual([
		['1'],
		['2'],
		['3'],
		[],
	]);
	expect(sent).toHaveLength(1);
});

test('the fields that any of them has are known, also those that one got since', async () => {
	const companies: Company[] = [
		{ id: '1', name: 'A', fields: { vat: 'DE1' } },
		{ id: '2', name: 'B', fields: { vat: 'DE2', city: null } },
		{ id: '3', name: 'C' },
	];
	const createdAt = '2026-01-01T00:00:00.000Z';
	const changed = { id: '3', name: 'C', createdAt, fields: { region: 'West' } };
	const { connection } = fakeConnection(({ method }) =>
		method === 'PATCH' ? { body: changed as never } : page(companies),
	);
	const known = async () => [...(await fieldsOfAll(connection, run)).keys()];
	expect([await known(), await known()]).toEqual([
		['vat', 'city'],
		['vat', 'city'],
	]);
	await attempt(connection, { method: 'PATCH', path: '/counterparties/3', body: {} });
	expect(await known()).toEqual(['vat', 'city', 'region']);
});

test('thousands are not looked at again for each item', async () => {
	let looks = 0;
	const companies = Array.from({ length: 2_000 }, (_, i) => ({
		id: `${i}`,
		name: `Company ${i}`,
		get fields() {
			looks += 1;
			return { vat: `DE${i}` };
		},
	}));
	const { connection } = service(companies);
	for (let i = 0; i < 200; i++) {
		expect(idsOf(await counterpartiesByField(connection, 'vat', `DE${i}`, run))).toEqual([`${i}`]);
	}
	expect(looks).toBeLessThan(10 * companies.length);
});

test('nor are those that items changed since, and they are found by what they have now', async () => {
	const COUNT = 300;
	let looks = 0;
	const vats = Array.from({ length: COUNT }, (_, i) => `DE${i}`);
	const shown = (id: string) => ({
		id,
		name: 'Company',
		createdAt: '2026-01-01T00:00:00.000Z',
		fields: {
			get vat() {
				looks += 1;
				return vats[Number(id)];
			},
		},
	});
	const { connection } = fakeConnection(({ url, method }) =>
		method === 'PATCH'
			? { body: shown(url.split('/').at(-1)!) as never }
			: page(vats.map((_, i) => shown(`${i}`))),
	);
	const find = async (vat: string) =>
		idsOf(await counterpartiesByField(connection, 'vat', vat, run));
	for (let i = 0; i < COUNT; i++) {
		expect(await find(`DE${i}`)).toEqual([`${i}`]);
		vats[i] = `AT${i}`;
		await attempt(connection, { method: 'PATCH', path: `/counterparties/${i}`, body: {} });
	}
	expect(looks).toBeLessThan(20 * COUNT);
	expect(await find('DE7')).toEqual([]);
	expect(await find('AT7')).toEqual(['7']);
});

const GONE = { statusCode: 404, body: { errorId: 'COUNTERPARTY_NOT_FOUND' } as never };

describe('the list that was read', () => {
	/** The list, and answers to requests of single counterparties by method. */
	function known(single: Partial<Record<string, () => Answer>>) {
		const { connection, sent } = fakeConnection(({ url, method }) =>
			url === '/counterparties'
				? page([
						{ id: '1', name: 'A', fields: { vat: 'DE1' } },
						{ id: '2', name: 'B' },
					])
				: (single[String(method)]?.() ?? GONE),
		);
		const find = async () => await counterpartiesByField(connection, 'vat', 'DE1', run);
		const write = async (path = '/counterparties/1', method: 'PATCH' | 'POST' = 'PATCH') =>
			await attempt(connection, { method, path, body: { name: 'C' }, bodyOptional: true });
		return {
			connection,
			find,
			write,
			requests: () => sent.map(({ method, url }) => `${method} ${url}`),
		};
	}

	test('learns of a change from its answer, and what was found before stays as it was', async () => {
		const createdAt = '2026-01-01T00:00:00.000Z';
		const changed = { id: '1', name: 'C', createdAt, fields: { vat: 'DE1' } };
		const { find, write, requests } = known({ PATCH: () => ({ body: changed as never }) });
		await write();
		const [before] = await find();
		await write();
		expect(await find()).toEqual([changed]);
		expect(before.name).toBe('A');
		expect(requests().filter((each) => each.startsWith('GET'))).toHaveLength(1);
	});

	test.each([
		['has no body', { statusCode: 204, body: '' }],
		['has the id alone', { body: { id: '1' } }],
		['shows no more than what was written', { body: { id: '1', name: 'C' } }],
		['shows a part of it', { body: { id: '1', name: 'C', updatedAt: '2026-01-02T00:00:00Z' } }],
		['does not say whether it was executed', { statusCode: 500, body: {} }],
	] as const)('reads the record again where the answer to a change %s', async (_what, answer) => {
		const now = { id: '1', name: 'C', fields: { vat: 'DE9' } };
		const { find, write, requests } = known({
			PATCH: () => answer as Answer,
			GET: () => ({ body: now as never }),
		});
		expect(await find()).toHaveLength(1);
		await write();
		expect(await find()).toEqual([]);
		expect(await find()).toEqual([]);
		expect(requests().filter((each) => each === 'GET /counterparties/1')).toHaveLength(1);
		expect(requests().filter((each) => each === 'GET /counterparties')).toHaveLength(1);
	});

	test('drops what is gone, keeps what was refused, and is read again after an unknown one was created', async () => {
		const { find, write, requests } = known({
			PATCH: () => ({ statusCode: 204, body: '' }),
			POST: () => ({ statusCode: 201, body: '' }),
		});
		expect(await find()).toHaveLength(1);
		await write();
		expect(await find()).toEqual([]);
		await write('/counterparties', 'POST');
		expect(await find()).toHaveLength(1);
		expect(requests().filter((each) => each === 'GET /counterparties')).toHaveLength(2);
		const refused = known({ PATCH: () => ({ statusCode: 400, body: {} }) });
		await refused.find();
		await refused.write();
		expect(await refused.find()).toHaveLength(1);
		expect(refused.requests()).toHaveLength(2);
	});

	test('looks up a changed record that it does not have', async () => {
		const now = { id: '3', name: 'C', fields: { vat: 'DE1' } };
		const { find, write } = known({
			PATCH: () => ({ statusCode: 204, body: '' }),
			GET: () => ({ body: now as never }),
		});
		await find();
		await write('/counterparties/3');
		expect(idsOf(await find())).toEqual(['1', '3']);
	});

	test('learns of a record that was read, and nothing of another collection', async () => {
		const now = { id: '2', name: 'B', fields: { vat: 'DE1' } };
		const { connection, find, requests } = known({ GET: () => ({ body: now as never }) });
		expect(await find()).toHaveLength(1);
		await counterpartyById(connection, '2');
		expect(idsOf(await find())).toEqual(['1', '2']);
		await attempt(connection, { method: 'PATCH', path: '/contracts/1', body: {} });
		expect(await find()).toHaveLength(2);
		expect(requests()).toHaveLength(3);
	});
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
		let written = {};
		const set = (id: number, vat: string) => {
			clock += 1;
			const updatedAt = `2026-01-02T00:00:${String(clock).padStart(2, '0')}.000Z`;
			companies[id] = { ...companies[id], fields: { vat }, updatedAt };
		};
		const { connection, sent } = fakeConnection(
			({ qs, method, url }: Sent) => {
				// Newer than what lists show.
				if (method === 'PATCH')
					return { body: { ...written, id: url.split('/').at(-1)! } as never };
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
			{ executionId: `counterparties ${(executions += 1)}` },
		);
		const find = async (value: string, runIndex: number) =>
			idsOf(await counterpartiesByField(connection, 'vat', value, () => `Sync ${runIndex}`));
		const known = async (runIndex: number) => [
			...(await fieldsOfAll(connection, () => `Sync ${runIndex}`)).keys(),
		];
		const write = async (id: number, fields: Record<string, string>) => {
			const at = '2026-01-03T00:00:00.000Z';
			written = { name: 'Written', fields, createdAt: at, updatedAt: at };
			await attempt(connection, { method: 'PATCH', path: `/counterparties/${id}`, body: {} });
		};
		const remove = (id: number) => companies.splice(id, 1);
		return { set, find, known, sent, write, remove };
	}

	test('is found by the next run of the node, and the list is not read again for it each time', async () => {
		const { set, find, sent } = changing();
		expect(await find('DE1', 0)).toEqual([]);
		set(7, 'DE1');
		expect(await find('DE1', 0)).toEqual([]);
		const first = sent.length;

		expect(await find('DE1', 1)).toEqual(['7']);
		expect(sent).toHaveLength(first + 1);

		for (let runIndex = 2; runIndex < 12; runIndex++) {
			expect(await find(`DE${runIndex}`, runIndex)).toEqual([]);
			set(runIndex, `DE${runIndex}`);
			expect(await find(`DE${runIndex}`, runIndex + 100)).toEqual([`${runIndex}`]);
		}
		expect(sent).toHaveLength(first + 21);
	});

	test('is not undone by a list that was read before, and what is gone from the list is dropped', async () => {
		const { set, find, remove, write } = changing();
		await find('DE1', 0);
		set(3, 'DE3');
		await write(3, { vat: 'DE4' });
		remove(5);
		expect(await find('DE1', 1)).toEqual([]);
		expect(await find('DE3', 1)).toEqual([]);
		expect(await find('DE4', 1)).toEqual(['3']);
		expect(await find('DE5', 1)).toEqual([]);
	});

	test('is looked for once per run, however many items are not found', async () => {
		const { find, sent } = changing();
		await find('DE1', 0);
		await find('DE1', 1);
		const before = sent.length;
		await Promise.all(Array.from({ length: 50 }, async (_, i) => await find(`X${i}`, 2)));
		expect(sent).toHaveLength(before + 1);
	});

	test('is found behind a page of others by one request more, and then by one again', async () => {
		const { set, find, sent } = changing();
		await find('DE1', 0);
		for (let id = 0; id < 59; id++) set(id, `DE${id}`);
		const asked = [];
		for (let runIndex = 1; runIndex < 4; runIndex++) {
			const before = sent.length;
			expect(await find('DE1', runIndex)).toEqual(['1']);
			asked.push(sent.length - before);
		}
		expect(asked).toEqual([2, 1, 1]);
	});

	test('has its field known to the next run, also where nobody had that field', async () => {
		const { set, known } = changing();
		expect(await known(0)).toEqual([]);
		set(7, 'DE1');
		expect([await known(0), await known(1)]).toEqual([[], ['vat']]);
	});

	test('is an error where the service does not sort, as the specification has it', async () => {
		await expect(changing({ sorts: false }).find('DE1', 0)).rejects.toThrow('status 400');
	});
});

test('an id that does not exist is undefined; a refusal is an error', async () => {
	const answering = (statusCode: number, body: unknown = {}, more = {}) => {
		const { connection } = fakeConnection(() => ({ statusCode, body: body as never }), more);
		return counterpartyById(connection, 'x');
	};
	expect(await answering(404, { errorId: 'COUNTERPARTY_NOT_FOUND' })).toBeUndefined();
	await expect(answering(404)).rejects.toThrow('Nothing was found at /counterparties/x');
	expect(await answering(200, { data: { id: '1' } })).toEqual({ id: '1' });
	await expect(answering(403)).rejects.toMatchObject({ httpCode: '403' });
	const noVersion = { baseUrl: 'https://service.test' };
	await expect(answering(404, {}, noVersion)).rejects.toThrow('Add /v2 at the end of the Base URL');
});
