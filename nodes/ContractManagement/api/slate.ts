/** Rich text as the service stores it: an array of Slate nodes. Names are those of Slate's own rich-text editor. */
import { inline, type SlateElement, type SlateText } from './slateInline';

export type { SlateElement, SlateNode } from './slateInline';

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
