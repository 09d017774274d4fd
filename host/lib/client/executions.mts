import { readExecution, type Execution, type ExecutionItem } from './execution.mts';
import { N8nRequestError, type Session } from './session.mts';
import type { ExecutionSummary, Workflow } from './types.mts';
import { until } from './until.mts';

const RUNNING = ['new', 'running'];

/** Where a manual run begins, or which node is executed with everything that it needs. Default: the only trigger. */
export interface RunOptions {
	from?: string;
	to?: string;
	timeout?: number;
}

// 2.20 does not say 404 of what it has not stored yet, but fails for want of its data.
function isNotYet({ status, message }: N8nRequestError): boolean {
	return status === 404 || (status === 500 && message.includes("reading 'resultData'"));
}

/** Manual runs and what n8n recorded. */
export function executions(session: Session) {
	/** `undefined` until n8n has stored the execution. */
	async function stored(id: string) {
		try {
			return await session.rest('GET', `/executions/${id}`);
		} catch (error) {
			if (error instanceof N8nRequestError && isNotYet(error)) return undefined;
			throw error;
		}
	}

	async function execution(id: string, timeout?: number): Promise<Execution> {
		const ended = (answer: any) => answer !== undefined && !RUNNING.includes(answer.status);
		const what = `end of execution ${id}`;
		return readExecution(await until(() => stored(id), ended, what, timeout));
	}

	/** Starts a manual run and does not wait for its end. Resolves to its id. */
	async function start(workflowId: string, { from, to }: RunOptions = {}): Promise<string> {
		const workflowData = await session.rest<Workflow>('GET', `/workflows/${workflowId}`);
		const target = to
			? { destinationNode: { nodeName: to, mode: 'inclusive' } }
			: { triggerToStartFrom: { name: from ?? firstTrigger(workflowData) } };
		// Older versions of n8n run the workflow that they are given, later ones ignore it.
		const body = { workflowData, ...target };
		const answer = await session.rest('POST', `/workflows/${workflowId}/run`, body);
		if (answer.executionId) return String(answer.executionId);
		throw new Error(`n8n started nothing: ${JSON.stringify(answer)}`);
	}

	/** Newest first. */
	async function list(workflowId: string, limit = 100): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		return (await session.rest('GET', `/executions?filter=${filter}&limit=${limit}`)).results;
	}

	return {
		start,
		execution,
		executions: list,
		/** Runs a workflow by hand and waits for its end. */
		run: async (workflowId: string, options: RunOptions = {}) =>
			await execution(await start(workflowId, options), options.timeout),
		/** Waits until so many executions of a workflow have ended, oldest first. */
		async finished(workflowId: string, count: number, timeout?: number): Promise<Execution[]> {
			const done = (all: ExecutionSummary[]) =>
				all.filter(({ status }) => !RUNNING.includes(status)).length >= count;
			const what = `${count} ended executions of workflow ${workflowId}`;
			const all = await until(() => list(workflowId), done, what, timeout);
			return await Promise.all(all.reverse().map(({ id }) => execution(id, timeout)));
		},
		stopExecution: (id: string) => session.rest('POST', `/executions/${id}/stop`),
		/** The bytes of a binary property of an item. */
		async binary(item: ExecutionItem, property = 'data'): Promise<Buffer> {
			const id = item.binary?.[property]?.id;
			if (!id) throw new Error(`The item has no stored file "${property}"`);
			const path = `/rest/binary-data?id=${encodeURIComponent(id)}&action=download`;
			return Buffer.from((await session.raw('GET', path, undefined, 'arraybuffer')).body);
		},
	};
}

function firstTrigger({ id, nodes }: Workflow): string {
	const trigger = nodes.find(({ type }) => type.endsWith('Trigger'));
	if (!trigger) throw new Error(`Workflow ${id} has no trigger to start from`);
	return trigger.name;
}
