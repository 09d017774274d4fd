import { importRecipe, recipe } from '../../../host/lib/recipes.mts';
import type { Sandbox } from '../sandbox.mts';
import { dropTable, tableRows } from './dataTables.mts';
import type { RecipeHost } from './host.mts';

export const TASKS = 'Renewal tasks';
const DAY_MS = 86_400_000;
/** Within how many days a contract has to end to become a task. */
const SOON = 60;

/** A run of the recipe needs no database of its own. */
export type RenewalsHost = Pick<RecipeHost, 'n8n' | 'sandbox' | 'credentials'>;

/** Imports the recipe; there is no task yet. */
export async function importRenewals({ n8n, credentials }: RenewalsHost) {
	await dropTable(n8n, TASKS);
	const { id } = await importRecipe(n8n, recipe('renewals-to-tasks.json'), credentials);
	return {
		/** What the next morning does. */
		run: async () => await n8n.run(id),
		start: async () => await n8n.start(id),
	};
}

/** A signed contract that ends so many days from now. */
export async function contractEnding(sandbox: Sandbox, days: number, more: object = {}) {
	const endAt = dayFromNow(days);
	return await sandbox.control.createContract({ status: 'signed', endAt, ...more });
}

/** Midnight UTC of the day, as the service keeps days. */
function dayFromNow(days: number): string {
	return dayAfter(new Date().toISOString(), days);
}

function dayAfter(day: string, days: number): string {
	return `${new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)}T00:00:00.000Z`;
}

/**
 * The day of a test, which asks for it first. Also where midnight comes before the recipe has run, the same contracts end
 * soon: none is left that ends on one of the days that make a difference.
 */
export async function dayOfTest({ sandbox }: RenewalsHost): Promise<string> {
	const today = dayFromNow(0);
	const edges = [today, dayAfter(today, SOON + 1)];
	for (const { id, endAt } of await signedContracts(sandbox)) {
		if (!endAt || !edges.includes(dayAfter(endAt, 0))) continue;
		await sandbox.control.setContractState(id, { endAt: null, silent: true });
	}
	return today;
}

/** Contract and day of every task, in the order in which they were made. */
export async function taskKeys(n8n: RenewalsHost['n8n']): Promise<string[]> {
	return (await tableRows(n8n, TASKS)).map(({ taskKey }) => taskKey as string);
}

/** The key of the task that a contract has for its end date as it is now. */
export function keyOf({ id, endAt }: { id: string; endAt: string | null }): string {
	return `${id.slice(-36)}:${endAt!.slice(0, 10)}`;
}

/** The keys of everything in the sandbox that has to become a task on that day. */
export async function dueKeys({ sandbox }: RenewalsHost, today: string): Promise<string[]> {
	const last = dayAfter(today, SOON);
	const signed = await signedContracts(sandbox);
	const due = signed.filter(({ endAt }) => endAt && endAt >= today && endAt <= last);
	return due.map(keyOf).sort();
}

async function signedContracts({ control }: Sandbox) {
	return await control.contracts({ organization: 'main', status: 'signed' });
}

/** Three mornings: what ends soon becomes a task once, and again when its end is moved. */
export async function happy(host: RenewalsHost): Promise<void> {
	const { n8n, sandbox } = host;
	const today = await dayOfTest(host);
	const renewals = await importRenewals(host);
	const soon = await contractEnding(sandbox, 20);
	const late = await contractEnding(sandbox, 200);
	await contractEnding(sandbox, 20, { status: 'draft' });

	const first = await renewals.run();
	expect(first.error).toBeUndefined();
	const [task] = (await tableRows(n8n, TASKS)).filter(({ taskKey }) => taskKey === keyOf(soon));
	expect(task).toMatchObject({
		title: `Renew or end: ${soon.name}`,
		endsOn: soon.endAt!.slice(0, 10),
		contractId: expect.stringContaining(soon.id.slice(-36)),
		link: expect.stringContaining(soon.id.slice(-36)),
		status: 'open',
	});
	expect((await taskKeys(n8n)).sort()).toEqual(await dueKeys(host, today));

	const second = await renewals.run();
	expect(second.status).toBe('success');
	expect(second.items('Ending soon').length).toBeGreaterThan(0);
	expect(second.items('No task yet')).toEqual([]);

	const moved = await sandbox.control.setContractState(soon.id, { endAt: dayFromNow(30) });
	const nearer = await sandbox.control.setContractState(late.id, { endAt: dayFromNow(40) });
	expect((await renewals.run()).status).toBe('success');
	const made = (await taskKeys(n8n)).filter((key) =>
		[soon, late].some(({ id }) => key.includes(id.slice(-36))),
	);
	expect(made.sort()).toEqual([keyOf(soon), keyOf(moved), keyOf(nearer)].sort());
}
