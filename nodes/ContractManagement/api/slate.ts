/** Rich text as the service stores it: an array of Slate nodes. Names are those of Slate's own rich-text editor. */

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

type Block = (lines: string[]) => SlateElement[];

const HEADINGS = ['one', 'two', 'three', 'four', 'five', 'six'];

const HEADING = /^(#{1,6})\s+(.*)$/s;
const CLOSING_MARKS = /(?<!#)#+$/;
const BULLET = /^\s{0,3}[-*+]\s+(.*)$/s;
const NUMBER = /^\s{0,3}\d{1,9}[.)]\s+(.*)$/s;

/**
 * Markdown as Slate nodes: paragraphs, headings, bold, italic, links, bulleted and numbered lists (not nested).
 * Everything else stays text. Never throws; empty text is one empty paragraph.
 */
export function slateOfMarkdown(markdown: string): SlateElement[] {
	const blocks = blocksOf(linesOf(markdown)).flatMap(({ block, lines }) => block(lines));
	return blocks.length > 0 ? blocks : paragraph(['']);
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
	const children = (value as Partial<SlateElement> | null)?.children;
	return (
		Array.isArray(children) &&
		level <= MAX_LEVELS &&
		children.every((child) => isLeaf(child) || isElement(child, level + 1))
	);
}

function isLeaf(value: unknown): boolean {
	return typeof (value as Partial<SlateText> | null)?.text === 'string';
}

function linesOf(text: string): string[] {
	return text.split(/\r\n|\r|\n/);
}

/** Lines in runs of one kind; empty lines end a run. */
function blocksOf(lines: string[]): Array<{ block: Block; lines: string[] }> {
	const runs: Array<{ block: Block; lines: string[] }> = [];
	let open: { block: Block; lines: string[] } | undefined;
	for (const line of lines) {
		const block = line.trim() === '' ? undefined : blockOf(line);
		if (block && open?.block === block && block !== heading) open.lines.push(line);
		else if (block) runs.push((open = { block, lines: [line] }));
		else open = undefined;
	}
	return runs;
}

function blockOf(line: string): Block {
	if (HEADING.test(line)) return heading;
	if (BULLET.test(line)) return bulletedList;
	return NUMBER.test(line) ? numberedList : paragraph;
}

const paragraph: Block = (lines) => [
	{ type: 'paragraph', children: inline(lines.map((line) => line.trim()).join('\n')) },
];

const heading: Block = ([line]) => {
	const [, marks, text] = HEADING.exec(line) as RegExpExecArray;
	return [
		{
			type: `heading-${HEADINGS[marks.length - 1]}`,
			children: inline(text.replace(CLOSING_MARKS, '').trimEnd()),
		},
	];
};

const bulletedList: Block = (lines) => list('bulleted-list', lines, BULLET);

const numberedList: Block = (lines) => list('numbered-list', lines, NUMBER);

function list(type: string, lines: string[], item: RegExp): SlateElement[] {
	const children = lines.map((line) => ({
		type: 'list-item',
		children: inline((item.exec(line) as RegExpExecArray)[1].trim()),
	}));
	return [{ type, children }];
}

/** Escapes, links, runs of markers, and the text between them. */
const TOKEN =
	/\\([!-/:-@[-`{-~])|\[([^[\]]+)\]\(((?:https?:\/\/|mailto:)[^\s()]+)\)|(\*{1,3}|_{1,3})|[^\\[*_]+|[^]/g;

/** Markers that wait for their end; deeper nesting stays text, so that the time stays bounded. */
const MAX_OPEN = 32;

interface Opened {
	marker: string;
	/** Index of the marker's own node. */
	at: number;
}

// A stack instead of backtracking: the time stays linear whatever the text is. A label has no brackets, so no links.
function inline(text: string): SlateNode[] {
	const nodes: SlateNode[] = [];
	const opened: Opened[] = [];
	for (const token of text.matchAll(TOKEN)) {
		const [raw, escaped, label, url, marker] = token;
		if (marker) mark(nodes, opened, marker, flanks(text, token.index, marker));
		else if (url) nodes.push({ type: 'link', url, children: inline(label) });
		else nodes.push({ text: escaped ?? raw });
	}
	return surrounded(joined(nodes));
}

interface Flanks {
	canOpen: boolean;
	canClose: boolean;
}

function flanks(text: string, index: number, marker: string): Flanks {
	const before = text.charAt(index - 1);
	const after = text.charAt(index + marker.length);
	// snake_case is a name, not emphasis.
	const inWord = marker.startsWith('_') && /\w/.test(before) && /\w/.test(after);
	return { canOpen: /\S/.test(after) && !inWord, canClose: /\S/.test(before) && !inWord };
}

function mark(
	nodes: SlateNode[],
	opened: Opened[],
	marker: string,
	{ canOpen, canClose }: Flanks,
): void {
	const match = canClose ? opened.findLastIndex((open) => open.marker === marker) : -1;
	if (match < 0) {
		if (canOpen && opened.length < MAX_OPEN) opened.push({ marker, at: nodes.length });
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
