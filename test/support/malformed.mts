/** Bodies that are no answer to anything, by what they are. */
export const NONSENSE: Record<string, unknown> = {
	null: null,
	'an empty list': [],
	'an empty object': {},
	'data: null': { data: null },
	'data: []': { data: [] },
	'data: {}': { data: {} },
	'data: text': { data: 'text' },
	'a list of null': [null],
	'data: a list of null': { data: [null] },
	'data: a list of wrong things': { data: ['text', 5, true, [], {}] },
	'data: a list in a list': { data: [[{ id: 'x' }]] },
	'records: a list of null': { records: [null] },
	'fields: a list of null': { fields: [null], templates: [null], smart_fields: [null] },
	'files: a list of null': { files: [null] },
	text: 'text',
	'a number': 5,
	true: true,
	'an error in a success': { error: { message: 'No' } },
};

/** A value of a body that is wrong, or missing, and where it stands. */
interface Mistake {
	path: string[];
	wrong: unknown;
}

const WRONG = [undefined, null, 5, [null], 'text', [], {}];

/** Of what lies deeper, fewer are tried. */
const DEPTH = 3;
const TRIED_DEEPER = 4;

/** Each property of the body missing or wrong; of lists the first record's, to a depth. */
function* mistakes(body: unknown, path: string[] = []): Generator<Mistake> {
	if (path.length === DEPTH || typeof body !== 'object' || body === null) return;
	const isList = Array.isArray(body);
	for (const key of isList ? Object.keys(body).slice(0, 1) : Object.keys(body)) {
		const here = [...path, key];
		const tried = path.length === 0 ? WRONG : WRONG.slice(0, TRIED_DEEPER);
		for (const wrong of isList ? tried.slice(1) : tried) yield { path: here, wrong };
		yield* mistakes((body as Record<string, unknown>)[key], here);
	}
}

/** Mistakes that are made at once: of one kind, equally deep, and never all of them, as one may hide another. */
const PARTS = 3;

/** The mistakes of a body in parts: it takes fewer answers to see that many of them do no harm. */
export function mistakesIn(body: unknown): Mistake[][] {
	const alike = Map.groupBy(mistakes(body), ({ path, wrong }) =>
		JSON.stringify([path.length, [wrong]]),
	);
	return [...alike.values()].flatMap((each) =>
		Array.from({ length: PARTS }, (_, part) => each.filter((_one, i) => i % PARTS === part)).filter(
			({ length }) => length > 0,
		),
	);
}

/** The JSON of the body with these mistakes, and what they are. */
export function mistaken(body: unknown, made: Mistake[]): [what: string, text: string] {
	const copy = structuredClone(body);
	for (const { path, wrong } of made) {
		const parent = path.slice(0, -1).reduce((value: any, key) => value[key], copy);
		parent[path.at(-1)!] = wrong;
	}
	const what = made.map(({ path, wrong }) => `${path.join('.')}: ${JSON.stringify(wrong)}`);
	return [what.join(', '), JSON.stringify(copy)];
}

/** JSON text of a value that is nested so often. */
export function nested(levels: number): string {
	return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
}
