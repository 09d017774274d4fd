import type { TypedField } from './creationForm';
import { exactFirst } from './names';
import type { NamedReference } from './types';

/** What a saved value means today. */
export interface RememberedOption {
	value: unknown;
	/** What to tell the person, where it is no longer what they saw when they chose it. */
	hint?: string;
	/** Why nobody can tell what is meant: the value is to be refused with these words. */
	problem?: string;
}

/**
 * What a value that the editor saved as the id of an option means today. The service decides; what the workflow
 * `remembered` of the options, as the columns of its mapper do, only tells what the person saw. For contracts and records
 * alike. Any value that is no remembered id stays as it is; each entry of a list is asked for by itself.
 *
 * - the id is gone: the remembered name, which the field then takes (with a hint), or refuses by that name
 * - the id has another name now: the id, with a hint; but a problem where another option has the remembered name now
 * - the field has no options any more, as it became a text: the remembered name
 *
 * @param field as it is today
 */
export function rememberedOption(
	value: unknown,
	remembered: NamedReference[],
	{ name: field, type, options }: Pick<TypedField, 'name' | 'options' | 'type'>,
): RememberedOption {
	const before = remembered.find(({ id }) => id === value);
	const isUnlisted = options.length === 0 && /select|relation/i.test(type);
	const after = options.find(({ id }) => id === value);
	if (!before || isUnlisted || after?.name === before.name) return { value };
	const { found } = exactFirst(options, ({ name }) => name)(before.name);
	if (!after) {
		const hint = `Option '${before.name}' of '${field}' was made again: choose it anew.`;
		return { value: before.name, ...(found.length === 1 && { hint }) };
	}
	const now = `'${before.name}' of '${field}' is now called '${after.name}'`;
	if (found.every(({ id }) => id === after.id)) return { value, hint: `Option ${now}.` };
	return { value, problem: `${now}, and another option is called '${before.name}'` };
}
