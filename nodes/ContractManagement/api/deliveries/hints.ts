import { eventNamed } from '../events';
import { isObject } from '../shapes';
import { idIn, shortText } from '../texts';
import type { DeliveryRequest } from './event';
import { DELIVERIES } from './profile';

const MAX_LEVELS = 3;
const MAX_LOOKED_AT = 2_000;
const MAX_SHOWN = 3;

const LIKE_EVENT = /contract.|agreement.|document./i;

/** Whose ids deliveries have beside that of the contract. */
const OTHERS =
	/account|compan|config|message|organi|recipient|team|template|user|webhook|(?:delivery|event|subscription)_?id$/i;

/** Ways to say where a contract is, for who has to set a path: "set Contract ID Path in Options to `source.id`". */
export function setContractPath(body: unknown, request: DeliveryRequest): string {
	return `set Contract ID Path in Options${toPaths(pathsTo(body, request, (text) => idIn(text) !== ''))}`;
}

/** The same for the name of the event. */
export function setEventPath(body: unknown, request: DeliveryRequest): string {
	const isEvent = (text: string) =>
		/^\S+$/.test(text) && !idIn(text) && (eventNamed(text) ?? LIKE_EVENT.test(text)) !== false;
	return `set Event Path in Options${toPaths(pathsTo(body, request, isEvent))}`;
}

/** Paths begin in each event, wherever its list stands; `events` may stand in what wraps them. */
const PLACES = `(?:(?:${DELIVERIES.wrappers.join('|')})\\.)*events|${DELIVERIES.lists.join('|')}`;
const IN_LIST = new RegExp(`^(?:${PLACES})?\\[\\d+\\]\\.`, 'i');

function toPaths(all: string[]): string {
	// Beside a list of events `id` is the delivery's.
	const isOwn = (path: string) => path !== 'id' || !all.some((one) => IN_LIST.test(one));
	const found = [...new Set(all.filter(isOwn).map((path) => path.replace(IN_LIST, '')))];
	const [others, own] = [true, false].map((is) => found.filter((path) => OTHERS.test(path) === is));
	const shownAs = (path: string) =>
		`\`${path}\`${/\[\d+\]/.test(path) ? ' (only that one of its list)' : ''}`;
	const shown = [...own, ...others].slice(0, MAX_SHOWN).map(shownAs).join(' or ');
	return shown && ` to ${shown}`;
}

/** Paths to texts that fit, the outer ones first: of the body, then of the query and of the headers. */
function pathsTo(body: unknown, request: DeliveryRequest, fits: (text: string) => boolean) {
	const { query, headers } = request;
	const places: Array<[path: string, level: number, value: unknown]> = [
		['', 0, body],
		['query', 1, query],
		['headers', 1, headers],
	];
	const found: string[] = [];
	let looked = 0;
	for (const [path, level, value] of places) {
		const text = shortText(value);
		if (text !== '' && fits(text) && path !== '') found.push(path);
		if (level > MAX_LEVELS || typeof value !== 'object' || value === null) continue;
		for (const name of Object.keys(value)) {
			if ((looked += 1) > MAX_LOOKED_AT) return found;
			if (!/^[\w-]{1,40}$/.test(name)) continue;
			const inner = (value as Record<string, unknown>)[name];
			const step = isObject(value) ? `${path ? '.' : ''}${name}` : `[${name}]`;
			places.push([path + step, level + 1, inner]);
		}
	}
	return found;
}
