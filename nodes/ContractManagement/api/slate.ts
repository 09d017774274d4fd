import { inline } from './inlineMarkdown';
import type { SlateElement, SlateText } from './types';

/** By the number of their marks, as in the names of Slate. */
export const HEADINGS = ['one', 'two', 'three', 'four', 'five', 'six'];

/** What a line with such a beginning may be. A beginning alone, or a line of nothing but `* * *`, is text. */
const BLOCKS = [
	{ type: 'heading', beginning: /^#{1,6}(?! of )[ \t]+(?=[^#\s]|#+[^#\s])/ },
	{ type: 'bulleted-list', beginning: /^\s{0,3}[-*+][ \t]+(?=\S)(?![-* \t]+$)/ },
	{ type: 'numbered-list', beginning: /^\s{0,3}(\d{1,9})[.)][ \t]+(?=\S)/ },
	{ type: 'paragraph', beginning: /^(?=.*\S)/s },
	{ type: 'nothing', beginning: /^/ },
];

/**
 * Markdown as Slate nodes: paragraphs, headings, bold, italic, links, lists (not nested); all else stays text. Numbers make
 * a list only where they count from 1 without a gap, as dates and clauses do not.
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

/** Lines in runs of one kind; empty lines end a run. What looks like a list and is none belongs to the text around it. */
function blocksOf(lines: string[]): Block[] {
	const kindOf = (line: string) => BLOCKS.find(({ beginning }) => beginning.test(line))!;
	const kinds = lines.map((line) => ({ ...kindOf(line), lines: [line] }));
	const meant = runs(kinds).map((run) => (isMeant(run) ? run : { ...run, ...PARAGRAPH }));
	return runs(meant).filter(({ type }) => type !== 'nothing');
}

const PARAGRAPH = BLOCKS.find(({ type }) => type === 'paragraph')!;

function runs(blocks: Block[]): Block[] {
	const found: Block[] = [];
	for (const block of blocks) {
		const last = found.at(-1);
		if (last?.type !== block.type || block.type === 'heading') found.push({ ...block });
		else for (const line of block.lines) last.lines.push(line);
	}
	return found;
}

/** Usual currencies before an amount; any three capitals would be those of `ISO 9001`, too. */
const CODE =
	'AED|AUD|BRL|CAD|CHF|CLP|CNY|CZK|DKK|EUR|GBP|HKD|HUF|IDR|ILS|INR|JPY|KRW|MXN|MYR|NOK|NZD|PHP|PLN|RON|SAR|SEK|SGD|THB|TRY|USD|ZAR';
const CURRENCY = `(?:${CODE}|[A-Z]{0,2}\\p{Sc}|(?:[Kk]r|Fr|R[ps])\\.?)`;

/** What begins with a number: an amount below zero, a phone number; and what is nothing but an amount. */
const NUMBER = new RegExp(`^[-+*]\\s+(?:${CURRENCY}\\s*(?=\\d))?[\\d\\p{Sc}]`, 'u');
const AMOUNT = new RegExp(`${NUMBER.source}[\\d\\p{Sc}.,'% \\t]*(?:[A-Z]{3})?$`, 'u');

function isMeant({ type, beginning, lines }: Block): boolean {
	const isSigned = (line: string) => (lines.length > 1 ? AMOUNT : NUMBER).test(line.trim());
	if (type === 'bulleted-list') return !lines.every(isSigned);
	const isCounted = (line: string, i: number) => beginning.exec(line)?.[1] === String(i + 1);
	return type !== 'numbered-list' || (lines.length > 1 && lines.every(isCounted));
}

function elementOf({ type, beginning, lines }: Block): SlateElement {
	const texts = lines.map((line) => line.replace(beginning, '').trim());
	if (type === 'paragraph') return { type, children: inline(texts.join('\n')) };
	if (type === 'heading') {
		const level = lines[0].search(/[^#]/);
		const text = texts[0].replace(/(?<=\s)#+$/, '').trimEnd();
		return { type: `heading-${HEADINGS[level - 1]}`, children: inline(text) };
	}
	const items = texts.map((text) => ({ type: 'list-item', children: inline(text) }));
	return { type, children: items };
}
