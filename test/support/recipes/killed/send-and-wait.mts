import { until } from '../../../../host/lib/client/until.mts';
import { importRecipe, recipe } from '../../../../host/lib/recipes.mts';
import { wasCutOff } from '../../cutOff.mts';
import { heldAt, type Driver } from '../drive.mts';
import { withSettings } from '../settings.mts';

const SEND = 'POST /contracts/:id/signatures/send';

/** n8n puts an execution away in its database when it waits for longer than 65 seconds. */
const PUT_AWAY_MINUTES = 66 / 60;

/** One contract is out and its execution waits; n8n is killed while another one is sent. Both are signed then. */
export const driver: Driver = async (host) => {
	const { control } = host.sandbox;
	const started = async () => {
		const { id } = await control.createContract({ status: 'draft' });
		const source = withSettings(recipe('send-and-wait.json'), {
			id,
			lookEveryMinutes: PUT_AWAY_MINUTES,
		});
		const workflow = await importRecipe(host.n8n, source, host.credentials);
		const start = async () => await host.n8n.start(workflow.id);
		return { id, start, execution: await start() };
	};
	const statusOf = async (execution: string) =>
		(await host.n8n.rest('GET', `/executions/${execution}`)).status as string;
	const waits = async (execution: string) => {
		const isWaiting = (status: string) => status === 'waiting';
		await until(() => statusOf(execution), isWaiting, `waiting execution ${execution}`);
	};
	const waiting = await started();
	await waits(waiting.execution);
	let sent: Awaited<ReturnType<typeof started>>;

	return {
		start: async () => (sent = await started()),
		hold: async () => await heldAt(host, SEND),
		async finish() {
			if (await wasCutOff(host, sent.execution)) sent.execution = await sent.start();
			await waits(sent.execution);
			for (const { id } of [waiting, sent])
				await control.setContractState(id, { status: 'signed' });
		},
		async expectDone() {
			for (const { id, execution } of [waiting, sent]) {
				const ended = await until(
					async () => await host.n8n.execution(execution),
					({ status }) => status !== 'waiting',
					`end of execution ${execution}`,
				);
				expect(ended.error).toBeUndefined();
				expect(ended.items('Signed')).toMatchObject([{ json: { id } }]);
			}
			const { byRoute } = await control.requestSummary();
			expect(byRoute[SEND]).toMatchObject({ executed: 2 });
		},
	};
};
