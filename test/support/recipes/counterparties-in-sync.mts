import { importRecipe, recipe, sqlOf, type Recipe } from '../../../host/lib/recipes.mts';
import { until } from '../../../host/lib/client/until.mts';
import { rows } from '../database.mts';
import { counterpartyFields, counterpartyId } from '../demo.mts';
import type { Sandbox } from '../sandbox.mts';
import type { Postgres } from '../services.mts';
import { withoutClock } from './clock.mts';
import type { HappyRun, RecipeHost } from './host.mts';
import { publication } from './publication.mts';

const FILE = 'counterparties-in-sync.json';
const PATCH = 'PATCH /counterparties/:id';
const ECHO_ROUNDS = 3;

/** What changes in the service, by the number of the counterparty. */
const NEW_COUNTRIES = [
	[3, 'Latvia'],
	[4, 'Denmark'],
] as const;

/** What SQL that is put together from values would execute. */
const HOSTILE = `O'Hara "$1" \${x}'); DROP TABLE crm_companies; --`;

interface Company {
	id: string;
	name: string;
	status: string;
	country: string | null;
	vat_number: string | null;
	employees: number | null;
	counterparty_id: string | null;
	synced: Record<string, unknown> | null;
	problem: string | null;
}

/** Fills the table, carries changes both ways, and carries none of them back. */
export const happy: HappyRun = async (host) => {
	const { sandbox, postgres } = host;
	await sandbox.control.createCounterparty({ name: HOSTILE });
	await rows(postgres, sqlOf(recipe(FILE), 'Create table'));
	await rows(
		postgres,
		`INSERT INTO crm_companies (name, country) VALUES ('fjord analytics as', 'Norge'), ('Unknown to the service', 'Chad')`,
	);
	const sync = await importSync(host);
	await sync.run('Set up');
	await expectFilled(sandbox, postgres);

	await sync.run('Every minute');
	expect(await changesSent(sandbox)).toBe(1);
	expect(await counterparty(sandbox, 12)).toMatchObject({
		name: 'fjord analytics as',
		fields: { [counterpartyFields.country]: 'Norge' },
	});
	await sync.publish();

	await changeBothSides(host);
	await sync.publish();
	for (const [number, wanted] of NEW_COUNTRIES) {
		await until(
			() => companyOf(postgres, number),
			({ country }) => country === wanted,
			`new country of company ${number}`,
		);
	}
	await sync.run('Every minute');
	await expectSameOnBothSides(host);
	expect(await changesSent(sandbox)).toBe(3 + 2);

	await expectNoEcho(host, sync);
	await sync.end();
};

type Sync = Awaited<ReturnType<typeof importSync>>;

/** The imported recipe, whose triggers start when they are told to. */
export async function importSync({ n8n, credentials }: RecipeHost, source: Recipe = recipe(FILE)) {
	const { id } = await importRecipe(n8n, withoutClock(source), credentials);
	return {
		id,
		...publication(n8n, id),
		/** Runs from one of its triggers, without an error. */
		async run(from: string) {
			const run = await n8n.run(id, { from });
			expect(run.error).toBeUndefined();
			return run;
		},
		/** How many polls found something; what they started has ended. */
		async polled(): Promise<number> {
			const all = await until(
				() => n8n.executions(id),
				(list) => list.every(({ status }) => status !== 'new' && status !== 'running'),
				'end of all executions',
			);
			return all.filter(({ mode }) => mode === 'trigger').length;
		},
	};
}

/** The recipe, sending no more than so many companies in one run. */
export function sendingAtMost(count: number): Recipe {
	const copy = recipe(FILE);
	const { parameters } = copy.nodes.find(({ name }) => name === 'Changed companies')!;
	parameters.query = sqlOf(copy, 'Changed companies').replace('LIMIT 500', `LIMIT ${count}`);
	expect(parameters.query).toContain(`LIMIT ${count}`);
	return copy;
}

