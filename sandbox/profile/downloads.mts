import { readLinkedFile } from '../files/links.mts';
import { zip } from '../files/zip.mts';
import type { Answer, Call } from '../http/operation.mts';
import type { FileLink } from '../schemas/file.mts';
import type { ServiceProfile } from './profile.mts';
import { renamed } from './shapes.mts';

/** What the two downloads answer: links, one file, a ZIP of all or a redirect. */
export function downloadAs(
	profile: ServiceProfile,
	answer: Answer,
	shape: 'currentVersion' | 'signedFiles',
	call: Call,
): Answer {
	const kind = profile.of(shape === 'signedFiles' ? 'signed-files' : 'current-version');
	const links = [answer.body].flat() as FileLink[];
	if (kind === 'links' || links.length === 0) {
		const names = {
			url: profile.of('file-url'),
			name: profile.of('file-name'),
			contentType: profile.of('file-content-type'),
		};
		const shown = links.map((link) => renamed(link, names));
		return { ...answer, body: Array.isArray(answer.body) ? shown : shown[0] };
	}
	const { url, name, contentType } = links[0]!;
	if (kind === 'redirect') return { status: 302, headers: { location: url } };
	if (kind === 'file') return file(contentType, name, readLinkedFile(call.state, url));
	const files = links.map((link) => ({
		name: link.name,
		body: readLinkedFile(call.state, link.url),
	}));
	return file('application/zip', `${name.replace(/\.pdf$/, '')}.zip`, zip(files));
}

function file(type: string, name: string, body: Buffer): Answer {
	const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
	return {
		status: 200,
		headers: { 'content-type': type, 'content-disposition': disposition },
		body,
	};
}
