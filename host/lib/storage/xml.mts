/** What the storage answers instead of what was asked for, in the words of S3. */
export class Refusal extends Error {
	override readonly name = 'Refusal';
	readonly status: number;
	readonly code: string;

	constructor(status: number, code: string, message: string) {
		super(message);
		this.status = status;
		this.code = code;
	}
}

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** An element around what is XML already. */
export function xml(name: string, inner: string): string {
	return `<${name}>${inner}</${name}>`;
}

/** An element with a text. */
export function xmlText(name: string, text: string | number): string {
	return xml(
		name,
		String(text).replace(/[&<>"]/g, (character) => ESCAPED[character]!),
	);
}
