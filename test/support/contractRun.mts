import type { INodeExecutionData } from 'n8n-workflow';
import { credentialData } from './credentials.mts';
import { runNode, type NodeResult, type NodeRun } from './engine.mts';
import type { Sandbox } from './sandbox.mts';

/** A locator as the editor saves it when an id was typed in. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** Runs an operation of one resource against a sandbox; parameters that are named after locators become locators. */
export function runnerOf(sandbox: () => Sandbox, resource: string) {
	return async (
		operation: string,
		parameters: Record<string, unknown>,
		items: INodeExecutionData[] = [{ json: {} }],
		more: Partial<NodeRun> = {},
	): Promise<NodeResult> => {
		const located = Object.entries(parameters).map(([name, value]) => [
			name,
			LOCATORS.has(name) && typeof value === 'string' ? byId(value) : value,
		]);
		return await runNode({
			credential: credentialData(sandbox().baseUrl),
			parameters: { resource, operation, ...Object.fromEntries(located) },
			items,
			// What one execution has read, another reads again.
			executionId: `run ${(runs += 1)}`,
			...more,
		});
	};
}

let runs = 0;

const LOCATORS = new Set(['contractId', 'counterpartyId', 'clauseId', 'customObjectId']);

/** What reached the sandbox, in order of arrival: `GET /contracts/:id 200`. */
export async function requestsOf(sandbox: Sandbox): Promise<string[]> {
	const entries = await sandbox.control.requests();
	return entries.map(({ method, route, status }) => `${method} ${route} ${status}`);
}

/** A contract in the given state, and an empty request log. */
export async function contractIn(sandbox: Sandbox, state: Record<string, unknown>) {
	const { id } = await sandbox.control.createContract(state);
	await sandbox.control.clearRequests();
	return id;
}
