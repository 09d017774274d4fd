import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A page of the documentation. */
export interface Document {
	/** Relative to the repository's root. */
	file: string;
	text: string;
	lines: string[];
}

/** Every page that people read: those at the root and those in docs/ and its folders. */
export function documents(): Document[] {
	const root = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];
	const all = readdirSync('docs', { recursive: true, encoding: 'utf8' });
	const pages = all.filter((file) => file.endsWith('.md')).sort();
	return [...root, ...pages.map((file) => path.join('docs', file))].map(document);
}

export function document(file: string): Document {
	const text = readFileSync(file, 'utf8');
	return { file, text, lines: text.trimEnd().split('\n') };
}

/** Targets of relative links and images, without those to a place on the same page. */
export function relativeLinks({ text }: Document): string[] {
	return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
		.map(([, target]) => target!)
		.filter((target) => !/^([a-z]+:|#)/i.test(target));
}

/** Where a link of the page leads to in the repository, and whether that is there, the heading included. */
export function leadsSomewhere({ file }: Document, link: string): boolean {
	const [target, anchor] = link.split('#') as [string, string?];
	const found = path.join(path.dirname(file), target);
	if (!existsSync(found)) return false;
	return anchor === undefined || anchorsOf(document(found)).includes(anchor);
}

/** Anchors of the headings, as GitHub makes them. */
function anchorsOf({ text }: Document): string[] {
	return [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
		heading!
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);
}

/** Names of the npm scripts that the page tells to run. */
export function npmScripts({ text }: Document): string[] {
	const named = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name!);
	const short = [...text.matchAll(/\bnpm (start|test)\b/g)].map(([, name]) => name!);
	return [...new Set([...named, ...short])];
}

/** The fenced code blocks with their info string. */
export function codeBlocks({ text }: Document): Array<{ info: string; code: string }> {
	return [...text.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].map(([, info, code]) => ({
		info: info!,
		code: code!,
	}));
}

/**
 * The part of the page between `<!-- NAME -->` and `<!-- /NAME -->`, beside what it should be. With UPDATE_DOCS=1 the
 * page is written first.
 */
export function generated(file: string, name: string, expected: string) {
	const block = new RegExp(`(<!-- ${name} -->\\n)([\\s\\S]*?)(<!-- /${name} -->)`);
	const { text } = document(file);
	if (!block.test(text)) throw new Error(`${file} has no part named ${name}`);
	const wanted = `${expected.trim()}\n`;
	if (process.env.UPDATE_DOCS) {
		writeFileSync(
			file,
			text.replace(block, (_, start, _old, end) => start + wanted + end),
		);
		return { found: wanted, wanted };
	}
	return { found: block.exec(text)![2]!, wanted };
}

function withoutCode(text: string): string {
	return text.replace(/^```[^\n]*\n[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
}
