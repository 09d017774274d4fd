import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { N8nClient } from './client/n8n.mts';
import type { Connections, CredentialReference, Workflow, WorkflowNode } from './client/types.mts';

/** A workflow file of workflows/, as n8n exports it. `active` says that it is published where it is imported. */
export interface Recipe {
	name: string;
	nodes: WorkflowNode[];
	connections: Connections;
	settings?: Record<string, unknown>;
	active?: boolean;
}

export type Credentials = Record<string, CredentialReference>;

const FOLDER = 'workflows';

/** The recipes in the order of their file names. */
export function recipes(): Recipe[] {
	return readdirSync(FOLDER)
		.filter((file) => file.endsWith('.json'))
		.sort()
		.map((file) => recipe(file));
}

/** One recipe by its file name in workflows/. */
export function recipe(file: string): Recipe {
	return JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Recipe;
}

/** The SQL of one of its Postgres nodes. */
export function sqlOf({ name, nodes }: Recipe, node: string): string {
	const query = nodes.find((each) => each.name === node)?.parameters.query;
	if (typeof query === 'string') return query;
	throw new Error(`The recipe "${name}" has no SQL in a node "${node}"`);
}

/** Creates the recipe's workflow, its nodes using the credentials of this n8n. It is not published. */
export async function importRecipe(
	n8n: N8nClient,
	{ name, nodes, connections, settings }: Recipe,
	credentials: Credentials,
): Promise<Workflow> {
	const filledIn = nodes.map((node) => withCredentials(node, credentials));
	return await n8n.createWorkflow({ name, nodes: filledIn, connections, settings });
}

function withCredentials(node: WorkflowNode, available: Credentials): WorkflowNode {
	if (!node.credentials) return node;
	const credentials = Object.fromEntries(
		Object.entries(node.credentials).map(([type, wanted]) => [type, available[type] ?? wanted]),
	);
	return { ...node, credentials };
}
