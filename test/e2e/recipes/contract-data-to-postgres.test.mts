import { rows } from '../../support/database.mts';
import { sharedN8n } from '../../support/n8n.mts';
import {
	expectAllContracts,
	happy,
	importContractData,
	rowWhere,
} from '../../support/recipes/contract-data-to-postgres.mts';
import { startFragileHost, type FragileHost } from '../../support/recipes/outage.mts';

let host: FragileHost;

beforeEach(async () => {
	host = await startFragileHost(await sharedN8n());
});

afterEach(async () => {
	await host?.stop();
});

test('the table follows the contracts: events, amendments and changes, none written twice', async () => {
	await happy(host);
});

test('a column that the recipe got later reaches a table that is there already', async () => {
	const early =
		'contract_id text PRIMARY KEY, name text NOT NULL, status text NOT NULL, updated_at timestamptz NOT NULL';
	await rows(host.postgres, `CREATE TABLE contract_data (${early})`);
	const data = await importContractData(host);
	await data.fill();
	await expectAllContracts(host);
});

test('the service is killed while an event is on its way to the table: the row is written', async () => {
	const data = await importContractData(host);
	await data.fill();
	await data.publish();
	let id = '';
	await host.killedDuring('GET /contracts/:id/consolidated', async () => {
		const draft = { name: 'In between', status: 'draft', silent: false };
		({ id } = await host.sandbox.control.createContract(draft));
	});

	await rowWhere(host.postgres, id, ({ name }) => name === 'In between');
	expect(await data.failures()).toEqual([]);
	await expectAllContracts(host);
	await data.end();
});
