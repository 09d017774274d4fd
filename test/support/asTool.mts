import type { IDataObject } from 'n8n-workflow';
import { ContractManagement } from '../../nodes/ContractManagement/ContractManagement.node';
import { runOperation } from './runOperation.mts';

/** The node as n8n derives it for tools: its type ends so, and by that the fields of tools are shown. */
export function asTool(): ContractManagement {
	const node = new ContractManagement();
	node.description = { ...node.description, name: `${node.description.name}Tool` };
	return node;
}

/** Runs operations as tools do: in AI Agent 3, or by the declared route alone, as over MCP. */
export function toolCalls(sandbox: () => { baseUrl: string }, declaredRouteOnly: boolean) {
	return async (operation: string, parameters: Record<string, unknown>, input: IDataObject = {}) =>
		await runOperation(sandbox().baseUrl, operation, parameters, [input], {
			node: asTool(),
			declaredRouteOnly,
		});
}
