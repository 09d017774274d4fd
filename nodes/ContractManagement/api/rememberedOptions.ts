import { isList } from './coercion';
import type { TypedField } from './creationForm';
import { exactFirst } from './names';
import { partsOf } from './options';
import type { FieldValue, NamedReference } from './types';

/**
 * What a value that the editor saved means today, where it, or an entry of it, is the id of an option. The service
 * decides; what the workflow `remembered` of the options, as the columns of its mapper do, only tells what the person
 * saw. For contracts and records alike. What is no remembered id stays as it is.
 *
 * - the id is gone: the remembered name, which the field then takes (with a hint), or refuses by that name
 * - the id has another name now: the id, with a hint; but a problem where another option has the remembered name now
 * - two of those that the workflow remembers would end as one: a problem for both
 * - the field has no options any more, as it became a text: the remembered name
 * @param field as it is today
 * @returns hints for the person, and the problem, where nobody can tell what is meant: the value is to be refused
 */
export function rememberedValue(
	value: unknown,
	remembered: NamedReference[],
	field: Pick<TypedField, 'name' | 'options' | 'type'>,
) {
	const { name, type, options } = field;
	const isUnlisted = options.length === 0 && /select|relation/i.test(type);
	const parts = remembered.length > 0 && !isUnlisted ? partsOf(value, remembered) : [];
	const called = exactFirst(options);
	const endOf = (one: NamedReference) =>
		(options.find(({ id }) => id === one.id) ?? called(one.name).found[0])?.id;
	const hints: string[] = [];
	let problem: string | undefined;
	const values = parts.map((part) => {
		const id = typeof part === 'string' ? part.trim() : part;
		const before = remembered.find((option) => option.id === id)?.name;
		const after = options.find((option) => option.id === id)?.name;
		if (before === undefined || after === before) return part;
		const { found } = called(before);
		const end = after === undefined ? found[0]?.id : id;
		const twin = remembered.find((one) => one.id !== id && end !== undefined && endOf(one) === end);
		if (twin) {
			problem = `'${before}' and '${twin.name}' of '${name}' would be the same one now`;
			return part;
		}
		const isAnother = found.some((option) => option.id !== id);
		const now = `'${before}' of '${name}' is now called '${after}'`;
		if (after === undefined) {
			const again = `Option '${before}' of '${name}' was made again: choose it anew.`;
			if (found.length === 1) hints.push(again);
			return before;
		}
		if (isAnother) problem = `${now}, and another option is called '${before}'`;
		else hints.push(`Option ${now}.`);
		return part;
	});
	const isSame = values.every((each, i) => each === parts[i]);
	const meant = isList(field) ? values : values.join('; ');
	return { value: isSame ? value : meant, hints, problem };
}

const EDGES = [
	/(?:\b|_)(?:start|effective|commenc|from\b|d[ée]but|ab\b)|begin/i,
	/(?:\b|_)(?:end|expir|terminat|until|to\b|fin\b|bis\b)|ende$/i,
];

/** A hint where the one field that is called a start has a later day than the one that is called an end. */
export function orderHint(
	fields: Iterable<TypedField>,
	values: ReadonlyMap<string, FieldValue>,
): string[] {
	const dates = [...fields].filter(({ type }) => type === 'date' || type === 'dateTime');
	const [starts, ends] = EDGES.map((word) => dates.filter(({ name }) => word.test(name)));
	if (starts.length !== 1 || ends.length !== 1) return [];
	const [from, to] = [starts[0], ends[0]].map(({ id }) =>
		String(values.get(id) ?? '').slice(0, 10),
	);
	if (!from || !to || from <= to) return [];
	return [`'${starts[0].name}' ${from} is later than '${ends[0].name}' ${to}.`];
}
