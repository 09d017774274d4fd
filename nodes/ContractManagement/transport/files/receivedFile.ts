import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { damageOf, Edges } from '../../api/documents';
import { extensionOf, fileName } from '../../api/fileNames';
import type { FileSource } from '../../api/files';
import { fileNameIn, mediaTypeOf } from '../../api/headers';
import { MEGABYTE, PDF_CONTENT_TYPE } from '../../api/limits';
import type { Connection } from '../connection';
import { unusable } from '../errors/requestError';
import type { Exchange } from '../exchange';
import { beginning, Unfit, type FileStream, type Receive } from '../streams';

export interface Storing {
	/** What files without a name are called, without an extension. */
	fallbackName: string;
	/** Of one file, decompressed. */
	maxBytes: number;
	/** Takes the bytes; n8n's storage when absent. */
	keep?: (body: FileStream, name: string, mimeType?: string) => Promise<IBinaryData>;
}

/** The body of an answer that is a file itself: as n8n has stored it, unless it is larger than allowed. */
export class ReceivedFile {
	constructor(
		readonly name: string,
		readonly file?: IBinaryData,
	) {}
}

/**
 * Stores a body in n8n, under the name that the link, else the answer gives it. What cannot be the file is read as text;
 * what is damaged (`damageOf`) counts as not received.
 */
export function storeAs(
	connection: Connection,
	{ name, contentType }: Partial<FileSource>,
	{ fallbackName, maxBytes, keep }: Storing,
): Receive {
	const { prepareBinaryData } = (connection.context as IExecuteFunctions).helpers;
	const store = keep ?? prepareBinaryData;
	return async (body, answer, progress) => {
		if (isNoFile(answer)) return await beginning(body);
		const called = name ?? fileNameIn(header(answer, 'content-disposition')) ?? '';
		const mimeType = contentType ?? typeOf(answer, called);
		const extension = EXTENSIONS.find(([type]) => type.test(mimeType ?? ''))?.[1];
		const stored = fileName(called, fallbackName, extension);
		if (Number(header(answer, 'content-length')) > maxBytes) return new ReceivedFile(stored);
		progress.mostBytes = maxBytes;
		const edges = new Edges();
		// Does not start the flow of the body.
		body.prependListener('data', (chunk: Buffer) => edges.add(chunk));
		const [kept] = await Promise.allSettled([store(body, stored, mimeType)]);
		if (progress.bytes > maxBytes) return new ReceivedFile(stored);
		if (kept.status === 'rejected') throw kept.reason as Error;
		if (progress.bytes === 0) return '';
		const damage = damageOf({ name: stored, mimeType, ...edges });
		if (damage) return new Unfit(damage);
		return new ReceivedFile(stored, kept.value);
	};
}

/** The file that an answer was stored as, if it was one. @throws NodeApiError when it was not kept because of its size */
export function fileOf(connection: Connection, { body }: Exchange, { maxBytes }: Storing) {
	if (!(body instanceof ReceivedFile)) return undefined;
	if (body.file) return body.file;
	throw unusable(
		connection,
		`File '${body.name}' is larger than ${maxBytes / MEGABYTE} MB`,
		'Nothing of it was kept. Raise Max File Size in the options if it is to be so large.',
	);
}

/** Whether the answer's body is a file, and not JSON about files. */
export function isFile(answer: Exchange): boolean {
	const type = contentTypeIn(answer);
	return (
		(type !== '' && !NO_FILE.test(type)) ||
		/^\s*attachment/i.test(header(answer, 'content-disposition'))
	);
}

/** Signed files are PDFs, several of them a ZIP; a draft may be a document of Word. */
const EXTENSIONS: Array<[type: RegExp, extension: string]> = [
	[/zip/, 'zip'],
	[/wordprocessingml/, 'docx'],
	[/msword/, 'doc'],
	[/pdf/, 'pdf'],
];

/** Bytes of any kind: their name tells. */
const NAMELESS = /octet-stream$|download$/;

/** What no contract is: a text, a web page, a JSON or XML document. */
const NO_FILE = /^text\/|[/+](json|xml)$/;

// Nor is it nothing at all, and nobody asked for a part of one.
function isNoFile(answer: Exchange): boolean {
	return (
		NO_FILE.test(contentTypeIn(answer)) ||
		answer.status === 206 ||
		header(answer, 'content-length') === '0'
	);
}

// Of bytes that nobody has named, n8n knows the type by the name's extension.
function typeOf(answer: Exchange, name: string): string | undefined {
	const type = contentTypeIn(answer);
	if (type !== '' && !NAMELESS.test(type)) return type;
	return /^(\.pdf)?$/i.test(extensionOf(name)) ? PDF_CONTENT_TYPE : undefined;
}

function contentTypeIn(answer: Exchange): string {
	return mediaTypeOf(header(answer, 'content-type')) ?? '';
}

function header({ headers }: Exchange, name: string): string {
	return String(headers[name] ?? '');
}