/** Of two counterparties one value in the service and another in the table, and of a third the name in the table. */
async function changeBothSides({ sandbox, postgres }: RecipeHost): Promise<void> {
	for (const [number, country] of NEW_COUNTRIES) {
		const body = { fields: { [counterpartyFields.country]: country } };
		const path = `/counterparties/${counterpartyId(number)}`;
		expect((await sandbox.api('PATCH', path, body)).status).toBe(200);
	}
	const id = (number: number) => `counterparty_id = '${counterpartyId(number)}'`;
	await rows(postgres, `UPDATE crm_companies SET employees = 999 WHERE ${id(4)}`);
	await rows(
		postgres,
		`UPDATE crm_companies SET name = 'It''s new', vat_number = NULL WHERE ${id(5)}`,
	);
}

async function expectFilled(sandbox: Sandbox, postgres: Postgres): Promise<void> {
	const companies = await allCompanies(postgres);
	const { body } = await sandbox.api('GET', '/counterparties?limit=50');
	expect(companies).toHaveLength(body.data.length + 1);
	expect(companies.map(({ name }) => name)).toContain(HOSTILE);
	const unlinked = companies.filter(({ counterparty_id }) => counterparty_id === null);
	expect(unlinked).toMatchObject([{ name: 'Unknown to the service', country: 'Chad' }]);
	expect(await companyOf(postgres, 12)).toMatchObject({
		name: 'fjord analytics as',
		country: 'Norge',
		vat_number: 'NO100277311',
		employees: 64,
	});
}

/** The table and the service have the same values, and the table knows it. */
export async function expectSameOnBothSides({ sandbox, postgres }: RecipeHost): Promise<void> {
	const linked = (await allCompanies(postgres)).filter((company) => company.counterparty_id);
	const { body } = await sandbox.api('GET', '/counterparties?limit=50');
	const { country, vatNumber, employees } = counterpartyFields;
	expect(linked).toHaveLength(body.data.length);
	for (const { id, name, status, fields } of body.data) {
		const synced = {
			name,
			status,
			country: fields[country] ?? null,
			vat_number: fields[vatNumber] ?? null,
			employees: fields[employees] ?? null,
		};
		const company = { counterparty_id: id, ...synced, synced, problem: null };
		expect(linked).toContainEqual(expect.objectContaining(company));
	}
}

/** Polls and runs find nothing more to do: no request that changes something, no row that is written. */
async function expectNoEcho({ sandbox, postgres }: RecipeHost, sync: Sync): Promise<void> {
	// Our own changes come back once from the service, and end there.
	const before = await sync.polled();
	await sync.publish();
	await until(sync.polled, (count) => count > before, 'poll of our own changes');
	const versions = await rowVersions(postgres);
	const sent = await changesSent(sandbox);
	for (let round = 0; round < ECHO_ROUNDS; round++) {
		await sync.publish();
		const run = await sync.run('Every minute');
		expect(run.items('Changed companies')).toEqual([]);
	}
	expect(await sync.polled()).toBe(before + 1);
	expect(await rowVersions(postgres)).toEqual(versions);
	expect(await changesSent(sandbox)).toBe(sent);
}

export async function changesSent(sandbox: Sandbox): Promise<number> {
	const { byRoute } = await sandbox.control.requestSummary();
	return byRoute[PATCH]?.executed ?? 0;
}

/** The row of a counterparty of the demo. */
export async function companyOf(postgres: Postgres, number: number): Promise<Company> {
	const id = counterpartyId(number);
	const sql = `SELECT * FROM crm_companies WHERE counterparty_id = '${id}'`;
	return (await rows<Company>(postgres, sql))[0]!;
}

export async function counterparty({ api }: Sandbox, number: number) {
	return (await api('GET', `/counterparties/${counterpartyId(number)}`)).body;
}

async function allCompanies(postgres: Postgres): Promise<Company[]> {
	return await rows<Company>(postgres, 'SELECT * FROM crm_companies ORDER BY id');
}

/** A row that is written, even with the same values, has another version. */
async function rowVersions(postgres: Postgres) {
	return await rows(postgres, 'SELECT id, xmin::text AS version FROM crm_companies ORDER BY id');
}
