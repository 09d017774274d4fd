import { fileName } from './fileNames';
import { mediaTypeOf } from './headers';
import { DEFAULT_MAX_FILE_MB, MEGABYTE } from './limits';
import { isBlank, isScalar } from './options';
import { isObject, listIn, textIn, unwrap } from './shapes';

/** Where a file is PUT, with the headers that the signature of its URL may cover. */
export interface UploadTicket {
	/** The storage key, by which other requests name the file. */
	key: string;
	url: string;
	headers: Record<string, string>;
}

/** A file to download: its link, and what the service says about it, cleaned. */
export interface FileSource {
	url: string;
	id?: string;
	name?: string;
	/** Without parameters. */
	contentType?: string;
}

const URL_KEYS = ['url', 'uploadUrl', 'signedUrl', 'presignedUrl', 'downloadUrl', 'href', 'link'];
const KEY_KEYS = ['key', 'storageKey', 'fileKey'];
const NAME_KEYS = ['name', 'fileName', 'filename', 'title'];
const TYPE_KEYS = ['contentType', 'mimeType'];
const ID_KEYS = ['id', 'fileId', 'documentId', 'key'];
const LIST_KEYS = ['files', 'documents', 'signedFiles', 'items'];

/** Reads the answer of `POST /files/upload-url` (shape assumed); undefined when it names no key or no URL. */
export function uploadTicketOf(body: unknown): UploadTicket | undefined {
	const target = unwrap(body);
	if (!isObject(target)) return undefined;
	const key = textIn(target, KEY_KEYS);
	const url = textIn(target, URL_KEYS);
	if (key === undefined || url === undefined) return undefined;
	return { key, url, headers: headersOf(target.headers) };
}

/**
 * Reads the answer of `GET /contracts/{id}/signed-files` and `/current-version` (shape assumed): one link or several, as
 * objects or plain URLs, bare or in a list property. An empty list while one has no address yet, or there is no list yet.
 * Undefined when it names no file otherwise.
 */
export function fileSourcesOf(body: unknown): FileSource[] | undefined {
	const inner = unwrap(body);
	const list = Array.isArray(inner) ? inner : (listIn(inner, LIST_KEYS) ?? [inner]);
	const sources = list.map(sourceOf);
	if (sources.includes(undefined)) return undefined;
	return sources.includes(null) ? [] : (sources as FileSource[]);
}

/** The bytes that a Max File Size allows: of the default when it is blank, any for 0; undefined when it is no size. */
export function maxBytesOf(megabytes: unknown): number | undefined {
	const size = isBlank(megabytes) ? DEFAULT_MAX_FILE_MB : Number(megabytes);
	if (size === 0) return Infinity;
	return size > 0 ? size * MEGABYTE : undefined;
}

/** Null while the service says that it is not there yet. */
function sourceOf(entry: unknown): FileSource | null | undefined {
	if (entry === null) return null;
	if (typeof entry === 'string') return entry === '' ? undefined : { url: entry };
	if (!isObject(entry)) return undefined;
	const url = textIn(entry, URL_KEYS);
	const isPending = [...URL_KEYS, ...LIST_KEYS].some((key) => key in entry && isBlank(entry[key]));
	if (url === undefined) return isPending ? null : undefined;
	const name = fileName(textIn(entry, NAME_KEYS) ?? '', '');
	const id = textIn(entry, ID_KEYS);
	return {
		url,
		...(id !== undefined && { id }),
		name: name || undefined,
		contentType: mediaTypeOf(textIn(entry, TYPE_KEYS)),
	};
}

/** What a storage is told with a file. Anything else, such as credentials or a host, is not the service's to choose. */
const UPLOAD_HEADER =
	/^(cache-control|content-(digest|disposition|encoding|language|md5|type)|digest|expires|if-(none-)?match|repr-digest|x-(amz|bz|cos|goog|ms|obs|oss)-[a-z0-9-]{1,200})$/;
const MOST_HEADERS = 50;
/** Text on one line; the tokens of object storages take up to two thousand characters. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]{1,8192}$/;

// What is no such header is left out.
function headersOf(headers: unknown): Record<string, string> {
	const usable = Object.entries(isObject(headers) ? headers : {})
		.map(([name, value]) => [name.trim().toLowerCase(), isScalar(value) ? String(value) : ''])
		.filter(([name, value]) => UPLOAD_HEADER.test(name) && HEADER_VALUE.test(value));
	return Object.fromEntries(usable.slice(0, MOST_HEADERS)) as Record<string, string>;
}
