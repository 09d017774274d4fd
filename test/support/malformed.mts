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

const WRONG = [null, 5, [null], 'text', [], {}];

/** Of what lies deeper, fewer are tried. */
const DEPTH = 3;
const TRIED_DEEPER = 3;

/** The body with one of its properties missing or wrong, one after the other; of lists the first record's, to a depth. */
export function* mutated(body: unknown, depth = DEPTH): Generator<[what: string, body: unknown]> {
	if (depth === 0 || typeof body !== 'object' || body === null) return;
	const keys = Array.isArray(body) ? body.slice(0, 1).keys() : Object.keys(body);
	for (const key of keys) {
		const value = (body as Record<string, unknown>)[key as string];
		for (const wrong of depth === DEPTH ? WRONG : WRONG.slice(0, TRIED_DEEPER)) {
			yield [`${key}: ${JSON.stringify(wrong)}`, withValue(body, key, wrong)];
		}
		if (!Array.isArray(body)) yield [`no ${key}`, withoutKey(body, String(key))];
		for (const [what, part] of mutated(value, depth - 1)) {
			yield [`${key}.${what}`, withValue(body, key, part)];
		}
	}
}

function withValue(body: object, key: number | string, value: unknown): unknown {
	return Array.isArray(body) ? body.with(Number(key), value) : { ...body, [key]: value };
}

function withoutKey(body: object, key: string): unknown {
	return Object.fromEntries(Object.entries(body).filter(([each]) => each !== key));
}

/** JSON text of a value that is nested so often. */
export function nested(levels: number): string {
	return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
}
