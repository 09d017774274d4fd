import { RegExpParser, visitRegExpAST, type AST } from '@eslint-community/regexpp';

const PRINTABLE = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
const CHARACTERS = [...PRINTABLE, '\n', '\t', '\u00e9', '\u2028', '\0'];

/** Units that are repeated, and what may stand before and after them, to make a regular expression go back and forth. */
export interface Pumps {
	units: string[];
	prefixes: string[];
	suffixes: string[];
}

/** What hostile inputs for the expression are made of: its own characters, repeated parts and whole matches. */
export function pumpsFor(pattern: RegExp): Pumps {
	const tree = new RegExpParser().parsePattern(pattern.source, 0, pattern.source.length, {
		unicode: pattern.unicode,
	});
	const units = new Set<string>([whole(tree), whole(tree).slice(0, -1), whole(tree).slice(1)]);
	const prefixes = new Set<string>(['']);
	const add = (node: AST.Element | AST.Alternative) => units.add(sample(node, pattern.flags));
	function whole(node: AST.Pattern) {
		return sample(node.alternatives[0], pattern.flags);
	}
	visitRegExpAST(tree, {
		onCharacterEnter: add,
		onCharacterSetEnter: (node) =>
			charactersOf(node.raw, pattern.flags).forEach((one) => units.add(one)),
		onCharacterClassEnter: (node) =>
			charactersOf(node.raw, pattern.flags).forEach((one) => units.add(one)),
		onQuantifierEnter: (node) => {
			add(node.element);
			if (node.parent.type !== 'Alternative') return;
			const before = node.parent.elements.slice(0, node.parent.elements.indexOf(node));
			prefixes.add(before.map((each) => sample(each, pattern.flags)).join(''));
		},
		onAlternativeEnter: add,
	});
	return {
		units: [...units].filter((unit) => unit !== ''),
		prefixes: [...prefixes],
		suffixes: ['', '!', '\0', '\n!', '\u2028!'],
	};
}

/** A text that the node matches; assertions match nothing. */
function sample(node: AST.Alternative | AST.Element, flags: string): string {
	switch (node.type) {
		case 'Alternative':
			return node.elements.map((each) => sample(each, flags)).join('');
		case 'CapturingGroup':
		case 'Group':
			return sample(node.alternatives.at(-1)!, flags);
		case 'Quantifier':
			return sample(node.element, flags).repeat(Math.max(1, node.min));
		case 'Character':
			return String.fromCodePoint(node.value);
		case 'CharacterSet':
		case 'CharacterClass':
			return charactersOf(node.raw, flags)[0] ?? '';
		default:
			return '';
	}
}

/** A letter, a digit and a sign that the class matches, as far as it does. */
function charactersOf(raw: string, flags: string): string[] {
	const matches = CHARACTERS.filter((one) => new RegExp(raw, flags.replace('g', '')).test(one));
	const kinds = [/[a-z]/i, /\d/, /[^a-z\d\s]/i, /\s/];
	return kinds.flatMap((kind) => matches.find((one) => kind.test(one)) ?? []);
}
