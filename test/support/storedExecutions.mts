import axios from 'axios';
import type { N8nClient } from '../../host/lib/client/n8n.mts';
import type { ExecutionSummary } from '../../host/lib/client/types.mts';
import { until } from '../../host/lib/client/until.mts';
import { endedWithN8n } from './cutOff.mts';

/** An execution as n8n's public API shows it, with what its trigger emitted. */
export interface StoredExecution {
	id: string;
	/** `success`, `error`, `crashed`, … */
	status: string;
	/** Items of the trigger. */
	items: Array<Record<string, any>>;
}

interface ApiExecution {
	id: string;
	status: string;
	data?: {
		resultData?: { runData?: Record<string, any[]> };
		executionData?: { nodeExecutionStack?: any[] };
	};
}

interface Page {
	data: ApiExecution[];
	nextCursor: string | null;
}

const PAGE = 250;

/**
 * Reads the executions of a workflow with their data, oldest first, when none is running any more. n8n's public API has
 * them in pages; its editor's interface has one at a time.
 *
 * @param killedAt when n8n was killed for the last time
 */
export async function storedExecutions(
	n8n: N8nClient,
	workflowId: string,
	killedAt?: number,
): Promise<StoredExecution[]> {
	const what = `end of the executions of workflow ${workflowId}`;
	await until(
		async () => (await found(n8n, { workflowId, status: ['new', 'running'] })).results,
		(open) => open.every((one) => endedWithN8n({ killedAt }, one)),
		what,
	);
	const { count } = await found(n8n, { workflowId });
	const key = await apiKey(n8n);
	// The public API leaves out what n8n still has in memory, a moment longer than it runs.
	const read = async () => await pages(n8n, workflowId, key);
	const executions = await until(read, ({ length }) => length >= count, what);
	return executions.map(executionOf).toSorted((a, b) => Number(a.id) - Number(b.id));
}

/** How many executions n8n's database has, and the latest ones. */
async function found(
	n8n: N8nClient,
	filter: object,
): Promise<{ count: number; results: ExecutionSummary[] }> {
	const query = encodeURIComponent(JSON.stringify(filter));
	return await n8n.rest('GET', `/executions?filter=${query}&limit=100`);
}

async function pages(n8n: N8nClient, workflowId: string, key: string): Promise<ApiExecution[]> {
	const all: ApiExecution[] = [];
	let cursor: string | null = null;
	do {
		const { data: page }: { data: Page } = await axios.get(`${n8n.url}/api/v1/executions`, {
			headers: { 'X-N8N-API-KEY': key },
			params: { workflowId, includeData: true, ignoreDataSizeLimit: true, limit: PAGE, cursor },
			proxy: false,
		});
		all.push(...page.data);
		cursor = page.nextCursor;
	} while (cursor);
	return all;
}

async function apiKey(n8n: N8nClient): Promise<string> {
	const { rawApiKey } = await n8n.rest('POST', '/api-keys', {
		label: `Test ${Date.now()} ${Math.random()}`,
		scopes: ['execution:list', 'execution:read'],
		expiresAt: null,
	});
	return rawApiKey;
}

/** What the trigger emitted is its run. Of an execution that crashed n8n knows what was to be run. */
function executionOf({ id, data, ...run }: ApiExecution): StoredExecution {
	const status = run.status === 'running' ? 'crashed' : run.status;
	const [trigger] = Object.values(data?.resultData?.runData ?? {});
	const [next] = data?.executionData?.nodeExecutionStack ?? [];
	const emitted = status === 'crashed' ? next?.data?.main : trigger?.[0]?.data?.main;
	const items = (emitted?.[0] ?? []).map(({ json }: { json: Record<string, any> }) => json);
	return { id: String(id), status, items };
}
