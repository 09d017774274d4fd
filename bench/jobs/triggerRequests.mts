import { until } from '../../host/lib/client/until.mts';
import { EngineProcesses } from '../lib/engineProcesses.mts';
import { post } from '../lib/queueMode.mts';
import type { Job, Verdict } from '../lib/types.mts';
import { poller } from './growthOfTriggers.mts';
import { seeded } from './seeded.mts';
import { createdTrigger, DELIVERED, deliveriesOf } from './webhook.mts';

const CONTRACTS = 1_000;
const CHANGES = 100;

/** What the triggers ask of the service, counted there. */
export const TRIGGER_REQUESTS: Job = {
	id: 'trigger-requests',
	title: 'Requests of the triggers',
	inShortMode: true,
	run: async (bench) => {
		const { sandbox, n8n } = bench;
		const { control } = sandbox;
		const engine = await EngineProcesses.start(1);
		const counted = async (work: () => Promise<unknown>) => {
			await control.clearRequests();
			await work();
			return (await control.requestSummary()).total;
		};
		try {
			await seeded(bench, CONTRACTS);
			const contracts = await control.contracts({ organization: 'main', last: CHANGES });
			const poll = await poller(sandbox, engine, sandbox.baseUrl);
			const quiet = await counted(poll);
			for (const { id } of contracts) await control.setContractState(id, { status: 'signing' });
			const busy = await counted(poll);
			const body = await deliveriesOf(bench, 1);
			const { url, workflowId } = await n8n.publishTrigger(
				createdTrigger(n8n),
				'contract-management',
			);
			const before = n8n.log.length;
			const delivery = await counted(async () => {
				await post(url, body(), DELIVERED);
				await until(
					async () => n8n.log.of(workflowId, before).length,
					(length) => length === 1,
					'execution of the delivery',
				);
			});
			const verdicts = [
				verdict(`a poll of ${CONTRACTS.toLocaleString('en')} contracts without a change`, quiet, 1),
				verdict(`a poll that finds ${CHANGES} changes`, busy, 5),
				verdict('a delivery about one contract', delivery, 1),
			];
			return { results: {}, verdicts };
		} finally {
			engine.stop();
		}
	},
};

function verdict(what: string, count: number, most: number): Verdict {
	const goal = `${what}: at most ${most} request${most === 1 ? '' : 's'}`;
	return { goal, figure: String(count), isMet: count <= most };
}
