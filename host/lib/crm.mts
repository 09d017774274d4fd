import { Client } from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embeddedPostgres.mts';
import { recipe, sqlOf } from './recipes.mts';
import type { OnSpawn } from './stoppable.mts';

/** The demo's CRM at first: the tables that recipes make, and what is in them. */
const TABLES = [
	{
		name: 'crm_companies',
		made: { file: 'counterparties-in-sync.json', node: 'Create table' },
		// One company as the service has it, one that differs, one that it does not have.
		filled: `
INSERT INTO crm_companies (name, country, employees) VALUES
	('Fjord Analytics AS', 'Norway', 64),
	('Baltic Freight AS', 'Latvia', 130),
	('Harbour & Sons Ltd', 'United Kingdom', 12)`,
	},
	{
		name: 'crm_deals',
		made: { file: 'crm-stage-back.json', node: 'Create tables' },
		// The deal of "Contract from a deal", one whose contract is signed already, and one whose contract is not.
		filled: `
INSERT INTO crm_deals (deal_id, name, stage) VALUES
	('D-2041', 'Control units for Fjord Analytics AS', 'contract sent'),
	('DEAL-2006', 'Utility metering for Brightwater Utilities plc', 'contract sent'),
	('DEAL-2003', 'Freight platform for Baltic Freight AS', 'negotiation')`,
	},
];

/** Starts the demo's CRM: an embedded PostgreSQL with tables of companies and deals, filled the first time. */
export async function startCrm(
	port: number,
	folder: string,
	onSpawn?: OnSpawn,
): Promise<EmbeddedPostgres> {
	const crm = await started(port, folder, onSpawn);
	const client = new Client({ ...crm });
	// Where the database ends meanwhile, a query fails, and that is enough.
	client.on('error', () => undefined);
	await client.connect();
	for (const { name, made, filled } of TABLES) {
		const isThere = `SELECT to_regclass('${name}') IS NOT NULL AS "isThere"`;
		const { rows } = await client.query<{ isThere: boolean }>(isThere);
		if (rows[0]!.isThere) continue;
		await client.query(`${sqlOf(recipe(made.file), made.node)};${filled}`);
	}
	await client.end();
	return crm;
}

async function started(port: number, folder: string, onSpawn?: OnSpawn): Promise<EmbeddedPostgres> {
	try {
		return await startEmbeddedPostgres(port, folder, onSpawn);
	} catch (error) {
		throw new Error(`The CRM's database does not start: ${(error as Error).message}`);
	}
}
