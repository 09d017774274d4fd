import type { Session } from './session.mts';
import type { CredentialReference, WorkflowNode } from './types.mts';

/** Where the editor asks for dynamic content. */
export interface EditorQuestion {
	/** Full node type, e.g. `n8n-nodes-contract-management.contractManagement`. */
	type: string;
	version?: number;
	/** Name of the parameter that is filled, e.g. `contractTypeId`. */
	parameter: string;
	/** The node's method that answers. */
	method: string;
	/** What is filled in so far. */
	parameters: Record<string, unknown>;
	credentials?: Record<string, CredentialReference>;
}

export interface ListPage {
	results: Array<{ name: string; value: string | number; url?: string; description?: string }>;
	paginationToken?: string;
}

export interface NodeDescription {
	name: string;
	displayName: string;
	version: number | number[];
	outputs: unknown;
	properties: Array<Record<string, any>>;
	webhooks?: Array<{ path: string; httpMethod: string; isFullPath?: boolean }>;
	[field: string]: any;
}

/** What n8n's editor asks: lists, options, mapped fields, node types. */
export function editor(session: Session) {
	const nodeType = async (name: string, version = 1): Promise<NodeDescription> => {
		const body = { nodeInfos: [{ name, version }] };
		const [description] = await session.rest('POST', '/node-types', body);
		if (!description) throw new Error(`n8n knows no node type ${name} in version ${version}`);
		return description;
	};

	return {
		nodeType,
		/** Every node type that n8n has loaded (about 18 MB). */
		nodeTypes: async () =>
			(await session.raw('GET', '/types/nodes.json')).body as NodeDescription[],
		listSearch: (question: EditorQuestion, filter?: string, paginationToken?: string) =>
			session.rest<ListPage>('POST', '/dynamic-node-parameters/resource-locator-results', {
				...asked(question),
				filter,
				paginationToken,
			}),
		loadOptions: (question: EditorQuestion) =>
			session.rest<Array<{ name: string; value: string | number }>>(
				'POST',
				'/dynamic-node-parameters/options',
				asked(question),
			),
		mappedFields: (question: EditorQuestion) =>
			session.rest<{ fields: Array<Record<string, any>>; emptyFieldsNotice?: string }>(
				'POST',
				'/dynamic-node-parameters/resource-mapper-fields',
				asked(question),
			),
		/** The address that a published webhook node listens on. */
		async webhookUrl(node: WorkflowNode): Promise<string> {
			const { webhooks } = await nodeType(node.type, node.typeVersion);
			if (!webhooks?.[0]) throw new Error(`${node.name} is no webhook node`);
			const { isFullPath, path } = webhooks[0];
			// n8n's own Webhook node: people choose its path.
			if (isFullPath) return `${session.url}/webhook/${String(node.parameters.path)}`;
			return `${session.url}/webhook/${node.webhookId}/${path}`;
		},
	};
}

function asked({ type, version = 1, parameter, method, parameters, credentials }: EditorQuestion) {
	return {
		path: `parameters.${parameter}`,
		nodeTypeAndVersion: { name: type, version },
		methodName: method,
		currentNodeParameters: parameters,
		credentials,
	};
}
