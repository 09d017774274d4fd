import { FileLink } from '../../sandbox/schemas/file.mts';
import type { EntryId } from '../../sandbox/profile/entries.mts';
import {
	accepted,
	differs,
	held,
	profiled,
	unchecked,
	type Check,
	type Observation,
} from '../check.mts';
import type { Answer } from '../client.mts';
import { isRow, textOf, unwrapped, type Row } from '../reading.mts';
import type { Service } from '../service.mts';
import { departures, nameOrPlaceholder } from '../shape.mts';

const FILES = 'nodes/ContractManagement/api/files.ts';

/** How files are downloaded. Nothing but the first bytes of a file is read. */
export const files: readonly Check[] = [
	{
		id: 'signed-files',
		assumed: 'GET /contracts/{id}/signed-files answers an array of {name, url, contentType}',
		observe: async (service) => downloadForm(service, 'signed-files', await signedFiles(service)),
	},
	{
		id: 'current-version',
		assumed: 'GET /contracts/{id}/current-version answers {name, url, contentType}',
		observe: async (service) =>
			downloadForm(
				service,
				'current-version',
				await service.read(`/contracts/${await service.contractId()}/current-version`),
			),
	},
	{
		id: 'signed-urls',
		assumed: 'The url of a file is called without the API key',
		observe: async (service) => {
			const { body } = await signedFiles(service);
			const [link] = linksIn(body);
			const url = textOf(link, service.holds('file-url'));
			if (!url || !URL.canParse(url)) return unchecked('No link to a signed file was answered');
			const { status } = await service.client.follow('GET', url);
			return status === 200
				? held()
				: differs(
						`answered ${status} without the key`,
						'nodes/ContractManagement/transport/files/storage.ts',
					);
		},
	},
];

async function signedFiles(service: Service): Promise<Answer> {
	return await service.read(`/contracts/${await service.contractId('signed')}/signed-files`);
}

function downloadForm(
	service: Service,
	entry: 'current-version' | 'signed-files',
	{ status, kind, body }: Answer,
): Observation {
	if (status >= 300 && status < 400) {
		return profiled(service, `a redirect (${status})`, { [entry]: 'redirect' });
	}
	if (status === 404) return accepted('404 while there is no file');
	if (status !== 200) return unchecked(`answered ${status}`);
	if (kind === 'pdf' || kind === 'zip') {
		const value = kind === 'pdf' ? 'file' : 'zip';
		return profiled(service, `the ${kind.toUpperCase()} itself`, { [entry]: value });
	}
	if (kind !== 'json') return differs('neither JSON, PDF nor ZIP', FILES);
	const links = linksIn(body);
	const [link] = links;
	if (link === undefined) return accepted('an empty list');
	if (links.every((one) => departures(FileLink, one).length === 0)) return held();
	const form = isRow(link) ? Object.keys(link).map(nameOrPlaceholder).join(', ') : typeof link;
	const entries = namesIn(isRow(link) ? link : {});
	if (!entries['file-url']) return differs(`no link (${form})`, FILES);
	return profiled(service, `links of the form: ${form}`, entries);
}

/** The names of a link by what stands under them; those that are as assumed are left out. */
function namesIn(link: Row): Partial<Record<EntryId, string>> {
	const nameOf = (isOne: (text: string) => boolean) =>
		Object.keys(link).find((name) => isOne(textOf(link, name) ?? ''));
	const found = {
		'file-url': nameOf((text) => URL.canParse(text)),
		'file-content-type': nameOf((text) => /^\w+\/[\w.+-]+$/.test(text)),
		'file-name': nameOf((text) => /^[^/]+\.\w{1,5}$/.test(text)),
	};
	return Object.fromEntries(Object.entries(found).filter(([, name]) => name !== undefined));
}

function linksIn(body: unknown): unknown[] {
	const inner = unwrapped(body);
	if (inner === undefined || inner === null) return [];
	return Array.isArray(inner) ? inner : [inner];
}
