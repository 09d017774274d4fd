import { until } from '../../../host/lib/client/until.mts';
import { importRecipe, recipe } from '../../../host/lib/recipes.mts';
import { wasCutOff } from '../cutOff.mts';
import { dropTable } from './dataTables.mts';
import { heldAt, type Driver } from './drive.mts';
import { WEBHOOK_SECRET } from './host.mts';
import { withSettings } from './settings.mts';

const SEND = 'POST /contracts/:id/signatures/send';

/** Two contracts are sent, and n8n is killed while it sends the second one; then one is signed and the other canceled. */
export const driver: Driver = async (host) => {
	const { control } = host.sandbox;
	await dropTable(host.n8n, 'Waiting for signatures');
	const source = recipe('signed-at-once.json');
	const workflow = await importRecipe(host.n8n, source, host.credentials);
	expect(await host.n8n.publish(workflow.id)).toMatchObject({ status: 'published' });
	await control.subscribe({
		url: await host.n8n.webhookUrl(workflow.nodes.find(({ name }) => name === 'Contract event')!),
		secret: WEBHOOK_SECRET,
		sendSecretHeader: 'x-webhook-secret',
	});
	const [signed, canceled] = await Promise.all(
		[1, 2].map(async () => (await control.createContract({ status: 'draft' })).id),
	);
	const send = async (id: string) => {
		const { nodes } = withSettings({ ...source, ...workflow }, { id });
		await host.n8n.updateWorkflow(workflow.id, { nodes });
		return await host.n8n.start(workflow.id, { from: 'Start' });
	};
	const waits = async (execution: string) =>
		void (await until(
			async () => (await host.n8n.rest('GET', `/executions/${execution}`)).status,
			(status) => status === 'waiting',
			`waiting execution ${execution}`,
		));
	let first = '';
	let second = '';

	return {
		async start() {
			first = await send(signed!);
			await waits(first);
			second = await send(canceled!);
		},
		hold: async () => await heldAt(host, SEND, 1),
		async finish() {
			if (await wasCutOff(host, second)) second = await send(canceled!);
			await waits(second);
			await control.setContractState(signed!, { status: 'signed' });
			await control.setContractState(canceled!, { status: 'canceled' });
		},
		async expectDone() {
			// An hour before it would look by itself.
			for (const [execution, node, id] of [
				[first, 'Signed', signed],
				[second, 'Canceled', canceled],
			] as const) {
				const ended = await until(
					async () => await host.n8n.execution(execution),
					({ status }) => status !== 'waiting',
					`end of execution ${execution}`,
				);
				expect(ended.error).toBeUndefined();
				expect(ended.items(node)).toMatchObject([{ json: { id } }]);
			}
			// Run again, it finds the contract signed.
			const again = await host.n8n.execution(await send(signed!));
			expect(again.error).toBeUndefined();
			expect(again.items('Signed')).toMatchObject([{ json: { id: signed } }]);
			const { byRoute } = await control.requestSummary();
			expect(byRoute[SEND]).toMatchObject({ executed: 2 });
			await host.n8n.unpublish(workflow.id);
		},
	};
};
