import type { SlateElement, SlateNode, SlateText } from './types';

/** By the number of their marks, as in the names of Slate. */
export const HEADINGS = ['one', 'two', 'three', 'four', 'five', 'six'];

/** What a line with such a beginning is; a blank line is nothing. */
const BLOCKS = [
	{ type: 'heading', beginning: /^#{1,6}\s+/ },
	{ type: 'bulleted-list', beginning: /^\s{0,3}[-*+]\s+/ },
	{ type: 'numbered-list', beginning: /^\s{0,3}\d{1,9}[.)]\s+/ },
	{ type: 'paragraph', beginning: /^(?=.*\S)/s },
];

/**
 * Markdown as Slate nodes: paragraphs, headings, bold, italic, links, bulleted and numbered lists (not nested).
 * Everything else stays text. Never throws; empty text is one empty paragraph.
 */
export function slateOfMarkdown(markdown: string): SlateElement[] {
	const blocks = blocksOf(markdown.split(/\r\n|\r|\n/)).map(elementOf);
	return blocks.length > 0 ? blocks : slateOfText('');
}

/** Plain text as Slate nodes: an empty line starts a new paragraph; no character has a meaning. */
export function slateOfText(text: string): SlateElement[] {
	const paragraphs = text.replace(/\r\n?/g, '\n').split(/\n[^\S\n]*\n\s*/);
	return paragraphs.map((lines) => ({ type: 'paragraph', children: [{ text: lines.trim() }] }));
}

/** Whether the value is rich text already: an array of Slate elements. */
export function isSlate(value: unknown): value is SlateElement[] {
	return Array.isArray(value) && value.length > 0 && value.every((each) => isElement(each));
}

/** Nobody writes text in more levels; what has more is not taken apart. */
const MAX_LEVELS = 100;

function isElement(value: unknown, level = 1): boolean {
	const { children } = (value ?? {}) as Partial<SlateElement>;
	if (!Array.isArray(children) || level > MAX_LEVELS) return false;
	const isText = (child: Partial<SlateText> | null) => typeof child?.text === 'string';
	return children.every((child) => isText(child as SlateText) || isElement(child, level + 1));
}

type Block = (typeof BLOCKS)[number] & { lines: string[] };

/** Lines in runs of one kind; empty lines end a run. */
function blocksOf(lines: string[]): Block[] {
	const runs: Block[] = [];
	let open: Block | undefined;
	for (const line of lines) {
		const kind = BLOCKS.find(({ beginning }) => beginning.test(line));
		if (kind && kind.type === open?.type && kind.type !== 'heading') open.lines.push(line);
		else if (kind) runs.push((open = { ...kind, lines: [line] }));
		else open = undefined;
	}
	return runs;
}

function elementOf({ type, beginning, lines }: Block): SlateElement {
	const texts = lines.map((line) => line.replace(beginning, '').trim());
	if (type === 'paragraph') return { type, children: inline(texts.join('\n')) };
	if (type === 'heading') {
		const level = lines[0].search(/[^#]/);
		const text = texts[0].replace(/(?<!#)#+$/, '').trimEnd();
		return { type: `heading-${HEADINGS[level - 1]}`, children: inline(text) };
	}
	const items = texts.map((text) => ({ type: 'list-item', children: inline(text) }));
	return { type, children: items };
}

/** Escapes, links, runs of markers, and the text between them. */
const TOKEN =
	/\\([!-/:-@[-`{-~])|\[([^[\]]+)\]\(((?:https?:\/\/|mailto:)[^\s()]+)\)|(\*{1,3}|_{1,3})|[^\\[*_]+|[^]/g;

/** Markers that wait for their end; deeper nesting stays text, so that the time stays bounded. */
const MAX_OPEN = 32;

/** A marker, and the index of its own node. */
type Opened = { marker: string; at: number };

/** Bold, italic and links in a text. A stack instead of backtracking: the time stays linear whatever the text is. */
function inline(text: string): SlateNode[] {
	const nodes: SlateNode[] = [];
	const opened: Opened[] = [];
	for (const token of text.matchAll(TOKEN)) {
		const [raw, escaped, label, url, marker] = token;
		if (marker) mark(nodes, opened, marker, flanksOf(text, token.index, marker));
		// A label has no brackets, so no links.
		else if (url) nodes.push({ type: 'link', url, children: inline(label) });
		else nodes.push({ text: escaped ?? raw });
	}
	return joined(nodes);
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

/** Texts with the same marks as one; Slate wants text before, after and between inline elements. */
function joined(nodes: SlateNode[]): SlateNode[] {
	const result: SlateNode[] = [];
	let open: SlateText | undefined;
	for (const node of nodes) {
		if (!('text' in node)) {
			result.push(...(open ? [node] : [{ text: '' }, node]));
			open = undefined;
		} else if (open && open.bold === node.bold && open.italic === node.italic) {
			open.text += node.text;
		} else if (node.text !== '') {
			result.push((open = { ...node }));
		}
	}
	return open ? result : [...result, { text: '' }];
}
