import type { TypedField } from './creationForm';
import type { FieldValue } from './types';

const WORDS = [
	/(?:\b|_)(?:start|effective|commenc|from\b|d[ée]but|ab\b)|begin/i,
	/(?:\b|_)(?:end|expir|terminat|until|to\b|fin\b|bis\b)|ende$/i,
];

/** A hint where the one field that is called a start has a later day than the one that is called an end. */
export function orderHint(
	fields: Iterable<TypedField>,
	values: ReadonlyMap<string, FieldValue>,
): string[] {
	const dates = [...fields].filter(({ type }) => type === 'date' || type === 'dateTime');
	const [starts, ends] = WORDS.map((word) => dates.filter(({ name }) => word.test(name)));
	if (starts.length !== 1 || ends.length !== 1) return [];
	const [from, to] = [starts[0], ends[0]].map(({ id }) =>
		String(values.get(id) ?? '').slice(0, 10),
	);
	if (!from || !to || from <= to) return [];
	return [`'${starts[0].name}' ${from} is later than '${ends[0].name}' ${to}.`];
}
