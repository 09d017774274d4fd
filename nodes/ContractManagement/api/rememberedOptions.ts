import { isList } from './coercion';
import type { TypedField } from './creationForm';
import { exactFirst } from './names';
import { partsOf } from './options';
import type { NamedReference } from './types';

/** What a saved value means today. */
interface Remembered {
	value: unknown;
	/** What to tell the person, where it is no longer what they saw when they chose it. */
	hints: string[];
	/** Why nobody can tell what is meant: the value is to be refused with these words. */
	problem?: string;
}

type Today = Pick<TypedField, 'name' | 'options' | 'type'>;

/**
 * What a value that the editor saved means today, where it, or an entry of it, is the id of an option. The service
 * decides; what the workflow `remembered` of the options, as the columns of its mapper do, only tells what the person
 * saw. For contracts and records alike. What is no remembered id stays as it is.
 *
 * - the id is gone: the remembered name, which the field then takes (with a hint), or refuses by that name
 * - the id has another name now: the id, with a hint; but a problem where another option has the remembered name now
 * - the field has no options any more, as it became a text: the remembered name
 *
 * @param field as it is today
 */
export function rememberedValue(
	value: unknown,
	remembered: NamedReference[],
	field: Today,
): Remembered {
	const parts = remembered.length > 0 ? partsOf(value, remembered) : [];
	const read = parts.map((part) => rememberedOption(part, remembered, field));
	const values = read.map((each) => each.value);
	const isSame = values.every((each, i) => each === parts[i]);
	const meant = isList(field) ? values : values.join('; ');
	const hints = read.flatMap(({ hint = [] }) => hint);
	return {
		value: isSame ? value : meant,
		hints,
		problem: read.find((each) => each.problem)?.problem,
	};
}

function rememberedOption(
	part: unknown,
	remembered: NamedReference[],
	{ name: field, type, options }: Today,
): { value: unknown; hint?: string; problem?: string } {
	const given = typeof part === 'string' ? part.trim() : part;
	const before = remembered.find(({ id }) => id === given);
	const isUnlisted = options.length === 0 && /select|relation/i.test(type);
	const after = options.find(({ id }) => id === given);
	if (!before || isUnlisted || after?.name === before.name) return { value: part };
	const { found } = exactFirst(options, ({ name }) => name)(before.name);
	if (!after) {
		const hint = `Option '${before.name}' of '${field}' was made again: choose it anew.`;
		return { value: before.name, ...(found.length === 1 && { hint }) };
	}
	const now = `'${before.name}' of '${field}' is now called '${after.name}'`;
	if (found.every(({ id }) => id === after.id)) return { value: part, hint: `Option ${now}.` };
	return { value: part, problem: `${now}, and another option is called '${before.name}'` };
}
