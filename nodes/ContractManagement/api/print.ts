import { createHash } from 'crypto';

/** Of files, absolute or with a query: they are signed anew each time they are shown. */
const ADDRESSES = /"(?:https?:(?:[^"\\]|\\.)*|[^"\\\s?]*\?[^"\\\s=]*=[^"\\\s]*)"/gi;

/** Digits of times beyond seconds, which a service may begin to show. */
const FRACTIONS = /(T\d\d:\d\d:\d\d)\.\d+/g;

/** A print of what a list shows, whatever the order of properties and entries: three characters for its properties, eight for their values. */
export function printOf(record: object): string {
	const text = JSON.stringify(record).replace(ADDRESSES, '').replace(FRACTIONS, '$1');
	const objects = text.split(/[{}]/);
	const sorted = (text: string) => text.split(/[,[\]]/).sort();
	const parts = objects.map((text) => sorted(text).join());
	const properties = digestOf(Object.keys(record).sort().join()).slice(0, 3);
	return properties + digestOf(parts.sort().join('\n')).slice(0, 8);
}

/** What tells a text, or bytes, from any other. */
export function digestOf(content: string | Buffer): string {
	return createHash('sha256').update(content).digest('base64');
}
