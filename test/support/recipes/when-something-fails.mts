import { randomUUID } from 'node:crypto';
import { until } from '../../../host/lib/client/until.mts';
import { importRecipe, recipe, type Recipe } from '../../../host/lib/recipes.mts';
import { CREDENTIAL, NODES } from '../n8n.mts';
import { withoutClock } from './clock.mts';
import { dropTable, tableRows, type DataTableRow } from './dataTables.mts';
import { atRest, type Driver } from './drive.mts';
import type { RecipeHost } from './host.mts';

const TABLE = 'Failures';
const ROUTE = 'GET /contracts/:id';
const SENDING = 'POST /contracts/:id/signatures/send';
const FAILURES = 7;
const OPEN = ['retry', 'retrying', 'ask'];

/** One failure that passes, one that does not, one of a contract that is gone, one for a person, one of which a part was done, and those of contracts that are out and canceled. */
export const driver: Driver = async (host) => {
	const { sandbox, mailbox } = host;
	await dropTable(host.n8n, TABLE);
	const { id } = await importRecipe(
		host.n8n,
		atOnce(withoutClock(recipe('when-something-fails.json'))),
		host.credentials,
	);
	expect(await host.n8n.publish(id)).toMatchObject({ status: 'published' });
	const read = await published(host, id, 'Reader', 'get');
	const send = await published(host, id, 'Sender', 'sendForSignature');
	const [passes, stays, gone, refused, ...ten] = await Promise.all(
		Array.from({ length: 14 }, async () => (await sandbox.control.createContract()).id),
	);
	await sandbox.control.deleteContract(gone!);
	const fault = { route: ROUTE, kind: 'status' } as const;
	await sandbox.control.fault([
		{ ...fault, match: passes!.slice(-36), status: 503, times: 1 },
		{ ...fault, match: stays!.slice(-36), status: 503, times: 0 },
		{ ...fault, match: refused!.slice(-36), status: 403, times: 0 },
		{ ...fault, route: SENDING, match: ten[6]!.slice(-36), status: 429, times: 0 },
	]);
	const failures = async () => await tableRows(host.n8n, TABLE);
	for (const [index, contract] of [passes, gone, refused, stays].entries()) {
		await read(contract!);
		// Their order decides what is done first.
		await until(failures, (all) => all.length === index + 1, 'row of the failure');
	}
	await send(...ten);
	await until(failures, (all) => all.length === FAILURES - 2, 'row of what was done in part');
	for (const [index, status] of (['signing', 'canceled'] as const).entries()) {
		await send((await sandbox.control.createContract({ status })).id);
		await until(failures, (all) => all.length === FAILURES - 1 + index, `row of ${status}`);
	}

	return {
		start: async () => await host.n8n.run(id, { from: 'Every minute' }),
		async hold() {
			const held = mailbox.holdAfter(0);
			return async () => {
				await held();
				// A failure that has no row yet is lost with n8n, as its page says.
				await toldOf(host, FAILURES);
				await running(host, id, 1);
			};
		},
		async finish() {
			const open = async () => (await failures()).filter(({ state }) => OPEN.includes(state));
			for (let minute = 0; minute < 6; minute++) {
				await toldOf(host, FAILURES);
				await atRest(host, id);
				if ((await open()).length === 0) return;
				const run = await host.n8n.run(id, { from: 'Every minute' });
				expect(run.error).toBeUndefined();
			}
			expect(await open()).toEqual([]);
		},
		async expectDone(wasKilled) {
			// Another minute finds nothing to do.
			const told = mailbox.mails.length;
			expect((await host.n8n.run(id, { from: 'Every minute' })).error).toBeUndefined();
			expect(mailbox.mails).toHaveLength(told);
			const byState = Map.groupBy(await failures(), ({ state }) => state as string);
			expect(byState.get('solved')).toMatchObject([{ tries: 1, statusCode: 503 }]);
			expect(byState.get('ignored')).toMatchObject([
				{ errorId: 'CONTRACT_NOT_FOUND' },
				{ errorId: 'INVALID_STATUS_TRANSITION', message: expect.stringContaining('already out') },
			]);
			expect(byState.get('failed again')!.map(({ tries }) => tries)).toEqual([1, 2, 3]);
			expect(byState.get('asked')!.map(({ statusCode, tries }) => [statusCode, tries])).toEqual([
				[403, 0],
				[429, 0],
				[409, 0],
				[503, 3],
			]);
			const { advice } = byState.get('asked')![1]!;
			expect(advice).toMatch(
				/^Retry does the items again .* \d of 10 items had been executed by then/,
			);
			expect(byState.size).toBe(4);

			const links = mailbox.mails.map(({ text }) => /^http\S+$/m.exec(text)![0]);
			const wanted = byState.get('asked')!.map(({ url }) => url);
			expect([...new Set(links)]).toEqual(wanted);
			// The mail at which n8n was killed is sent once more.
			expect(links).toHaveLength(wanted.length + (wasKilled ? 1 : 0));
			expect(mailbox.mails[0]).toMatchObject({ subject: 'Failed: Reader', to: expect.any(Array) });
			expect(mailbox.mails[0]!.text).toContain('The API key may not do this');
			await host.n8n.unpublish(id);
		},
	};
};

/** The recipe, which does not wait before it runs something again. */
function atOnce(source: Recipe): Recipe {
	const text = JSON.stringify(source);
	const impatient = text.replace('5 * 2 **', '0 * 2 **');
	expect(impatient).not.toBe(text);
	return JSON.parse(impatient) as Recipe;
}

/** A published workflow for the contracts it is told of, with the recipe as its error workflow. */
async function published(
	{ n8n, credentials }: RecipeHost,
	errorWorkflow: string,
	name: string,
	operation: string,
) {
	const path = randomUUID();
	const { id, nodes } = await n8n.createWorkflow({
		name,
		settings: { errorWorkflow },
		nodes: [
			{
				name: 'Told',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				parameters: { path, httpMethod: 'POST' },
				webhookId: path,
			},
			{
				name: 'Each',
				type: 'n8n-nodes-base.code',
				typeVersion: 2,
				parameters: {
					jsCode: 'return $json.body.contractIds.map((contractId) => ({ json: { contractId } }));',
				},
			},
			{
				name: 'Work',
				type: NODES.action,
				credentials: { [CREDENTIAL]: credentials[CREDENTIAL]! },
				parameters: {
					resource: 'contract',
					operation,
					contractId: { __rl: true, mode: 'id', value: '={{ $json.contractId }}' },
					options: { retrySeconds: 0 },
				},
			},
		],
	});
	expect(await n8n.publish(id)).toMatchObject({ status: 'published' });
	const url = await n8n.webhookUrl(nodes.find(({ name }) => name === 'Told')!);
	return async (...contractIds: string[]) => {
		const answer = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ contractIds }),
		});
		expect(answer.status).toBe(200);
	};
}

/** Waits until what failed again has a row of its own: n8n tells the error workflow after it has answered. */
async function toldOf(host: RecipeHost, first: number): Promise<void> {
	const again = (rows: DataTableRow[]) => rows.filter(({ state }) => state === 'failed again');
	await until(
		async () => await tableRows(host.n8n, TABLE),
		(rows) => rows.length === first + again(rows).length,
		'rows of what failed again',
	);
}

/** Waits until so many executions of a workflow run. */
async function running(host: RecipeHost, id: string, count: number): Promise<void> {
	await until(
		async () => await host.n8n.executions(id),
		(all) => all.filter(({ status }) => status === 'running').length === count,
		`${count} running executions`,
	);
}
