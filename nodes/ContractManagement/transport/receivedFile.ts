import type { IBinaryData } from 'n8n-workflow';
import type { FileSource } from '../api/files';
import { PDF_CONTENT_TYPE } from '../api/limits';
import type { Connection } from './connection';
import type { Exchange } from './exchange';
import type { ItemScope } from './scope';
import { asText, type Receive } from './streams';

/** The body of an answer that is a file itself, as n8n has stored it. */
export class ReceivedFile {
	constructor(readonly file: IBinaryData) {}
}

/**
 * Stores a body in n8n, under the name that the link, else the answer gives it. What cannot be the file, such as the
 * page of a proxy, is not stored but read as text.
 *
 * @param fallbackName for a file that nobody names, without an extension
 */
export function storeAs(
	connection: Connection,
	{ name, contentType }: Partial<FileSource>,
	fallbackName: string,
): Receive {
	const { helpers } = connection.context as ItemScope['context'];
	return async (body, answer) => {
		if (isNoFile(answer)) return await asText(body);
		const mimeType = contentType ?? typeOf(answer);
		const fileName = withExtension(name ?? nameIn(answer) ?? fallbackName, mimeType);
		return new ReceivedFile(await helpers.prepareBinaryData(body, fileName, mimeType));
	};
}

/** Whether the answer's body is a file, and not JSON about files. */
export function isFile(answer: Exchange): boolean {
	return (
		/^application\/(pdf|zip|x-zip\S*|octet-stream)$/.test(contentTypeIn(answer)) ||
		/^\s*attachment/i.test(header(answer, 'content-disposition'))
	);
}

// No contract is a web page, a JSON document or nothing at all.
function isNoFile(answer: Exchange): boolean {
	const isOther = /^(text\/html|application\/([\w.-]+\+)?json)$/.test(contentTypeIn(answer));
	return isOther || header(answer, 'content-length') === '0';
}

function typeOf(answer: Exchange): string {
	const type = contentTypeIn(answer);
	return type === '' || type.endsWith('/octet-stream') ? PDF_CONTENT_TYPE : type;
}

function contentTypeIn(answer: Exchange): string {
	return header(answer, 'content-type').split(';')[0].trim().toLowerCase();
}

function nameIn(answer: Exchange): string | undefined {
	const disposition = header(answer, 'content-disposition');
	const encoded = /filename\*=UTF-8''([\w%.!~-]+)/i.exec(disposition)?.[1];
	const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1]?.trim();
	return (encoded && decoded(encoded)) ?? plain;
}

function decoded(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}

function header({ headers }: Exchange, name: string): string {
	return String(headers[name] ?? '');
}

function withExtension(name: string, mimeType: string): string {
	// "Contract v1.2" has no extension.
	if (/\.[a-z][a-z0-9]{0,4}$/i.test(name)) return name;
	return `${name}.${mimeType.includes('zip') ? 'zip' : 'pdf'}`;
}
