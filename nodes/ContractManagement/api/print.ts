import { createHash } from 'crypto';

/** Of files, absolute or with a query: they are signed anew each time they are shown. */
const ADDRESSES = /"(?:https?:(?:[^"\\]|\\.)*|[^"\\\s?]*\?[^"\\\s=]*=[^"\\\s]*)"/gi;

/** A print of what a list shows, whatever the order of properties and entries. */
export function printOf(record: object): string {
	const objects = JSON.stringify(record).replace(ADDRESSES, '').split(/[{}]/);
	const sorted = (text: string) => text.split(/[,[\]]/).sort();
	const parts = objects.map((text) => sorted(text).join());
	return digestOf(parts.sort().join('\n')).slice(0, 8);
}

/** What tells a text, or bytes, from any other. */
export function digestOf(content: string | Buffer): string {
	return createHash('sha256').update(content).digest('base64');
}
