import { until } from '../../../host/lib/client/until.mts';
import { importRecipe, recipe } from '../../../host/lib/recipes.mts';
import { rows } from '../database.mts';
import { contractId, counterpartyId, fields } from '../demo.mts';
import type { Delivery, Sandbox } from '../sandbox.mts';
import type { Postgres } from '../services.mts';
import { withoutClock } from './clock.mts';
import { WEBHOOK_SECRET, type HappyRun, type RecipeHost } from './host.mts';
import { publication } from './publication.mts';

const FILE = 'contract-data-to-postgres.json';

/** What SQL that is put together from values would execute. */
const HOSTILE = `O'Hara "$1" \${x}'); DROP TABLE contract_data; --`;

const RENAMED = `SELECT FROM contract_data WHERE counterparty = 'Renamed AS'`;

interface ContractRow {
	contract_id: string;
	name: string;
	status: string;
	contract_value: string | null;
	payment_term: string | null;
	updated_at: Date;
}

/** Fills the table, follows events and changes, and writes nothing twice. */
export const happy: HappyRun = async (host) => {
	const { sandbox, postgres } = host;
	const data = await importContractData(host);
	await data.fill();
	await expectAllContracts(host);

	await data.publish();
	const { id } = await sandbox.control.createContract({
		name: HOSTILE,
		status: 'draft',
		silent: false,
	});
	await rowWhere(postgres, id, ({ name, status }) => name === HOSTILE && status === 'draft');
	await sandbox.control.setContractState(id, { status: 'signed' });
	await rowWhere(postgres, id, ({ status }) => status === 'signed');
	await amend(sandbox);
	await rowWhere(postgres, contractId(4), (row) => Number(row.contract_value) === 1_234.5);

	// An amendment that is linked later is a contract of its own until then.
	const loose = await sandbox.control.createContract({ name: 'Loose', silent: false });
	await rowWhere(postgres, loose.id, ({ name }) => name === 'Loose');
	await sandbox.control.setContractState(loose.id, { initialContractId: id });

	expect((await sandbox.api('PATCH', `/contracts/${id}`, { name: 'Renamed' })).status).toBe(200);
	await data.publish();
	await rowWhere(postgres, id, ({ name }) => name === 'Renamed');

	// No event of a contract tells of it.
	await sandbox.api('PATCH', `/counterparties/${counterpartyId(3)}`, { name: 'Renamed AS' });
	const night = await host.n8n.run(data.id, { from: 'Every night' });
	expect(night.error).toBeUndefined();
	expect(await rows(postgres, RENAMED)).not.toEqual([]);
	await expectAllContracts(host);

	await expectNothingTwice(host, data);
	await data.end();
};

type ContractData = Awaited<ReturnType<typeof importContractData>>;

/** The imported recipe, with its webhook registered. */
export async function importContractData({ n8n, sandbox, credentials }: RecipeHost) {
	const workflow = await importRecipe(n8n, withoutClock(recipe(FILE)), credentials);
	const { id, nodes } = workflow;
	await sandbox.control.subscribe({
		url: await n8n.webhookUrl(nodes.find(({ name }) => name === 'Contract event')!),
		secret: WEBHOOK_SECRET,
		sendSecretHeader: 'x-webhook-secret',
	});
	return {
		id,
		...publication(n8n, id),
		async fill(): Promise<void> {
			const run = await n8n.run(id, { from: 'Set up' });
			expect(run.error).toBeUndefined();
		},
		/** Waits until nothing of it runs any more; resolves to what ended with an error. */
		async failures() {
			const all = await until(
				() => n8n.executions(id),
				(list) => list.every(({ status }) => !['new', 'running'].includes(status)),
				'end of all executions',
			);
			return all.filter(({ status }) => status !== 'success');
		},
	};
}

/** Every contract that is no amendment has one row with its consolidated values. */
export async function expectAllContracts({ sandbox, postgres }: RecipeHost): Promise<void> {
	const { body } = await sandbox.api('GET', '/contracts?limit=100');
	const initial = body.data.filter(({ initialContractId }: Amendable) => !initialContractId);
	expect(initial.length).toBeLessThan(body.data.length);
	const table = await rows<ContractRow>(postgres, 'SELECT * FROM contract_data');
	expect(table).toHaveLength(initial.length);
	for (const { id } of initial) {
		const { body: contract } = await sandbox.api('GET', `/contracts/${id}/consolidated`);
		const value = (field: string) =>
			contract.fields.find((each: Field) => each.attributeDefinitionId === field)?.value ?? null;
		const amount = value(fields.value);
		const [row] = table.filter((each) => each.contract_id === contract.id);
		expect(row).toMatchObject({
			name: contract.name,
			status: contract.status,
			counterparty: contract.counterparty.name,
			contract_value: amount === null ? null : String(amount),
			// The option's name, not its key.
			payment_term: (value(fields.paymentTerm) as string | null)?.replace('-', ' ') ?? null,
			updated_at: new Date(contract.updatedAt),
		});
	}
}

interface Amendable {
	initialContractId: string | null;
}

interface Field {
	attributeDefinitionId: string;
	value: unknown;
}

/** An amendment of contract 4 is signed, with another value. */
async function amend({ control }: Sandbox): Promise<void> {
	const amendment = await control.createContract({
		name: 'Amendment',
		status: 'draft',
		initialContractId: contractId(4),
		consolidation: { [fields.value]: 1_234.5 },
	});
	await control.setContractState(amendment.id, { status: 'signed' });
}

/** The same deliveries again, another poll and a whole run change no row. */
async function expectNothingTwice(host: RecipeHost, data: ContractData): Promise<void> {
	const { control } = host.sandbox;
	// What is sent again while it is still under way would be one delivery.
	const first = await deliveredTimes(control, 1);
	expect(await data.failures()).toEqual([]);
	const before = await versions(host.postgres);
	for (const { id } of first) await control.redeliver(id);
	await deliveredTimes(control, 2);
	await data.publish();
	await data.fill();
	expect(await data.failures()).toEqual([]);
	expect(await versions(host.postgres)).toEqual(before);
	await expectAllContracts(host);
}

/** Waits until all deliveries have arrived, after so many attempts or more. */
async function deliveredTimes(control: Sandbox['control'], attempted: number): Promise<Delivery[]> {
	const isDone = ({ status, attempts }: Delivery) =>
		status === 'delivered' && attempts.length >= attempted;
	return await until(
		() => control.deliveries(),
		(all) => all.every(isDone),
		`deliveries with ${attempted} attempts`,
	);
}

/** A row that is written, even with the same values, has another version. */
async function versions(postgres: Postgres) {
	const sql = 'SELECT contract_id, xmin::text AS version FROM contract_data ORDER BY contract_id';
	return await rows(postgres, sql);
}

/** Waits until the contract's row is as it has to be. */
export async function rowWhere(
	postgres: Postgres,
	contract: string,
	isRight: (row: ContractRow) => boolean,
): Promise<ContractRow> {
	const sql = `SELECT * FROM contract_data WHERE contract_id LIKE '%${contract.slice(-36)}'`;
	const ask = async () => await rows<ContractRow>(postgres, sql);
	const what = `row of ${contract}`;
	const [row] = await until(ask, (all) => all.length === 1 && isRight(all[0]!), what);
	return row!;
}
