import { CONTRACT_STATUSES } from '../schemas/contract.mts';
import { COUNTERPARTY_STATUSES } from '../schemas/counterparty.mts';
import { isUuid } from '../schemas/formats.mts';
import { isKnownType } from './fieldTypes.mts';
import type { TwinFile } from './file.mts';
import type { Shape } from './shape.mts';

/** What was found and the sandbox does not imitate, as sentences. */
export function notPlayed(file: TwinFile): string[] {
	const { facts, findings, contractTypes, customObjects, answers } = file;
	const tables = [...contractTypes, ...customObjects];
	const fields = tables.flatMap((table) => table.fields);
	const ids = [...tables, ...fields].map(({ id }) => id);
	const unknownTypes = fields.filter(({ type }) => !isKnownType(type)).map(({ type }) => type);
	const undecided = findings.filter(({ outcome }) => outcome === 'undecided').map(({ id }) => id);
	const refused = Object.keys(answers).filter((route) => answers[route]!.status >= 400);
	const sentences: Array<[boolean, string]> = [
		[contractTypes.length === 0, 'No contract type was seen: those of the demo stand for them'],
		[ids.some((id) => !isUuid(id)), 'Ids of types and fields that are no UUIDs have UUIDs here'],
		[
			unknownTypes.length > 0,
			`Field types that are not understood take texts: ${[...new Set(unknownTypes)].join(', ')}`,
		],
		...statuses('Contract', '/contracts', CONTRACT_STATUSES, answers),
		...statuses('Counterparty', '/counterparties', COUNTERPARTY_STATUSES, answers),
		[facts.counterpartyName?.wholeNames === true, 'Names are found by a part of them too'],
		[facts.counterpartyName?.wildcards === true, '% in a name is a plain letter'],
		[
			facts.defaultOrder?.['/contracts'] === 'unknown',
			'The order of contracts is not understood: newest first',
		],
		[
			Object.values(facts).some((known) => Object.values(known).includes('finds nothing')),
			'Filters that find nothing there find their records here',
		],
		[
			undecided.length > 0,
			`Not decided by the probe, as the specification says here: ${undecided.join(', ')}`,
		],
		[refused.length > 0, `Refused there, and so here: ${refused.join(', ')}`],
		[
			!file.withWrites,
			'Writes were not probed (--write): they are answered as the specification says',
		],
	];
	return sentences.filter(([isSo]) => isSo).map(([, sentence]) => sentence);
}

function statuses(
	what: string,
	path: string,
	known: readonly string[],
	answers: TwinFile['answers'],
): Array<[boolean, string]> {
	const others = wordsOf(answers[`GET ${path}`]?.shape, 'status').filter(
		(word) => !known.includes(word),
	);
	return [
		[others.length > 0, `${what} statuses that the sandbox does not have: ${others.join(', ')}`],
	];
}

/** The words of a property of the rows, wherever in the page they are. */
function wordsOf(shape: Shape | undefined, name: string): string[] {
	if (!shape) return [];
	if (shape.items) return shape.items.properties?.[name]?.words ?? [];
	return Object.values(shape.properties ?? {}).flatMap((inner) => wordsOf(inner, name));
}
