import { randomUUID } from 'node:crypto';
import { PACKAGE_NAME } from '../environment.mts';
import type { Connections, NodeInput, WorkflowInput, WorkflowNode } from './types.mts';

const COLUMN = 220;

/** The body of a new workflow: defaults of the nodes filled in, connected one after the other unless told otherwise. */
export function workflowBody({ name, nodes, connections, settings }: WorkflowInput) {
	return {
		name: name ?? `Workflow ${randomUUID()}`,
		nodes: nodes.map(completed),
		connections: connections ?? chain(nodes.map((node) => node.name)),
		settings: { executionOrder: 'v1', ...settings },
	};
}

/** Connects the first output of each node to the next node. */
export function chain(names: string[]): Connections {
	return Object.fromEntries(
		names
			.slice(0, -1)
			.map((name, index) => [
				name,
				{ main: [[{ node: names[index + 1]!, type: 'main', index: 0 }]] },
			]),
	);
}

function completed(node: NodeInput, index: number): WorkflowNode {
	return {
		id: randomUUID(),
		// As a node that is added in the editor.
		typeVersion: node.type.startsWith(`${PACKAGE_NAME}.`) ? 1.1 : 1,
		position: [index * COLUMN, 0],
		parameters: {},
		webhookId: node.type.endsWith('Trigger') ? randomUUID() : undefined,
		...node,
	};
}
