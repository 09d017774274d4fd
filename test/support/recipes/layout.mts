import type { Recipe } from '../../../host/lib/recipes.mts';
import type { WorkflowNode } from '../../../host/lib/client/types.mts';

/** A place on the canvas, in the editor's pixels. */
export interface Box {
	name: string;
	x: number;
	y: number;
	width: number;
	height: number;
}

const NOTE = 'n8n-nodes-base.stickyNote';
const NODE_WIDTH = 96;
/** The square of a node, with its name and what it does below. */
const NODE_HEIGHT = 96 + 64;

/** Where the recipe's nodes stand. */
export function nodeBoxes({ nodes }: Recipe): Box[] {
	return nodes.filter((node) => !isNote(node)).map(boxOf);
}

/** Where its sticky notes lie. */
export function noteBoxes({ nodes }: Recipe): Box[] {
	return nodes.filter(isNote).map(boxOf);
}

/** The part of the canvas that the whole recipe takes. */
export function boundsOf({ nodes }: Recipe): Omit<Box, 'name'> {
	const boxes = nodes.map(boxOf);
	const x = Math.min(...boxes.map((box) => box.x));
	const y = Math.min(...boxes.map((box) => box.y));
	const right = Math.max(...boxes.map((box) => box.x + box.width));
	const bottom = Math.max(...boxes.map((box) => box.y + box.height));
	return { x, y, width: right - x, height: bottom - y };
}

function isNote({ type }: WorkflowNode): boolean {
	return type === NOTE;
}

function boxOf({ name, position: [x, y], parameters, ...node }: WorkflowNode): Box {
	if (node.type !== NOTE) return { name, x, y, width: NODE_WIDTH, height: NODE_HEIGHT };
	const { width = 240, height = 160 } = parameters as { width?: number; height?: number };
	return { name, x, y, width, height };
}
