/** A mail as it was sent. */
export interface Message {
	subject: string;
	text: string;
	html: string;
}

interface Part {
	headers: Map<string, string>;
	body: string;
}

/** Reads a mail's subject and its texts; attachments are left out. `source` has a character for each byte. */
export function readMessage(source: string): Message {
	const root = partOf(source);
	const leaves = leavesOf(root);
	const body = (type: string) => leaves.find((part) => typeOf(part).startsWith(type));
	return {
		subject: decodedWords(root.headers.get('subject') ?? ''),
		text: contentOf(body('text/plain')),
		html: contentOf(body('text/html')),
	};
}

function partOf(source: string): Part {
	const end = source.indexOf('\r\n\r\n');
	const head = end === -1 ? source : source.slice(0, end);
	// A line that begins with a blank goes on with the header above it.
	const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
	const headers = lines.map((line): [string, string] => {
		const colon = line.indexOf(':');
		return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
	});
	return { headers: new Map(headers), body: end === -1 ? '' : source.slice(end + 4) };
}

function leavesOf(part: Part): Part[] {
	const boundary = /boundary="?([^";]+)/i.exec(part.headers.get('content-type') ?? '')?.[1];
	if (!boundary) return [part];
	const pieces = `\r\n${part.body}`.split(`\r\n--${boundary}`).slice(1, -1);
	return pieces.flatMap((piece) => leavesOf(partOf(piece.replace(/^[ \t]*\r\n/, ''))));
}

function typeOf({ headers }: Part): string {
	return (headers.get('content-type') ?? 'text/plain').toLowerCase();
}

function contentOf(part: Part | undefined): string {
	if (!part) return '';
	const encoding = part.headers.get('content-transfer-encoding')?.toLowerCase();
	const bytes =
		encoding === 'base64'
			? Buffer.from(part.body, 'base64')
			: Buffer.from(encoding === 'quoted-printable' ? unquoted(part.body) : part.body, 'latin1');
	return bytes.toString('utf8').replaceAll('\r\n', '\n');
}

/** Quoted-printable: `=3D`, and a line that goes on after `=`. */
function unquoted(text: string): string {
	return text
		.replace(/=\r\n/g, '')
		.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** `=?UTF-8?Q?M=C3=BCller?=` and `=?UTF-8?B?…?=` of a header; the blank between two of them is none. */
function decodedWords(text: string): string {
	return text
		.replace(/\?=\s+=\?/g, '?==?')
		.replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
			kind.toLowerCase() === 'b'
				? Buffer.from(word, 'base64').toString('utf8')
				: Buffer.from(unquoted(word.replaceAll('_', ' ')), 'latin1').toString('utf8'),
		);
}
