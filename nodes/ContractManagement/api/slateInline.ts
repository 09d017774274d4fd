export interface SlateText {
	text: string;
	bold?: true;
	italic?: true;
}

export interface SlateElement {
	type: string;
	/** Of links. */
	url?: string;
	children: SlateNode[];
}

export type SlateNode = SlateElement | SlateText;

/** Escapes, links, runs of markers, and the text between them. */
const TOKEN =
	/\\([!-/:-@[-`{-~])|\[([^[\]]+)\]\(((?:https?:\/\/|mailto:)[^\s()]+)\)|(\*{1,3}|_{1,3})|[^\\[*_]+|[^]/g;

/** Markers that wait for their end; deeper nesting stays text, so that the time stays bounded. */
const MAX_OPEN = 32;

/** A marker, and the index of its own node. */
type Opened = { marker: string; at: number };

/** Bold, italic and links in a text. A stack instead of backtracking: the time stays linear whatever the text is. */
export function inline(text: string): SlateNode[] {
	const nodes: SlateNode[] = [];
	const opened: Opened[] = [];
	for (const token of text.matchAll(TOKEN)) {
		const [raw, escaped, label, url, marker] = token;
		if (marker) mark(nodes, opened, marker, flanksOf(text, token.index, marker));
		// A label has no brackets, so no links.
		else if (url) nodes.push({ type: 'link', url, children: inline(label) });
		else nodes.push({ text: escaped ?? raw });
	}
	return surrounded(joined(nodes));
}

function flanksOf(text: string, index: number, marker: string) {
	const before = text.charAt(index - 1);
	const after = text.charAt(index + marker.length);
	// snake_case is a name, not emphasis.
	const inWord = marker.startsWith('_') && /\w/.test(before) && /\w/.test(after);
	return { canOpen: /\S/.test(after) && !inWord, canClose: /\S/.test(before) && !inWord };
}

type Flanks = ReturnType<typeof flanksOf>;

function mark(nodes: SlateNode[], opened: Opened[], marker: string, flanks: Flanks): void {
	const match = flanks.canClose ? opened.findLastIndex((open) => open.marker === marker) : -1;
	if (match < 0) {
		if (flanks.canOpen && opened.length < MAX_OPEN) opened.push({ marker, at: nodes.length });
		nodes.push({ text: marker });
		return;
	}
	const { at } = opened[match];
	opened.length = match;
	nodes[at] = { text: '' };
	for (let i = at + 1; i < nodes.length; i++) nodes[i] = marked(nodes[i], marker);
}

function marked(node: SlateNode, marker: string): SlateNode {
	if (!('text' in node)) {
		return { ...node, children: node.children.map((child) => marked(child, marker)) };
	}
	return {
		...node,
		...(marker.length !== 1 && { bold: true as const }),
		...(marker.length !== 2 && { italic: true as const }),
	};
}

function joined(nodes: SlateNode[]): SlateNode[] {
	const result: SlateNode[] = [];
	for (const node of nodes) {
		const last = result.at(-1);
		if (!('text' in node)) result.push(node);
		else if (last && 'text' in last && last.bold === node.bold && last.italic === node.italic) {
			result[result.length - 1] = { ...last, text: last.text + node.text };
		} else if (node.text !== '') result.push(node);
	}
	return result;
}

// Slate wants text before, after and between inline elements.
function surrounded(nodes: SlateNode[]): SlateNode[] {
	const isText = (node: SlateNode | undefined) => node !== undefined && 'text' in node;
	const spaced = nodes.flatMap((node, i) =>
		!isText(node) && !isText(nodes[i - 1]) ? [{ text: '' }, node] : [node],
	);
	return isText(spaced.at(-1)) ? spaced : [...spaced, { text: '' }];
}
