import { HEADINGS, slateOfMarkdown } from './slate';
import type { SlateElement, SlateNode, SlateText } from './types';

/**
 * Slate nodes as Markdown of which `slateOfMarkdown` makes the same again. Characters are escaped only where they would
 * have a meaning. What Markdown cannot say is left as its text.
 */
export function markdownOfSlate(nodes: SlateElement[]): string {
	return nodes
		.map(blockOf)
		.filter((block) => block.trim() !== '')
		.join('\n\n');
}

function blockOf(element: SlateElement): string {
	const meaning = (markdown: string) => JSON.stringify(slateOfMarkdown(markdown));
	const plain = markdownOf(element, (text) => text);
	const said = meaning(plain);
	if (said === JSON.stringify([element])) return plain;
	// Where Markdown cannot say all of it, it is to mean the text as it is.
	const safe = markdownOf(element, escaped);
	return said === meaning(safe) ? plain : safe;
}

function markdownOf({ type, children }: SlateElement, style: Style): string {
	const level = HEADINGS.findIndex((one) => type === `heading-${one}`) + 1;
	// `# of users` is text, and with two blanks a heading.
	const title = () => oneLine(inline(children, style)).replace(/^of /, ' $&');
	if (level > 0) return `${'#'.repeat(level)} ${title()}`;
	const isNumbered = type === 'numbered-list';
	if (!isNumbered && type !== 'bulleted-list') return inline(children, style);
	const items = children.map((item) => oneLine(inline([item], style)));
	return items.map((item, i) => `${isNumbered ? `${i + 1}.` : '-'} ${item}`).join('\n');
}

type Style = (text: string) => string;
type Mark = 'bold' | 'italic';
type Open = Mark | 'link';

/** @param open the marks that are around the nodes */
function inline(nodes: SlateNode[], style: Style, open: Open[] = []): string {
	const marks = (['bold', 'italic'] as const).filter((mark) => !open.includes(mark));
	return marked(flat(nodes), marks, style, open);
}

function marked(nodes: SlateNode[], [mark, ...inner]: Mark[], style: Style, open: Open[]): string {
	if (mark === undefined) return nodes.map((node) => leaf(node, style, open)).join('');
	const written = runs(nodes, mark).map(({ isMarked, of }, i, all) => {
		const text = marked(of, inner, style, isMarked ? [...open, mark] : open);
		// At an end of bold text `*` would be read together with its `**`.
		const isBeside = open.at(-1) === 'bold' && all[1] && (i === 0 || i === all.length - 1);
		return isMarked ? surrounded(text, mark === 'bold' ? '**' : isBeside ? '_' : '*') : text;
	});
	return written.join('');
}

function leaf(node: SlateNode, style: Style, open: Open[]): string {
	if ('text' in node) return style(node.text);
	return `[${inline(node.children, style, [...open, 'link'])}](${String(node.url)})`;
}

const hasText = (nodes: SlateNode[]) => nodes.some((node) => 'text' in node);

/** Texts and links; any other element stands for its children. Blocks, which have no text beside or right in them, stay apart. */
function flat(nodes: SlateNode[], between = '\n'): SlateNode[] {
	const isMixed = hasText(nodes);
	return nodes.flatMap((node, i): SlateNode[] => {
		if ('text' in node) return node.text === '' ? [] : [node];
		const { type, url, children } = node;
		if (type === 'link' && typeof url === 'string') return [node];
		const inner = flat(children, /row$|^tr$/i.test(type) ? ' | ' : '\n');
		return i > 0 && !(isMixed && hasText(children)) ? [{ text: between }, ...inner] : inner;
	});
}

function runs(nodes: SlateNode[], mark: Mark) {
	const found: Array<{ isMarked: boolean; of: SlateNode[] }> = [];
	for (const node of nodes) {
		const last = found.at(-1);
		const isMarked = leaves(node).every((text) => text[mark] === true);
		if (last?.isMarked === isMarked) last.of.push(node);
		else found.push({ isMarked, of: [node] });
	}
	return found;
}

function leaves(node: SlateNode): SlateText[] {
	return 'text' in node ? [node] : node.children.flatMap(leaves);
}

/** The marker around the text without its outer blanks: beside one it has no meaning, and `*` beside `**` has another. */
function surrounded(text: string, marker: string): string {
	const inner = text.trim();
	return inner === '' ? text : text.replace(inner, () => marker + inner + marker);
}

function escaped(text: string): string {
	return text
		.replace(/[\\*_[\]#`]/g, '\\$&')
		.replace(/:(?=\\)/g, '\\:')
		.replace(/^(\s*)([-+])/gm, '$1\\$2')
		.replace(/^(\s*\d{1,9})([.)])/gm, '$1\\$2');
}

function oneLine(text: string): string {
	const lines = text.split('\n').map((line) => line.trim());
	return lines.join(' ');
}
