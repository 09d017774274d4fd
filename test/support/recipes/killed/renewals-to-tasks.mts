import { until } from '../../../../host/lib/client/until.mts';
import { importRecipe, recipe } from '../../../../host/lib/recipes.mts';
import { dropTable } from '../dataTables.mts';
import type { Driver } from '../drive.mts';
import { contractEnding, dayOfTest, dueKeys, taskKeys, TASKS } from '../renewals-to-tasks.mts';

const CONTRACTS = 150;

/** n8n is killed when some tasks are made; the next morning makes the others. */
export const driver: Driver = async (host) => {
	const today = await dayOfTest(host);
	await dropTable(host.n8n, TASKS);
	const { id } = await importRecipe(host.n8n, recipe('renewals-to-tasks.json'), host.credentials);
	for (let i = 0; i < CONTRACTS; i++) await contractEnding(host.sandbox, 50, { silent: true });
	const morning = async () => {
		const run = await host.n8n.run(id);
		expect(run.error).toBeUndefined();
		return run;
	};
	return {
		start: async () => await host.n8n.start(id),
		hold: async () => async () =>
			await until(
				() => taskKeys(host.n8n),
				({ length }) => length > 0,
				'first task',
			),
		async finish() {
			await morning();
		},
		async expectDone() {
			expect((await taskKeys(host.n8n)).toSorted()).toEqual(await dueKeys(host, today));
			expect((await morning()).items('No task yet')).toEqual([]);
		},
	};
};
