import * as n8nWorkflow from 'n8n-workflow';
import type { INodeType } from 'n8n-workflow';
import type { ContractManagement } from '../../nodes/ContractManagement/ContractManagement.node';

type Node = typeof ContractManagement;

/** The node as another process of n8n has it: with modules of its own, so that it knows nothing of what this one did. */
export async function otherProcess(): Promise<() => INodeType> {
	let Other: Node | undefined;
	await jest.isolateModulesAsync(async () => {
		// n8n's own engine is the same: it knows its errors by their class.
		jest.doMock('n8n-workflow', () => n8nWorkflow);
		({ ContractManagement: Other } = await import(
			'../../nodes/ContractManagement/ContractManagement.node'
		));
		jest.dontMock('n8n-workflow');
	});
	return () => new Other!();
}
