import { isObject, unwrap } from './shapes';
import type { UploadTarget } from './types';

/** Where a file is PUT, with the headers that the signature of its URL may cover. */
export interface UploadTicket extends UploadTarget {
	headers: Record<string, string>;
}

/** A file to download: its link, and what the service says about it. */
export interface FileSource {
	url: string;
	name?: string;
	contentType?: string;
}

const URL_KEYS = ['url', 'uploadUrl', 'signedUrl', 'downloadUrl', 'href', 'link'];
const KEY_KEYS = ['key', 'storageKey', 'fileKey'];
const NAME_KEYS = ['name', 'fileName', 'filename', 'title'];
const TYPE_KEYS = ['contentType', 'mimeType'];
const LIST_KEYS = ['files', 'documents', 'signedFiles', 'items'];

/**
 * Reads the answer of `POST /files/upload-url` (shape assumed): the storage key, the URL, extra headers for the PUT.
 *
 * @returns undefined when it names no key or no URL
 */
export function uploadTicketOf(body: unknown): UploadTicket | undefined {
	const target = unwrap(body);
	if (!isObject(target)) return undefined;
	const key = firstText(target, KEY_KEYS);
	const url = firstText(target, URL_KEYS);
	if (key === undefined || url === undefined) return undefined;
	return { key, url, headers: headersOf(target.headers) };
}

/**
 * Reads the answer of `GET /contracts/{id}/signed-files` and `/current-version` (shape assumed): one link or several,
 * as objects or plain URLs, bare or in a list property.
 *
 * @returns undefined when it names no file; an empty array when it is an empty list
 */
export function fileSourcesOf(body: unknown): FileSource[] | undefined {
	const inner = unwrap(body);
	const list = Array.isArray(inner) ? inner : (listIn(inner) ?? [inner]);
	const sources = list.map(sourceOf);
	return sources.every((source) => source !== undefined) ? sources : undefined;
}

function listIn(body: unknown): unknown[] | undefined {
	if (!isObject(body)) return undefined;
	return LIST_KEYS.map((key) => body[key]).find((value) => Array.isArray(value));
}

function sourceOf(entry: unknown): FileSource | undefined {
	if (typeof entry === 'string') return entry === '' ? undefined : { url: entry };
	const url = isObject(entry) ? firstText(entry, URL_KEYS) : undefined;
	if (!isObject(entry) || url === undefined) return undefined;
	return { url, name: firstText(entry, NAME_KEYS), contentType: firstText(entry, TYPE_KEYS) };
}

function firstText(from: Record<string, unknown>, keys: string[]): string | undefined {
	const values = keys.map((key) => from[key]);
	return values.find((value): value is string => typeof value === 'string' && value !== '');
}

// The length is counted by us, the host is the URL's, and the key has no business at a storage.
function headersOf(headers: unknown): Record<string, string> {
	const entries = Object.entries(isObject(headers) ? headers : {});
	const usable = entries.filter(([name]) => !/^(host|content-length|x-api-key)$/i.test(name));
	return Object.fromEntries(usable.map(([name, value]) => [name, String(value)]));
}
