import { readLinkedFile } from '../files/links.mts';
import { zip } from '../files/zip.mts';
import { notFound } from '../http/apiError.mts';
import type { Answer, Call } from '../http/operation.mts';
import type { FileLink } from '../schemas/file.mts';
import { behaviour, reshape, type Variant } from './variant.mts';

const DOWNLOADS = ['signedFiles', 'currentVersion'] as const;

/** How files are uploaded and downloaded. */
export const FILE_VARIANTS: Variant[] = [
	reshape(
		'uploadUrlKey',
		'The upload target is `{key, uploadUrl}`',
		['uploadTarget'],
		({ url, ...body }) => ({ ...body, uploadUrl: url }),
	),
	reshape(
		'signedUrlKey',
		'The upload target is `{key, signedUrl}`',
		['uploadTarget'],
		({ url, ...body }) => ({ ...body, signedUrl: url }),
	),
	behaviour('uploadHeaders', 'The upload target has `headers` that the PUT must carry'),
	{
		name: 'filesNotReady',
		summary: 'signed-files and current-version answer 404',
		shapes: DOWNLOADS,
		apply: (_, call) => {
			throw notFound('FILE_NOT_FOUND', call.params.id!);
		},
	},
	{
		name: 'filesEmpty',
		summary: 'signed-files answers an empty list',
		shapes: ['signedFiles'],
		apply: (answer) => ({ ...answer, body: [] }),
	},
	download(
		'filesRedirect',
		'signed-files and current-version redirect to the file',
		(_, links) => ({
			status: 302,
			headers: { location: links[0]!.url },
		}),
	),
	download('fileBody', 'signed-files and current-version answer the PDF itself', (call, links) => ({
		status: 200,
		headers: {
			'content-type': 'application/pdf',
			'content-disposition': disposition(links[0]!.name),
		},
		body: readLinkedFile(call.state, links[0]!.url),
	})),
	download(
		'zipBody',
		'signed-files and current-version answer a ZIP of the files',
		(call, links) => ({
			status: 200,
			headers: {
				'content-type': 'application/zip',
				'content-disposition': disposition(`${links[0]!.name.replace(/\.pdf$/, '')}.zip`),
			},
			body: zip(links.map(({ name, url }) => ({ name, body: readLinkedFile(call.state, url) }))),
		}),
	),
];

/** A variant of the two downloads that needs at least one file. */
function download(
	name: string,
	summary: string,
	change: (call: Call, links: FileLink[]) => Answer,
): Variant {
	return {
		name,
		summary,
		shapes: DOWNLOADS,
		apply(answer, call) {
			// Another variant may have answered with the file already.
			if (answer.body === undefined || Buffer.isBuffer(answer.body)) return answer;
			const links = [answer.body].flat() as FileLink[];
			return links.length === 0 ? answer : change(call, links);
		},
	};
}

function disposition(name: string): string {
	return `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
}
