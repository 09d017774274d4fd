import type { INodeExecutionData } from 'n8n-workflow';
import type { NodeResult, NodeRun } from './engine.mts';
import { byId } from './byId.mts';
import { runOperation } from './runOperation.mts';
import type { Sandbox } from './sandbox.mts';

const LOCATORS = new Set(['contractId', 'counterpartyId', 'clauseId', 'customObjectId']);

/** Runs operations of one resource against a sandbox; ids in parameters named after locators become locators. */
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
		return await runOperation(
			sandbox().baseUrl,
			`${resource}.${operation}`,
			Object.fromEntries(located) as Record<string, unknown>,
			[],
			{ items, ...more },
		);
	};
}

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
