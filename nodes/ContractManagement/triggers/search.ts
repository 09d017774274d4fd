import { isObject } from '../api/shapes';

/** A property somewhere in a payload. */
export interface Found {
	/** Its name as `plainKey` reduces it. */
	key: string;
	value: unknown;
	/** The name of the object that holds it, reduced; empty at the top. */
	parent: string;
}

const MAX_DEPTH = 5;

/** A payload is a few dozen properties; this bounds what a hostile one can cost. */
const MAX_PROPERTIES = 2_000;

/** Every property of the payload, the outer ones first; of equal depth in the order of the payload. */
export function properties(payload: Record<string, unknown>): Found[] {
	const found: Found[] = [];
	let level: Array<[string, Record<string, unknown>]> = [['', payload]];
	for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
		const next: typeof level = [];
		for (const [parent, object] of level) {
			for (const [name, value] of Object.entries(object)) {
				if (found.length >= MAX_PROPERTIES) return found;
				const key = plainKey(name);
				found.push({ key, value, parent });
				if (isObject(value)) next.push([key, value]);
			}
		}
		level = next;
	}
	return found;
}

/** The value at a path such as `data.contract.id` or `events[0].id`; undefined when there is none. */
export function valueAt(payload: unknown, path: string): unknown {
	const keys = path.split(/[.[\]]+/).filter((key) => key !== '');
	return keys.reduce<unknown>((value, key) => {
		if (Array.isArray(value)) return (value as unknown[])[Number(key)];
		return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
	}, payload);
}

/** Properties with one of the reduced names, in the order of the names; of one name the outer ones first. */
export function byKey(found: Found[], names: string[]): Found[] {
	return names.flatMap((name) => found.filter(({ key }) => key === name));
}

/** The payload's own id. */
export function idAtTop(found: Found[]): unknown {
	return found.find(({ key, parent }) => key === 'id' && parent === '')?.value;
}

/** A text, or the text of an object that stands in its place: `{event: {type: 'contract.signed'}}`. */
export function textOf(value: unknown): string {
	const text = isObject(value) ? (value.type ?? value.name) : value;
	return typeof text === 'string' ? text.trim() : '';
}

// So that `contract_id`, `contractId` and `ContractID` are the same.
export function plainKey(key: string): string {
	return key.toLowerCase().replace(/[^a-z0-9]/g, '');
}
