import { randomUUID } from 'node:crypto';
import { importRecipe, recipe } from '../../../../host/lib/recipes.mts';
import { expectAllOnce, written } from '../bulk-by-pages.mts';
import { heldAt, type Driver } from '../drive.mts';
import { withSettings } from '../settings.mts';

const CONTRACTS = 1_000;
const PAGES_BEFORE = 4;

/** n8n is killed in the middle of the loop; it goes on with what the last page has put out. */
export const driver: Driver = async (host) => {
	await host.sandbox.control.seed({ contracts: CONTRACTS });
	const file = `contracts-${randomUUID()}`;
	const source = recipe('bulk-by-pages.json');
	const wanted = withSettings(source, { file });
	const workflow = await importRecipe(host.n8n, wanted, host.credentials);
	const { files, ids } = written(host.n8n, file);

	/** What the last page that was done has put out. */
	const lastPage = async () => {
		const pages = (await host.n8n.executions(workflow.id)).filter(
			({ mode, status }) => mode === 'integrated' && status === 'success',
		);
		const [item] = (await host.n8n.execution(pages[0]!.id)).items('Next page');
		return item!.json;
	};

	return {
		start: async () => await host.n8n.start(workflow.id),
		hold: async () => await heldAt(host, 'GET /contracts', PAGES_BEFORE),
		async finish() {
			const { page, cursor, contracts } = await lastPage();
			expect(page).toBe(PAGES_BEFORE + 1);
			const { nodes } = withSettings({ ...source, ...workflow }, { page, cursor, contracts });
			await host.n8n.updateWorkflow(workflow.id, { nodes });
			const run = await host.n8n.run(workflow.id);
			expect(run.error).toBeUndefined();
			expect(run.items('Done')).toMatchObject([{ json: { contracts: ids().length } }]);
		},
		async expectDone() {
			const contracts = await expectAllOnce(host, { ids });
			expect(files()).toHaveLength(Math.ceil(contracts / 100));
		},
	};
};
