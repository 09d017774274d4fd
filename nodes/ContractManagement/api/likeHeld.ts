import { coerce } from './coercion';
import { isSameValue } from './comparison';
import type { FieldKind } from './creationForm';
import type { FieldProblem } from './fieldProblems';
import { isBlank, isScalar, partsOf } from './options';
import { single } from './texts';

const TYPES = new Map<string, FieldKind>([
	['boolean', 'boolean'],
	['number', 'number'],
	['string', 'text'],
]);

/**
 * The value for a field whose type nobody shows, as one of a counterparty: it becomes what the `held` value is, and what
 * means the same stays as it is held. A number becomes text where text is held, a list of one entry is that entry where no
 * list is held; where nothing is held, the value is as it came.
 */
export function likeHeld(
	held: unknown,
	field: { id: string; name: string },
	value: unknown,
): { problem: FieldProblem } | { value: unknown } {
	if (isBlank(value)) return { value };
	if (isSameValue(held, value)) return { value: held };
	if (Array.isArray(held)) {
		const entries = partsOf(value, []).filter((part) => !isBlank(part));
		return { value: entries.map((part) => (typeof part === 'string' ? part.trim() : part)) };
	}
	const entry = single(value);
	const type = TYPES.get(typeof held);
	// A text may be the ID of an option, which an object names.
	const isOpen = type === 'text' && !Array.isArray(entry) && !isScalar(entry);
	if (!type || isOpen) return { value: entry };
	const typed = { ...field, helpText: '', type, options: [], required: false };
	return coerce(typed, entry, { zone: 'utc', richText: 'plainText' });
}
