import type { SlateNode, SlateText } from './types';

/**
 * As they are: paths of Windows. They begin with a drive, with dots or with a server (`C:\_temp`, `..\_old`, `\\server\_x`),
 * have a backslash before a letter (`HKLM\Software\_x`), which no Markdown has, or are an account (`DOMAIN\_backup`). Any
 * other backslash before a sign is Markdown's, as it comes of HTML: `first\_last`.
 */
const DRIVE = /(?<![\p{L}\p{N}])[A-Za-z]:\\(?!\\)[^\s*]*/u;
const SHARE = /(?<!\S)\\\\[\p{L}\p{N}?][^\s*\\]*\\[^\s*]*/u;
const FOLDER =
	/(?<!\S)(?:\.{1,2}\\(?!\\)|[^\s*\\]+\\[\p{L}\p{N}]|\p{Lu}[\p{Lu}\p{N}]+\\(?=_\p{Ll}))[^\s*]*/u;
/** And code, and addresses of pages. */
const CODE = /`[^`\n]+`/u;
const ADDRESS = /(?:[a-z]{2,9}:\/\/|www\.)[^\s*\\[\]<>"]*[^\s*\\[\]<>"_]/u;

const ESCAPE = /\\([!-/:-@[-`{-~])/u;
const LINK = /\[([^[\]]+)\]\(((?:https?:\/\/|mailto:)[^\s()]+)\)/u;
const MARKER = /(\*+|_+)/u;
const WORD = /[\p{L}\p{N}]+|[^]/u;

const LITERAL = `${DRIVE.source}|${SHARE.source}|${FOLDER.source}|${CODE.source}|${ADDRESS.source}`;
const MEANING = `${ESCAPE.source}|${LINK.source}|${MARKER.source}|${WORD.source}`;
const TOKEN = new RegExp(`${LITERAL}|${MEANING}`, 'gu');

/** Markers that wait for their end; deeper ones stay text, so that the time is bounded. */
const MAX_OPEN = 32;

/** A marker, and the index of its own node. */
type Opened = { marker: string; inWord: boolean; at: number };

/** Bold, italic and links of Markdown in a text. A stack instead of backtracking: the time stays linear whatever the text is. */
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
	return joined(nodes);
}

/** Markdown's own rules (CommonMark, "left-flanking" and "right-flanking"), for the letters of all scripts. */
function flanksOf(text: string, index: number, marker: string) {
	const before = [...text.slice(Math.max(0, index - 2), index)].at(-1) ?? ' ';
	const [after = ' '] = text.slice(index + marker.length, index + marker.length + 2);
	const isName = marker.startsWith('_');
	const isBlankOn = /^[\p{Pd}.,/:;][_\p{N}]/u.test(text.slice(index + marker.length).slice(0, 2));
	// Signs of their own: 100*200, "*", and more than three, a line in a form to fill in.
	const isSign =
		marker.length > 3 || /^(?:\p{N}\p{N}|\p{Pi}\p{Pf}|""|''|„“)$/u.test(before + after);
	const flanks = (inside: string, outside: string, never: RegExp) =>
		!(isSign || never.test(inside)) && (OUTER.test(outside) || !(isName || OUTER.test(inside)));
	return {
		// Not in [*], (*) and *), nor in the blanks of __.__.20__ and __/__.
		canOpen: flanks(after, before, /[\s\p{Pe}]/u) && !(isName && isBlankOn),
		canClose: flanks(before, after, /[\s\p{Ps}]/u),
		inWord: isWord(before) && isWord(after),
	};
}

const OUTER = /[\s\p{P}\p{S}]/u;

/** Scripts that write no blanks between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}]/u;

function isWord(char: string): boolean {
	return /[\p{L}\p{M}\p{N}]/u.test(char) && !UNSPACED.test(char);
}

type Flanks = ReturnType<typeof flanksOf>;

function mark(nodes: SlateNode[], opened: Opened[], marker: string, flanks: Flanks): void {
	const { canOpen, canClose, inWord } = flanks;
	// Within words on both sides it is a*b*c.
	const closes = (open: Opened) => open.marker === marker && !(open.inWord && inWord);
	const match = canClose ? opened.findLastIndex(closes) : -1;
	if (match < 0) {
		if (canOpen && opened.length < MAX_OPEN) opened.push({ marker, inWord, at: nodes.length });
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
