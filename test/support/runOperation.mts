import type { IDataObject } from 'n8n-workflow';
import { credentialData } from './credentials.mts';
import { runNode, type NodeResult, type NodeRun } from './engine.mts';

let executions = 0;

/** Runs one operation, such as `contract.getAll`, for these input items, as an execution of its own. */
export async function runOperation(
	baseUrl: string,
	operation: string,
	parameters: Record<string, unknown> = {},
	inputs: IDataObject[] = [{}],
	more: Partial<NodeRun> = {},
): Promise<NodeResult> {
	const [resource, name] = operation.split('.');
	return await runNode({
		credential: credentialData(baseUrl),
		executionId: `run ${(executions += 1)}`,
		parameters: { resource, operation: name, ...parameters },
		items: inputs.map((json) => ({ json })),
		...more,
	});
}
