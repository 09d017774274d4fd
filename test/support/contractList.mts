import type { IDataObject } from 'n8n-workflow';
import type { NodeRun } from './engine.mts';
import { runOperation } from './runOperation.mts';
import { sandboxSuite } from './sandboxSuite.mts';

type Listed = IDataObject & { id: string; status: string; contractTypeId: string };

/** Contract > Get Many against one sandbox for all tests of a file; Return All and UTC unless told otherwise. */
export function contractListSuite() {
	const sandbox = sandboxSuite({ seed: 'demo' });

	async function list(parameters: Record<string, unknown> = {}, more: Partial<NodeRun> = {}) {
		const all = { returnAll: true, ...parameters };
		const result = await runOperation(sandbox().baseUrl, 'contract.getAll', all, [{}], {
			workflowSettings: { timezone: 'UTC' },
			...more,
		});
		return { ...result, contracts: result.items.map(({ json }) => json as Listed) };
	}

	/** The first hundred contracts as the service lists them. */
	async function api(query = '') {
		const { body } = await sandbox().api('GET', `/contracts?limit=100${query}`);
		return body.data as Array<IDataObject & { id: string; status: string; endAt: string | null }>;
	}

	/** The queries of all requests for the list. */
	async function queries() {
		const requests = await sandbox().control.requests({ route: '/contracts' });
		return requests.map(({ query }) => query);
	}

	return { sandbox, list, api, queries };
}

export const ids = (contracts: Array<{ id: string }>) => contracts.map(({ id }) => id);
