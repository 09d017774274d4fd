import { recipe, sqlOf } from '../../host/lib/recipes.mts';
import { rows } from '../support/database.mts';
import { document } from '../support/documents.mts';
import { items, recipeCode, type Item } from '../support/recipes/nodeCode.mts';
import { runSql } from '../support/recipes/sql.mts';
import { startPostgres, type Postgres } from '../support/services.mts';

let postgres: Postgres;

beforeAll(async () => {
	postgres = await startPostgres();
});

afterAll(async () => {
	await postgres?.stop();
});

describe('counterparties in sync', () => {
	const SERVICE = {
		counterpartyId: 'c1',
		name: 'Acme Bau GmbH',
		status: 'active',
		country: 'Norway',
		vatNumber: 'NO1',
		employees: '5',
	};
	const DIFFERS = 'Changed companies';

	const run = async (node: string, item?: object) =>
		await runSql(postgres, 'counterparties-in-sync', node, item);
	const write = async (changes: object = {}) =>
		await run('Write company', { ...SERVICE, ...changes });
	const set = async (change: string) => await rows(postgres, `UPDATE crm_companies SET ${change}`);
	const all = async () => await rows(postgres, 'SELECT * FROM crm_companies ORDER BY id');
	const add = async (...names: string[]) => {
		for (const name of names)
			await rows(postgres, 'INSERT INTO crm_companies (name) VALUES ($1)', [name]);
	};

	beforeEach(async () => {
		await rows(postgres, 'DROP TABLE IF EXISTS crm_companies, crm_companies_deleted');
		await run('Create table');
	});

	test('the table can be made twice', async () => {
		await run('Create table');
		await write();
		expect(await all()).toHaveLength(1);
	});

	test.each([
		['no-break blank', 'Acme\u00a0Bau GmbH'],
		['byte order mark', '\ufeffAcme Bau GmbH'],
		['double blank', 'Acme  Bau GmbH '],
		['other case', 'ACME Bau gmbh'],
		['thin blank and tab', 'Acme\u2009Bau\tGmbH'],
	])('a company whose name differs by a %s is the counterparty', async (_, name) => {
		await add(name);
		await write();
		expect(await all()).toMatchObject([{ counterparty_id: 'c1', vat_number: 'NO1' }]);
		// Blanks are no difference that is sent; capitals are one.
		expect(await run(DIFFERS)).toHaveLength(name.includes('gmbh') ? 1 : 0);
	});

	test('an accent written in two characters is the same one', async () => {
		await add('Cafe\u0301 AS');
		await write({ name: 'Caf\u00e9 AS' });
		expect(await all()).toHaveLength(1);
		await set(`country = 'Norway', vat_number = 'NO1', employees = 5, status = 'active'`);
		expect(await run(DIFFERS)).toEqual([]);
	});

	test('of two companies the one of the very name is taken, of two alike none', async () => {
		await add('ACME BAU GMBH', 'Acme Bau GmbH');
		await write();
		expect(await all()).toMatchObject([{ counterparty_id: null }, { counterparty_id: 'c1' }]);
		await add('Other', 'OTHER');
		await write({ counterpartyId: 'c2', name: 'other' });
		expect((await all()).map((row) => row.counterparty_id)).toEqual([null, 'c1', null, null, 'c2']);
	});

	test('an archived counterparty is not that of a company that the CRM has as active', async () => {
		await add('Acme Bau GmbH');
		await set(`status = 'active'`);
		await write({ counterpartyId: 'c0', status: 'archived' });
		await write();
		expect(await all()).toMatchObject([
			{ counterparty_id: 'c1', status: 'active' },
			{ counterparty_id: 'c0', status: 'archived' },
		]);
		expect(await run(DIFFERS)).toHaveLength(0);
		await add('Old AS');
		await rows(postgres, `UPDATE crm_companies SET status = 'archived' WHERE name = 'Old AS'`);
		await write({ counterpartyId: 'c2', name: 'Old AS', status: 'archived' });
		expect(await all()).toHaveLength(3);
	});

	test.each([`country = '  '`, `country = NULL`, `country = E'\\u00a0'`, `country = ''`])(
		'a country that is emptied (%s) is emptied in the service, and stays so',
		async (change) => {
			await write();
			await set(change);
			expect(await run(DIFFERS)).toMatchObject([
				{ country: '(clear)', name: null, differing: { country: null } },
			]);
			await set(`synced = synced || '{"country": null}'`);
			expect(await run(DIFFERS)).toEqual([]);
			await write({ country: null });
			expect(await run(DIFFERS)).toEqual([]);
		},
	);

	test.each([`name = ''`, `name = '  '`, `status = NULL`, `status = ' '`])(
		'what has to be there and is emptied (%s) is not sent, and comes back',
		async (change) => {
			await write();
			await set(change);
			expect(await run(DIFFERS)).toEqual([]);
			await write();
			expect(await all()).toMatchObject([{ name: 'Acme Bau GmbH', status: 'active' }]);
			// A second time nothing is written.
			expect(await write()).toEqual([]);
		},
	);

	test('other blanks in a value are no change, in either direction', async () => {
		await write({ country: 'United  Kingdom\u00a0' });
		expect(await all()).toMatchObject([{ country: 'United Kingdom' }]);
		await set(`country = ' United Kingdom', name = 'Acme  Bau GmbH'`);
		expect(await run(DIFFERS)).toEqual([]);
		expect(await write({ country: 'United Kingdom' })).toEqual([]);
	});

	test('a company that was deleted in the CRM does not come back', async () => {
		await write();
		await rows(postgres, 'DELETE FROM crm_companies');
		await write();
		await write({ name: 'Renamed' });
		expect(await all()).toEqual([]);
		await write({ counterpartyId: 'c2', name: 'Other' });
		expect(await all()).toHaveLength(1);
		// Unless the CRM has it again.
		await add('Acme Bau GmbH');
		await write();
		expect(await all()).toMatchObject([{ counterparty_id: 'c2' }, { counterparty_id: 'c1' }]);
		await write({ vatNumber: 'NO2' });
		expect((await all())[1]).toMatchObject({ synced: { vat_number: 'NO2' } });
	});

	test('for another CRM, as the page says: what was written is handed on, and brought back is no change', async () => {
		const { text } = document('docs/recipes/counterparties-in-sync.md');
		const [ending] = /RETURNING \*/.exec(text)!;
		const source = recipe('counterparties-in-sync.json');
		const node = source.nodes.find(({ name }) => name === 'Write company')!;
		node.parameters.query = String(node.parameters.query).replace('RETURNING id, name', ending);
		await rows(postgres, 'ALTER TABLE crm_companies ADD COLUMN crm_id text UNIQUE');
		const [company] = (await runSql(postgres, source, 'Write company', SERVICE)) as [object];
		const { counterpartyId: counterparty_id, vatNumber: vat_number, ...same } = SERVICE;
		expect(company).toMatchObject({ ...same, counterparty_id, vat_number, employees: 5 });
		const brought = `UPDATE crm_companies SET crm_id = 'A-1', (name, status, country, vat_number, employees)
			= ROW ($1, $2, $3, $4, $5)`;
		const { name, status, country } = SERVICE;
		await rows(postgres, brought, [name, status, country, vat_number, 5]);
		expect(await run(DIFFERS)).toEqual([]);
		expect(await runSql(postgres, source, 'Write company', SERVICE)).toEqual([]);
		await rows(postgres, `DELETE FROM crm_companies WHERE crm_id = 'A-1'`);
		await write();
		expect(await all()).toEqual([]);
	});

	test('a NUL and half an emoji hold up nothing', async () => {
		await write({ name: 'A\0cme \ud83d', country: 'Nor\0way' });
		expect(await all()).toMatchObject([{ name: 'Acme', country: 'Norway' }]);
		expect(await run(DIFFERS)).toEqual([]);
	});

	test('in a conflict the CRM wins, value by value; a number is a number however it is written', async () => {
		await write({ employees: '5.00' });
		expect(await run(DIFFERS)).toEqual([]);
		await set(`country = 'Latvia'`);
		await write({ country: 'Denmark', vatNumber: 'NO2', employees: '6' });
		expect(await all()).toMatchObject([{ country: 'Latvia', vat_number: 'NO2', employees: 6 }]);
		expect(await run(DIFFERS)).toMatchObject([{ country: 'Latvia', vat_number: null }]);
	});
});

