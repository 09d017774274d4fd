import { LoadOptionsContext } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeParameters,
} from 'n8n-workflow';
import { ContractManagement } from '../../nodes/ContractManagement/ContractManagement.node';
import { additionalData, nodeTypesOf } from './engine.mts';

/** The node as a person is setting it up, with what the parameters hold so far. */
export interface EditedNode {
	credential: ICredentialDataDecryptedObject;
	/** Whether the editor has given the node its credential. Default true. */
	hasCredential?: boolean;
	parameters: Record<string, unknown>;
}

type Method = (this: unknown, ...args: unknown[]) => Promise<unknown>;

/** Calls one of the node's methods as n8n's server does for the editor: `listSearch.searchContracts`. */
export async function askEditor<T>(
	{ credential, parameters, hasCredential = true }: EditedNode,
	method: string,
	...args: unknown[]
): Promise<T> {
	const type = new ContractManagement();
	const [kind, name] = method.split('.') as [keyof ContractManagement['methods'], string];
	const node: INode = {
		id: 'n',
		name: 'Temp-Node',
		type: 'test.sut',
		typeVersion: 1,
		position: [0, 0],
		parameters: parameters as INodeParameters,
		...(hasCredential && { credentials: { contractManagementApi: { id: '1', name: 'Test' } } }),
	};
	const nodeTypes = nodeTypesOf({ 'test.sut': type });
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const more = { currentNodeParameters: parameters };
	const context = new LoadOptionsContext(
		workflow,
		node,
		additionalData(workflow, { credential }, more),
		'parameters',
	);
	const methods = type.methods[kind] as unknown as Record<string, Method>;
	return (await methods[name].call(context, ...args)) as T;
}
