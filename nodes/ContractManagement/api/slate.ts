/** Rich text as the service stores it: an array of Slate nodes. Names are those of Slate's own rich-text editor. */
import { inline, type SlateElement, type SlateText } from './slateInline';

export type { SlateElement, SlateNode, SlateText } from './slateInline';

type Block = (lines: string[]) => SlateElement[];

/** By the number of their marks, as in the names of Slate. */
export const HEADINGS = ['one', 'two', 'three', 'four', 'five', 'six'];

const HEADING = /^(#{1,6})\s+(.*)$/s;
const CLOSING_MARKS = /(?<!#)#+$/;
const BULLET = /^\s{0,3}[-*+]\s+(.*)$/s;
const NUMBER = /^\s{0,3}\d{1,9}[.)]\s+(.*)$/s;

/**
 * Markdown as Slate nodes: paragraphs, headings, bold, italic, links, bulleted and numbered lists (not nested).
 * Everything else stays text. Never throws; empty text is one empty paragraph.
 */
export function slateOfMarkdown(markdown: string): SlateElement[] {
	const blocks = blocksOf(markdown.split(/\r\n|\r|\n/)).flatMap(({ block, lines }) => block(lines));
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