describe('contract events once', () => {
	const run = async (node: string, item?: object) =>
		await runSql(postgres, 'contract-events-once', node, item);

	test('a name with a NUL or half an emoji is taken, without them; a backslash stays', async () => {
		await run('Create the tables');
		const name = 'A\0\ud83d\\u0000 C:\\temp\\ud83d 😀 "x"';
		const event = { eventKey: 'k1', contract: { name, [`f\0`]: [`\udc00v`] } };
		const taken = await run('Take', event);
		expect(taken).toMatchObject([
			{
				event_key: 'k1',
				event: { contract: { name: 'A\\u0000 C:\\temp\\ud83d 😀 "x"', f: ['v'] } },
			},
		]);
	});

	test('an event whose contract could not be read is acted on, without its name', async () => {
		await run('Create the tables');
		const event = { event: 'created', contractId: 'c1', contract: null, contractError: 'Away' };
		await run('Your action', { event_key: 'k2', event });
		const lines = await rows(
			postgres,
			`SELECT contract_id, contract_name FROM contract_timeline WHERE event_key = 'k2'`,
		);
		expect(lines).toEqual([{ contract_id: 'c1', contract_name: null }]);
	});

	test.each([
		[1, 'k1 (tried again within five minutes)'],
		[9, 'k1 (tried again within five minutes)'],
		[10, 'k1 (failed 10 times, not tried again)'],
	])('after %i attempts the report says what follows', (attempts, words) => {
		const input = items({ event_key: 'k1', attempts });
		const { value } = recipeCode('contract-events-once');
		expect(value('Report', 'errorMessage', { input })).toContain(words);
	});
});

