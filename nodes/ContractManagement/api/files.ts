import { fileName } from './fileNames';
import { cameAs } from './flaws';
import { mediaTypeOf } from './headers';
import { DEFAULT_MAX_FILE_MB, MEGABYTE } from './limits';
import { isBlank, isScalar } from './options';
import type { Misfit, Profile } from './profile';
import { isObject, textsIn, unwrap } from './shapes';

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
	name?: string;
	/** Without parameters. */
	contentType?: string;
}

/** Reads the answer of `POST /files/upload-url` as the profile says. */
export function uploadTicketOf(body: unknown, profile: Profile): Misfit | UploadTicket {
	const target = unwrap(body);
	const names = [profile['upload-url-key'], profile['upload-url-address']];
	const [key, url] = isObject(target) ? textsIn(target, names) : [];
	const came = cameAs(target);
	if (!isObject(target) || key === undefined) return { entry: 'upload-url-key', came };
	if (url === undefined) return { entry: 'upload-url-address', came };
	return { key, url, headers: headersOf(target.headers) };
}

/**
 * Reads the links in the answer of `GET /contracts/{id}/signed-files` and `/current-version` as the profile says, one or
 * several. An empty list while one has no address yet, or there is no list yet.
 */
export function fileSourcesOf(body: unknown, profile: Profile): FileSource[] | Misfit {
	const sources: FileSource[] = [];
	let isPending = false;
	for (const link of [unwrap(body)].flat()) {
		const address = isObject(link) ? link[profile['file-url']] : link;
		const isLink = isObject(link) && typeof address === 'string' && address !== '';
		if (isLink) sources.push(sourceOf(link, address, profile));
		else if (address === null || (isObject(link) && address === '')) isPending = true;
		else return { entry: 'file-url', came: cameAs(link) };
	}
	return isPending ? [] : sources;
}

/** The bytes that a Max File Size allows: of the default when it is blank, any for 0; undefined when it is no size. */
export function maxBytesOf(megabytes: unknown): number | undefined {
	const size = isBlank(megabytes) ? DEFAULT_MAX_FILE_MB : Number(megabytes);
	if (size === 0) return Infinity;
	return size > 0 ? size * MEGABYTE : undefined;
}

function sourceOf(link: Record<string, unknown>, url: string, profile: Profile): FileSource {
	const names = [profile['file-name'], profile['file-content-type']];
	const [name = '', contentType] = textsIn(link, names);
	return { url, name: fileName(name, '') || undefined, contentType: mediaTypeOf(contentType) };
}

/** What a storage is told with a file. Anything else, such as credentials or a host, is not the service's to choose. */
const UPLOAD_HEADER =
	/^(cache-control|content-(digest|disposition|encoding|language|md5|type)|digest|expires|if-(none-)?match|repr-digest|x-(amz|bz|cos|goog|ms|obs|oss)-[a-z0-9-]{1,200})$/;
/** Text on one line; the tokens of object storages take up to two thousand characters. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]{1,8192}$/;

// What is no such header is left out.
function headersOf(headers: unknown): Record<string, string> {
	const usable = Object.entries(isObject(headers) ? headers : {})
		.map(([name, value]) => [name.trim().toLowerCase(), isScalar(value) ? String(value) : ''])
		.filter(([name, value]) => UPLOAD_HEADER.test(name) && HEADER_VALUE.test(value));
	return Object.fromEntries(usable) as Record<string, string>;
}
