import { isObject } from './shapes';

/** Longer texts are somebody's content. */
const MAX_TEXT_LENGTH = 200;

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

const HTML_TAG =
	/<(!doctype\s+html|html|head|title|meta|body|center|h[1-6]|div|p|pre|script|style)\b/i;

/** Whether the body is a web page or a fragment of one, whatever markup stands before its first tag. */
export function isHtml(body: unknown): boolean {
	return typeof body === 'string' && /^\s*</.test(body) && HTML_TAG.test(body.slice(0, 10_000));
}

/** Of a list of one, as other systems give what they look up, its entry. */
export function single(value: unknown): unknown {
	return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

/** Without characters that nobody sees, which copied cells have around dates and numbers. */
export function seen(value: unknown): unknown {
	return typeof value === 'string' ? value.replace(/\p{Cf}/gu, '') : value;
}