describe('CRM stage back', () => {
	const RECIPE = 'crm-stage-back';
	const EARLIER = '2026-03-01T00:00:00.000Z';
	const LATER = '2026-03-31T00:00:00.000Z';
	const uuid = (number: number) => `d0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

	interface Signed {
		contractId: string;
		signedAt?: string | null;
		dealId?: string;
	}

	/** A contract as "Signed deal" hands it on. */
	const signed = ({ contractId, signedAt = LATER, dealId = 'D-1' }: Signed) => ({
		...{ eventKey: `${contractId}:signed`, dealId, contractId, signedAt, name: 'Order' },
		...{ changedAt: 0, fileName: `${contractId}.pdf` },
	});
	const close = async (contract: Signed) =>
		await runSql(
			postgres,
			RECIPE,
			'Close deal',
			{ fileName: `${contract.contractId}.pdf` },
			{
				Found: items(signed(contract)),
			},
		);
	const found = async (...contracts: Signed[]) =>
		await runSql(postgres, RECIPE, 'Deals to close', contracts.map(signed));
	const deal = async () =>
		(await rows(postgres, `SELECT * FROM crm_deals WHERE deal_id = 'D-1'`))[0];

	beforeEach(async () => {
		await rows(postgres, 'DROP TABLE IF EXISTS crm_deals, crm_activities');
		await runSql(postgres, RECIPE, 'Create tables');
		await rows(
			postgres,
			`INSERT INTO crm_deals VALUES ('D-1', 'Deal', 'sent'), ('D-2', 'Deal', 'sent')`,
		);
	});

	test.each<[string, Signed[], number]>([
		[
			'the later one comes first',
			[{ contractId: uuid(1) }, { contractId: uuid(2), signedAt: EARLIER }],
			1,
		],
		[
			'the later one comes last',
			[{ contractId: uuid(2), signedAt: EARLIER }, { contractId: uuid(1) }],
			1,
		],
		[
			'in another timezone',
			[{ contractId: uuid(1), signedAt: '2026-03-30T23:00:00-05:00' }, { contractId: uuid(2) }],
			1,
		],
		[
			'of one day, the same whichever comes first',
			[{ contractId: uuid(2) }, { contractId: uuid(1) }],
			2,
		],
		['of one day, the other way', [{ contractId: uuid(1) }, { contractId: uuid(2) }], 2],
		[
			'one without a date comes first',
			[{ contractId: uuid(2), signedAt: null }, { contractId: uuid(1) }],
			1,
		],
		[
			'one without a date comes last',
			[{ contractId: uuid(1) }, { contractId: uuid(2), signedAt: null }],
			1,
		],
		[
			'an earlier one is delivered once more',
			[
				{ contractId: uuid(1), signedAt: EARLIER },
				{ contractId: uuid(2) },
				{ contractId: uuid(1), signedAt: EARLIER },
			],
			2,
		],
	])(
		'of two contracts of a deal the one signed later counts: %s',
		async (_what, contracts, wanted) => {
			for (const contract of contracts) await close(contract);
			expect(await deal()).toMatchObject({
				stage: 'closed won',
				contract_id: uuid(wanted),
				signed_pdf: `${uuid(wanted)}.pdf`,
			});
		},
	);

	test('of several contracts of a deal the one signed later comes last', async () => {
		const dates = [LATER, null, EARLIER, LATER];
		const contracts = dates.map((signedAt, i) => ({ contractId: uuid(4 - i), signedAt }));
		const order = (await found(...contracts)) as Signed[];
		expect(order.map(({ contractId }) => contractId)).toEqual([3, 2, 1, 4].map(uuid));
	});

	test('for another CRM, as the page says: the event alone is written, with the address, once', async () => {
		const { text } = document('docs/recipes/crm-stage-back.md');
		const [returning] = /RETURNING deal_id, \$6 AS signed_pdf/.exec(text)!;
		const source = recipe(`${RECIPE}.json`);
		const node = source.nodes.find(({ name }) => name === 'Close deal')!;
		const [insert] = /INSERT INTO crm_activities[^;]*?DO NOTHING/.exec(
			sqlOf(source, 'Close deal'),
		)!;
		node.parameters.query = `${insert}\n${returning}`;
		const [, address] = /`(\$\('Save PDF'\).+?)`/s.exec(text)!;
		const options = node.parameters.options as { queryReplacement: string };
		const given = /\$json\.error === undefined \? \$json\.fileName : null/;
		options.queryReplacement = options.queryReplacement.replace(given, () => address!);
		const written = async (id: number, outputs: Record<string, Item[]>) =>
			await runSql(
				postgres,
				source,
				'Close deal',
				{ id: 'of the CRM' },
				{
					Found: items(signed({ contractId: uuid(id) })),
					...outputs,
				},
			);
		const saved = [7, 1].map((id) => ({ fileName: `/data/${uuid(id)}.pdf` }));
		const pdf = { 'Save PDF': items(...saved) };
		const row = { deal_id: 'D-1', signed_pdf: `/data/${uuid(1)}.pdf` };
		expect(await written(1, pdf)).toEqual([row]);
		expect(await written(1, pdf)).toEqual([]);
		expect(await written(2, pdf)).toEqual([{ ...row, signed_pdf: null }]);
		expect(await written(3, {})).toEqual([{ ...row, signed_pdf: null }]);
	});

	test('an open deal is looked for among all signed contracts, however old, and closed once', async () => {
		const { nodes } = recipe('crm-stage-back.json');
		const { parameters } = nodes.find(({ name }) => name === 'Signed contracts')!;
		expect(parameters).toMatchObject({ returnAll: true, filters: { status: ['signed'] } });
		const old = { contractId: uuid(1), signedAt: '2023-01-01T00:00:00.000Z' };
		const others = Array.from({ length: 300 }, (_, i) => ({
			contractId: uuid(i + 2),
			dealId: `X-${i}`,
		}));
		expect(await found(...others, old)).toMatchObject([{ contractId: uuid(1), dealId: 'D-1' }]);
		await close(old);
		expect(await found(...others, old)).toEqual([]);
		expect(await runSql(postgres, RECIPE, 'Open deals')).toEqual([{ deal_id: 'D-2' }]);
		// A person opens it again: it stays so.
		await rows(postgres, `UPDATE crm_deals SET stage = 'negotiating' WHERE deal_id = 'D-1'`);
		expect(await found(old)).toEqual([]);
	});
});

describe('contract data to PostgreSQL', () => {
	const ROW = {
		...{ contract_id: 'k1', name: 'A', status: 'draft', updated_at: '2026-01-01T00:00:00Z' },
		...{ contract_value: '12.5', start_date: '2027-01-01T00:00:00.000Z', auto_renewal: 'true' },
	};
	const write = async (changes: object = {}) =>
		await runSql(postgres, 'contract-data-to-postgres', 'Write row', { ...ROW, ...changes });

	beforeEach(async () => {
		await rows(postgres, 'DROP TABLE IF EXISTS contract_data');
		await runSql(postgres, 'contract-data-to-postgres', 'Create table');
	});

	test('an amendment that is linked to its contract loses its own row, and no other one does', async () => {
		for (const contract_id of ['k1', 'k2', 'k3']) await write({ contract_id });
		await write({ name: 'B', linked_amendment: 'k2' });
		await write({ linked_amendment: '' });
		await write({ linked_amendment: `' OR true` });
		const left = await rows(postgres, 'SELECT contract_id, name FROM contract_data ORDER BY 1');
		expect(left).toEqual([
			{ contract_id: 'k1', name: 'A' },
			{ contract_id: 'k3', name: 'A' },
		]);
	});

	test('texts with what PostgreSQL does not take are written without it, once', async () => {
		const odd = { name: 'A\0B', counterparty: 'C\ud83d' };
		expect(await write(odd)).toMatchObject([{ contract_id: 'k1', name: 'AB' }]);
		expect(await write(odd)).toEqual([]);
		const stored = await rows(
			postgres,
			'SELECT contract_value::text, start_date::text, auto_renewal, counterparty FROM contract_data',
		);
		expect(stored).toEqual([
			{
				contract_value: '12.5',
				start_date: '2027-01-01',
				auto_renewal: true,
				counterparty: 'C',
			},
		]);
	});
});
