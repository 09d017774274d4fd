import type { IBinaryData } from 'n8n-workflow';
import type { Call } from './case.mts';

/** The server that signed URLs lead to; in the sandbox it is the sandbox itself. */
export const STORAGE = 'https://files.test';

/** A file in an item, as n8n keeps it in memory. */
export function fileItem(
	fileName: string,
	content: string,
	mimeType = 'application/pdf',
): IBinaryData {
	const data = Buffer.from(content);
	return { data: data.toString('base64'), mimeType, fileName, bytes: data.length };
}

/** The key under which a recorded upload is stored. */
export const keyOf = (name: string) => `uploads/${name}`;

/** The two requests of an upload. */
export function uploadCalls(
	name: string,
	content: string,
	contentType = 'application/pdf',
): Call[] {
	const path = `/storage/uploads/${encodeURIComponent(name)}`;
	return [
		{
			method: 'POST',
			path: '/files/upload-url',
			body: { name, contentType },
			reply: { body: { key: keyOf(name), url: `${STORAGE}${path}` } },
		},
		{
			method: 'PUT',
			origin: STORAGE,
			path,
			body: (sent: unknown) => sent === content,
			reply: { status: 200 },
		},
	];
}

/** The request of a download. */
export function downloadCall(
	kind: 'current-versions' | 'files',
	name: string,
	content: string,
): Call {
	return {
		method: 'GET',
		origin: STORAGE,
		path: `/storage/${kind}/${encodeURIComponent(name)}`,
		reply: { body: content, headers: { 'content-type': 'application/pdf' } },
	};
}

/** The link to it, as the service gives it. */
export function fileLink(kind: 'current-versions' | 'files', name: string) {
	const url = `${STORAGE}/storage/${kind}/${encodeURIComponent(name)}`;
	return { name, url, contentType: 'application/pdf' };
}
