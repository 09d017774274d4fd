import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';
import type { WorkflowNode } from '../../../host/lib/client/types.mts';
import { ContractManagement } from '../../../nodes/ContractManagement/ContractManagement.node';
import { ContractManagementPollingTrigger } from '../../../nodes/ContractManagement/ContractManagementPollingTrigger.node';
import { ContractManagementTrigger } from '../../../nodes/ContractManagement/ContractManagementTrigger.node';

const PACKAGE = 'n8n-nodes-contract-management.';

const DESCRIPTIONS = [
	new ContractManagement(),
	new ContractManagementTrigger(),
	new ContractManagementPollingTrigger(),
].map(({ description }) => description);

/**
 * What n8n would say of the parameters of one of our nodes: required ones that are blank, and those that the node does
 * not have or does not show. Of other packages' nodes nothing.
 */
export function parameterIssues(node: WorkflowNode): string[] {
	if (!node.type.startsWith(PACKAGE)) return [];
	const description = DESCRIPTIONS.find(({ name }) => node.type === PACKAGE + name);
	if (!description) return [`${node.name}: there is no node ${node.type}`];
	const parameters = node.parameters as INode['parameters'];
	const stored = node as unknown as INode;
	const known = withDefaults(parameters, stored, description);
	const issues = NodeHelpers.getNodeParametersIssues(
		description.properties,
		{ ...stored, parameters: known },
		description,
	);
	// n8n itself gives `pollTimes` to the nodes that poll.
	const { pollTimes } = parameters;
	const unknown = missing(parameters, { ...known, ...(description.polling && { pollTimes }) }, '');
	const blank = Object.values(issues?.parameters ?? {}).flat();
	return [...blank, ...unknown].map((issue) => `${node.name}: ${issue}`);
}

/** What the editor makes of the stored parameters: those that the node has and shows, with their defaults. */
function withDefaults(
	parameters: INode['parameters'],
	node: INode,
	description: INodeTypeDescription,
): INode['parameters'] {
	const { properties } = description;
	return NodeHelpers.getNodeParameters(properties, parameters, true, false, node, description)!;
}

/** The names, as paths, that are in `given` and not in `known`. */
function missing(given: unknown, known: unknown, at: string): string[] {
	if (typeof given !== 'object' || given === null) return [];
	return Object.entries(given).flatMap(([name, value]) => {
		const isKnown = typeof known === 'object' && known !== null && name in known;
		if (!isKnown) return [`no parameter ${at}${name}`];
		return missing(value, (known as Record<string, unknown>)[name], `${at}${name}.`);
	});
}
