/** Rich text: a list of elements with `children`, down to leaves with `text`. */
export function isSlate(value: unknown): value is unknown[] {
	return Array.isArray(value) && value.length > 0 && value.every(isNode);
}

function isNode(node: unknown): boolean {
	if (typeof node !== 'object' || node === null) return false;
	if ('text' in node) return typeof node.text === 'string';
	return 'children' in node && isSlate(node.children);
}
