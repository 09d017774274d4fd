import type { Execution } from '../../../host/lib/client/execution.mts';
import { until } from '../../../host/lib/client/until.mts';
import { importRecipe, recipe, type Recipe } from '../../../host/lib/recipes.mts';
import type { RequestLogEntry } from '../sandbox.mts';
import type { HappyRun, RecipeHost } from './host.mts';
import { withSettings } from './settings.mts';

const SECOND = 1 / 60;

/** The recipe, looking every second whatever its settings say, which are whole minutes. */
function everySecond(source: Recipe): Recipe {
	const copy = structuredClone(source);
	copy.nodes.find(({ name }) => name === 'Wait')!.parameters.amount = SECOND;
	return copy;
}

/** A run of "Send and wait" for a draft of its own. */
export interface Waiting {
	contractId: string;
	executionId: string;
	/** Moves the contract, as signatories and colleagues do in the service. */
	becomes(status: string): Promise<void>;
	/** Waits until the service was asked for the contract so often; with `status`, until it answered that so often. */
	looked(times: number, status?: number): Promise<void>;
	/** How often the service sent it for signature. */
	sent(): Promise<number>;
	/** Waits until the run has ended, also when n8n put it away in its database meanwhile. */
	outcome(timeout?: number): Promise<Execution>;
}

/** Imports the recipe and starts it, for ten hours; it looks every second unless `settings` say otherwise. */
export async function sendAndWait(
	{ n8n, sandbox, credentials }: RecipeHost,
	settings: Record<string, unknown> = {},
): Promise<Waiting> {
	const contract = await sandbox.control.createContract({ status: 'draft' });
	const source = recipe('send-and-wait.json');
	const isTold = settings.lookEveryMinutes !== undefined;
	const wanted = withSettings(isTold ? source : everySecond(source), {
		id: contract.id,
		giveUpAt: '={{ $now.plus({ hours: 10 }) }}',
		...settings,
	});
	const workflow = await importRecipe(n8n, wanted, credentials);
	const executionId = await n8n.start(workflow.id);
	const requests = async (method: string, path: string) =>
		(await sandbox.control.requests({ method })).filter((request) =>
			request.path.endsWith(`/contracts/${contract.id}${path}`),
		);
	return {
		contractId: contract.id,
		executionId,
		becomes: async (status) => {
			await sandbox.control.setContractState(contract.id, { status });
		},
		looked: async (times, status) => {
			const isMeant = (look: RequestLogEntry) => status === undefined || look.status === status;
			const looks = async () => (await requests('GET', '')).filter(isMeant).length;
			await until(looks, (count) => count >= times, `look ${times} at ${contract.id}`);
		},
		sent: async () =>
			(await requests('POST', '/signatures/send')).filter(({ executed }) => executed).length,
		outcome: async (timeout) =>
			await until(
				async () => await n8n.execution(executionId, timeout),
				({ status }) => status !== 'waiting',
				`end of the waiting execution ${executionId}`,
				timeout,
			),
	};
}

export const happy: HappyRun = async (host) => {
	const waiting = await sendAndWait(host);
	await waiting.looked(2);
	await waiting.becomes('signed');

	const run = await waiting.outcome();
	expect(run.error).toBeUndefined();
	expect(run.status).toBe('success');
	const [signed, ...others] = run.items('Signed');
	expect(others).toEqual([]);
	expect(signed!.json).toMatchObject({ id: waiting.contractId, status: 'signed' });
	expect(run.runData).not.toHaveProperty('Canceled');
	expect(run.runData).not.toHaveProperty('Too late');
	expect(await waiting.sent()).toBe(1);
};
