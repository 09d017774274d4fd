import { Client } from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embeddedPostgres.mts';
import { recipe, sqlOf } from './recipes.mts';

/** What the demo's CRM knows at first: one company as the service has it, one that differs, one that it does not have. */
const COMPANIES = `
INSERT INTO crm_companies (name, country, employees) VALUES
	('Fjord Analytics AS', 'Norway', 64),
	('Baltic Freight AS', 'Latvia', 130),
	('Harbour & Sons Ltd', 'United Kingdom', 12)`;

const IS_THERE = `SELECT to_regclass('crm_companies') IS NOT NULL AS "isThere"`;

/** Starts the demo's CRM: an embedded PostgreSQL with a table of companies, filled the first time. */
export async function startCrm(port: number, folder: string): Promise<EmbeddedPostgres> {
	const crm = await started(port, folder);
	const client = new Client({ ...crm });
	await client.connect();
	const { rows } = await client.query<{ isThere: boolean }>(IS_THERE);
	if (!rows[0]!.isThere) {
		const createTable = sqlOf(recipe('counterparties-in-sync.json'), 'Create table');
		await client.query(`${createTable};${COMPANIES}`);
	}
	await client.end();
	return crm;
}

async function started(port: number, folder: string): Promise<EmbeddedPostgres> {
	try {
		return await startEmbeddedPostgres(port, folder);
	} catch (error) {
		const hint = `Delete the folder ${folder} to begin with a new one.`;
		throw new Error(`The CRM's database does not start: ${(error as Error).message}\n${hint}`);
	}
}
