import { isObject } from '../api/shapes';

/** A property somewhere in a payload. */
export interface Found {
	/** Its name as the payload writes it. */
	name: string;
	/** Its name as `plainKey` reduces it. */
	key: string;
	value: unknown;
	/** The object that has it. */
	holder: Record<string, unknown>;
	/** The name of that object, reduced; empty at the top. */
	parent: string;
}

const MAX_DEPTH = 5;

/** Longer names and texts are somebody's content, and looking into them would cost as much as there is of it. */
const MAX_NAME_LENGTH = 40;
const MAX_TEXT_LENGTH = 200;

/** Control characters and halves of characters: no name or id has them, and keys and log lines must not. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

/** Every property of the object, the outer ones first; of equal depth in the order of the payload. */
export function* properties(object: Record<string, unknown>): Generator<Found, void, undefined> {
	let level: Array<[string, Record<string, unknown>]> = [['', object]];
	for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
		const next: typeof level = [];
		for (const [parent, holder] of level) {
			for (const name of Object.keys(holder)) {
				const key = plainKey(name);
				const value = holder[name];
				yield { name, key, value, holder, parent };
				if (isObject(value)) next.push([key, value]);
			}
		}
		level = next;
	}
}

/** The names in a path such as `data.contract.id` or `events[0].id`. */
export function namesIn(path: string): string[] {
	return path.split(/[.[\]]+/).filter((name) => name !== '');
}

/** The value at a path; undefined when there is none. */
export function valueAt(payload: unknown, path: string[]): unknown {
	return path.reduce<unknown>((value, key) => {
		if (Array.isArray(value)) return (value as unknown[])[Number(key)];
		return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
	}, payload);
}

/** A text, or the text of an object that stands in its place: `{event: {type: 'contract.signed'}}`. */
export function textOf(value: unknown): string {
	return shortText(isObject(value) ? (value.type ?? value.name) : value);
}

/** The text without blanks around it; empty for what is no text, or not one that a name or an id can be. */
export function shortText(value: unknown): string {
	const isShort = typeof value === 'string' && value.length <= MAX_TEXT_LENGTH;
	const text = isShort ? value.trim() : '';
	return UNPRINTABLE.test(text) ? '' : text;
}

// So that `contract_id`, `contractId` and `ContractID` are the same.
export function plainKey(key: string): string {
	return key.length > MAX_NAME_LENGTH ? '' : key.toLowerCase().replace(/[^a-z0-9]/g, '');
}
