import { N8nRequestError, type Session } from './session.mts';
import type { Publication, Workflow, WorkflowInput } from './types.mts';
import { until } from './until.mts';
import { workflowBody } from './workflow.mts';

const NOT_FOUND = 404;
const SETTLED = ['published', 'partial', 'failed'];

/** Workflows: make, change, publish. */
export function workflows(session: Session) {
	const workflow = (id: string) => session.rest<Workflow>('GET', `/workflows/${id}`);

	/** Older versions of n8n have registered the triggers when they answer, and have no status to ask for. */
	async function status(id: string): Promise<Publication> {
		try {
			return await session.rest('GET', `/workflows/${id}/publication-status`);
		} catch (error) {
			if (!(error instanceof N8nRequestError && error.status === NOT_FOUND)) throw error;
			return { status: (await workflow(id)).active ? 'published' : 'not_published' };
		}
	}

	return {
		workflow,
		workflows: () => session.rest<Workflow[]>('GET', '/workflows'),
		/** Nodes connected one after the other, or as `connections` says. */
		createWorkflow: (input: WorkflowInput) =>
			// Older n8n wants to be told that it is not published.
			session.rest<Workflow>('POST', '/workflows', { ...workflowBody(input), active: false }),
		async updateWorkflow(id: string, changes: Partial<WorkflowInput>) {
			const current = await workflow(id);
			const { versionId } = current;
			const body = workflowBody({ ...current, ...changes });
			return await session.rest<Workflow>('PATCH', `/workflows/${id}`, { ...body, versionId });
		},
		/**
		 * Publishes the current version and waits until n8n has registered its triggers (or gave up, which takes it about
		 * 15 seconds: status `failed` with the reason in `triggers`).
		 */
		async publish(id: string, timeout?: number) {
			const { versionId } = await workflow(id);
			await session.rest('POST', `/workflows/${id}/activate`, { versionId });
			return await until(
				() => status(id),
				(answer) => SETTLED.includes(answer.status),
				`publication of workflow ${id}`,
				timeout,
			);
		},
		async unpublish(id: string, timeout?: number) {
			await session.rest('POST', `/workflows/${id}/deactivate`, {});
			return await until(
				() => status(id),
				(answer) => answer.status === 'not_published',
				`end of the publication of workflow ${id}`,
				timeout,
			);
		},
	};
}
