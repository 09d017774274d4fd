import { FileLink } from '../../sandbox/schemas/file.mts';
import { accepted, differs, held, unchecked, type Check, type Observation } from '../check.mts';
import type { Answer } from '../client.mts';
import { isRow, textOf, unwrapped } from '../reading.mts';
import type { Service } from '../service.mts';
import { departures, nameOrPlaceholder } from '../shape.mts';

const FILES = 'nodes/ContractManagement/api/files.ts';

/** How files are downloaded. Nothing but the first bytes of a file is read. */
export const files: readonly Check[] = [
	{
		id: 'signed-files',
		assumed: 'GET /contracts/{id}/signed-files answers an array of {name, url, contentType}',
		observe: async (service) =>
			downloadForm(await signedFiles(service), (body) => Array.isArray(body)),
	},
	{
		id: 'current-version',
		assumed: 'GET /contracts/{id}/current-version answers {name, url, contentType}',
		observe: async (service) =>
			downloadForm(
				await service.read(`/contracts/${await service.contractId()}/current-version`),
				isRow,
			),
	},
	{
		id: 'signed-urls',
		assumed: 'The url of a file is called without the API key',
		observe: async (service) => {
			const { body } = await signedFiles(service);
			const [link] = linksIn(body);
			const url = textOf(link, 'url');
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

function downloadForm(answer: Answer, isExpected: (body: unknown) => boolean): Observation {
	const { status, kind } = answer;
	if (status >= 300 && status < 400) return accepted(`a redirect (${status})`);
	if (status === 404) return accepted('404 while there is no file');
	if (status !== 200) return unchecked(`answered ${status}`);
	if (kind === 'pdf' || kind === 'zip') return accepted(`the ${kind.toUpperCase()} itself`);
	if (kind !== 'json') return differs('neither JSON, PDF nor ZIP', FILES);
	const body = unwrapped(answer.body);
	const links = linksIn(body);
	if (links.length === 0) return accepted('an empty list');
	if (isExpected(body) && links.every((link) => departures(FileLink, link).length === 0)) {
		return held();
	}
	const [link] = links;
	const form = isRow(link) ? Object.keys(link).map(nameOrPlaceholder).join(', ') : typeof link;
	const hasUrl = URL_KEYS.some((key) => typeof link === 'string' || textOf(link, key));
	return hasUrl ? accepted(`links of the form: ${form}`) : differs(`no link (${form})`, FILES);
}

const URL_KEYS = ['url', 'uploadUrl', 'signedUrl', 'downloadUrl', 'href', 'link'];

function linksIn(body: unknown): unknown[] {
	const inner = unwrapped(body);
	if (inner === undefined || inner === null) return [];
	return Array.isArray(inner) ? inner : [inner];
}
