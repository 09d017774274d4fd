import { isObject } from '../shapes';
import { textIn } from '../texts';
import type { Json } from './event';
import { CHANGES } from './propertyNames';

const MAX_CHANGES = 50;

/** A change that is written as a list, as an object: `['draft', 'signing']`, `[{field: 'status', old_value, new_value}]`. */
export function changeIn(key: string, value: unknown[]): Json | undefined {
	const [old, now] = value;
	if (key === 'status') return value.length === 2 ? { old, new: now } : undefined;
	if (!CHANGES.lists.includes(key)) return undefined;
	const plain = (text: string) =>
		text
			.slice(0, 40)
			.toLowerCase()
			.replace(/[^a-z]/g, '');
	const at = (entry: Json, names: string[]) =>
		Object.entries(entry).find(([name]) => names.includes(plain(name)))?.[1];
	const entries = value.slice(0, MAX_CHANGES).filter(isObject);
	const move = entries.find((entry) => plain(textIn(at(entry, CHANGES.field))) === 'status');
	return move && { status: { old: at(move, CHANGES.old), new: at(move, CHANGES.new) } };
}
