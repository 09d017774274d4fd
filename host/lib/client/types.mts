/** A node of a workflow as n8n stores it. */
export interface WorkflowNode {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, CredentialReference>;
	/** Part of a webhook node's address. */
	webhookId?: string;
	onError?: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	[setting: string]: unknown;
}

/** What has to be said about a node; id, version 1, position and webhookId are filled in. */
export type NodeInput = Partial<WorkflowNode> & { name: string; type: string };

export interface CredentialReference {
	id: string;
	name: string;
}

export type Connections = Record<
	string,
	Record<string, Array<Array<{ node: string; type: string; index: number }> | null>>
>;

export interface WorkflowInput {
	name?: string;
	nodes: NodeInput[];
	/** Default: one node after the other, in the order given. */
	connections?: Connections;
	settings?: Record<string, unknown>;
}

export interface Workflow {
	id: string;
	name: string;
	versionId: string;
	/** Published. */
	active: boolean;
	updatedAt: string;
	nodes: WorkflowNode[];
	connections: Connections;
}

export interface Publication {
	/** `published`, `partial`, `failed`, `not_published`, `in_progress` */
	status: string;
	triggers?: Array<{ nodeId: string; status: string; errorMessage?: string | null }>;
}

export interface ExecutionSummary {
	id: string;
	status: string;
	mode: string;
	workflowId: string;
	/** When it began to run. */
	startedAt: string | null;
}
