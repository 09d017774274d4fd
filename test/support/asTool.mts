import { ContractManagement } from '../../nodes/ContractManagement/ContractManagement.node';

/** The node as n8n derives it for tools: its type ends so, and by that the fields of tools are shown. */
export function asTool(): ContractManagement {
	const node = new ContractManagement();
	node.description = { ...node.description, name: `${node.description.name}Tool` };
	return node;
}
