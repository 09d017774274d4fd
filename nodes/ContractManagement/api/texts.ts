import { isIdentifier } from './identifiers';
import { DELIVERIES } from './deliveries/profile';
import { isObject } from './shapes';

/** Longer texts are somebody's content. */
const MAX_TEXT_LENGTH = 200;
/** Of others' texts, which may be long, so many characters tell what they are. */
export const BEGINNING = 10_000;

const MAX_KEY_LENGTH = 40;

/** Control characters and halves of characters: no name or id has them, and keys and log lines must not. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

/** A text, or the text of an object that stands in its place: `{event: {type: 'contract.signed'}}`. */
export function textIn(value: unknown): string {
	return shortText(isObject(value) ? (value.type ?? value.name) : value);
}

/** The text without blanks around it; empty for what is no text, or not one that a name or an id can be. */
export function shortText(value: unknown): string {
	const isShort = typeof value === 'string' && value.length <= MAX_TEXT_LENGTH;
	const text = isShort ? value.trim() : '';
	return UNPRINTABLE.test(text) ? '' : text;
}

/** So that `contract_id`, `contractId` and `ContractID` are the same. */
export function plainKey(key: string): string {
	return key.length > MAX_KEY_LENGTH ? '' : key.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The id itself, or that in an address, or of a record that stands in its place; else empty. */
export function idIn(value: unknown): string {
	// JSON:API puts it into `data`.
	const { id, uuid, data } = isObject(value) ? value : { id: value };
	const ids = [id, uuid, (data as { id?: unknown } | null | undefined)?.id];
	const texts = ids.map((one) => shortText(one).replace(DELIVERIES.addressOfId, '$1'));
	return texts.find(isIdentifier) ?? '';
}

const HTML_TAG =
	/<(!doctype\s+html|html|head|title|meta|body|center|h[1-6]|div|p|pre|script|style)\b/i;

/** Whether the body is a web page or a fragment of one, whatever markup stands before its first tag. */
export function isHtml(body: unknown): boolean {
	return typeof body === 'string' && /^\s*</.test(body) && HTML_TAG.test(body.slice(0, BEGINNING));
}

/** Of a list of one, as other systems give what they look up, its entry. */
export function single(value: unknown): unknown {
	return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

/** So many characters of the text at the most, and no half of an emoji: services of models refuse a request with one. */
export function cutAt(text: string, length: number): string {
	return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

/** Without characters that nobody sees, which copied cells have around dates and numbers. */
export function seen(value: unknown): unknown {
	return typeof value === 'string' ? value.replace(/\p{Cf}/gu, '') : value;
}

/** Letters that came out as others, as UTF-8 was read as Windows-1252: `MÃ¼ller`, `Ã–sterreich`. No language has these signs after these letters there. */
export const MISREAD =
	/[Â-Å][\u0080-\u009f€¡-ª¬-º¼-¿™›‚„˜ŸœžƒŠŒ†‡ˆ‰‹]|(?<!\p{L})Ã[–—‘’“”•…]|(?<!\p{Lu})Ã\u00a0|(?<!\p{Lu}\p{Lu})Â\u00a0|â€|[\u0080-\u0084\u0086-\u009f]/u;
