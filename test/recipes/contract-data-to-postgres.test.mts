import { rows } from '../support/database.mts';
import { contractId } from '../support/demo.mts';
import { sharedN8n } from '../support/n8n.mts';
import {
	expectAllContracts,
	happy,
	importContractData,
	rowWhere,
} from '../support/recipes/contract-data-to-postgres.mts';
import { startFragileHost, type FragileHost } from '../support/recipes/outage.mts';

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

test('a contract that cannot be read does not hold up the others, and is written by Retry', async () => {
	const { n8n, postgres, sandbox } = host;
	const data = await importContractData(host);
	const unread = contractId(7);
	await sandbox.control.fault(unreadable(unread, 403));
	const run = await n8n.run(data.id, { from: 'Set up' });
	expect(run.error?.node?.name).toBe('Read again');
	const written = await rows(postgres, 'SELECT contract_id FROM contract_data');
	// An amendment comes out as the contract that it amends.
	const read = new Set(run.items('Columns').map(({ json }) => json.contract_id));
	expect(written).toHaveLength(read.size);
	expect(written.length).toBeGreaterThan(20);
	expect(JSON.stringify(written)).not.toContain(unread);

	await sandbox.control.clearFaults();
	await data.publish();
	await n8n.rest('POST', `/executions/${run.id}/retry`, { loadWorkflow: false });
	await rowWhere(postgres, unread, () => true);
	await expectAllContracts(host);
	await data.end();
});

test('a contract that is deleted before it is read is left out; what was found with it is written', async () => {
	const { n8n, postgres, sandbox } = host;
	const data = await importContractData(host);
	await data.fill();
	const ids: string[] = [];
	for (let i = 0; i < 3; i++) {
		ids.push((await sandbox.control.createContract({ status: 'draft' })).id);
	}
	await sandbox.control.fault(unreadable(ids[1]!, 404));
	const run = await n8n.run(data.id, { from: 'Set up' });
	expect(run.error).toBeUndefined();
	expect(run.items('Not deleted')).toEqual([]);
	for (const id of [ids[0]!, ids[2]!]) await rowWhere(postgres, id, () => true);
	const written = await rows(postgres, 'SELECT contract_id FROM contract_data');
	expect(written.map((row) => row.contract_id)).not.toContain(ids[1]);
});

test('a value that does not fit, a NUL and half an emoji hold up no other row', async () => {
	const { n8n, postgres, sandbox } = host;
	const data = await importContractData(host);
	await rows(
		postgres,
		`CREATE TABLE contract_data (contract_id text PRIMARY KEY, name text NOT NULL CONSTRAINT fits CHECK (name <> 'Misfit'),
			status text NOT NULL, updated_at timestamptz NOT NULL)`,
	);
	const { id } = await sandbox.control.createContract({ name: 'A\0B \ud83d', status: 'draft' });
	const misfit = await sandbox.control.createContract({ name: 'Misfit', status: 'draft' });
	const run = await n8n.run(data.id, { from: 'Set up' });
	expect(run.error?.node?.name).toBe('Write again');
	expect(run.error?.message).toContain('fits');
	await rowWhere(postgres, id, ({ name }) => name.startsWith('AB '));
	const written = await rows(postgres, 'SELECT contract_id FROM contract_data');
	const read = new Set(run.items('Columns').map(({ json }) => json.contract_id));
	expect(written).toHaveLength(read.size - 1);

	await rows(postgres, 'ALTER TABLE contract_data DROP CONSTRAINT fits');
	await n8n.rest('POST', `/executions/${run.id}/retry`, { loadWorkflow: false });
	await rowWhere(postgres, misfit.id, () => true);
});

/** The service answers so whenever it is asked for this contract, until the faults are cleared. */
function unreadable(contract: string, status: number) {
	const route = 'GET /contracts/:id/consolidated';
	return { route, kind: 'status', status, match: contract.slice(-36), times: 0 } as const;
}
