import type { Connections, NodeInput } from '../../host/lib/client/types.mts';
import type { Place } from '../lib/far.mts';
import { atLeastFaster, atMostMemory, delivers } from '../lib/goals.mts';
import { byId, httpRequest, ours } from '../lib/nodes.mts';
import { DISTANCES, from, whereabouts, type Distance } from '../lib/places.mts';
import { timedJob } from '../lib/timedJob.mts';
import type { Bench, Contender, Job } from '../lib/types.mts';
import { binaryItems, MARK, marked, MB, pdf } from './files.mts';

const COUNT = 100;
const NODE = 'node';
const HTTP = 'HTTP Request';

/** What people build without the node: an address for each file, the file to it, and the contract. */
function threeNodes({ account, baseUrl }: Place): { nodes: NodeInput[]; connections: Connections } {
	const post = (name: string, url: string, jsonBody: string) => ({
		...httpRequest(
			{ account },
			{ method: 'POST', url, sendBody: true, specifyBody: 'json', jsonBody, options: {} },
		),
		name,
	});
	const merge = {
		name: 'Job merge',
		type: 'n8n-nodes-base.merge',
		typeVersion: 3,
		parameters: { mode: 'combine', combineBy: 'combineByPosition', options: {} },
	};
	const put = {
		name: 'Job put',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'PUT',
			url: '={{ $json.url }}',
			sendBody: true,
			contentType: 'binaryData',
			inputDataFieldName: 'data',
			options: {},
		},
	};
	const signature = `={{ { files: [{ key: $('Job merge').item.json.key, name: 'contract.pdf', contentType: 'application/pdf' }], signatureDate: '2026-01-01T10:00:00Z' } }}`;
	const nodes = [
		post(
			'Job address',
			`${baseUrl}/files/upload-url`,
			'{ "name": "contract.pdf", "contentType": "application/pdf" }',
		),
		merge,
		put,
		post(
			'Job sign',
			`=${baseUrl}/contracts/{{ $('Items').item.json.contractId }}/signed-version`,
			signature,
		),
	];
	const connections: Connections = {
		Mark: {
			main: [
				[
					{ node: 'Job address', type: 'main', index: 0 },
					{ node: 'Job merge', type: 'main', index: 1 },
				],
			],
		},
	};
	return { nodes, connections };
}

async function markers(bench: Bench, place: Place): Promise<Contender[]> {
	const { n8n } = bench;
	const options = { ...marked(bench, COUNT, 1), delivers: COUNT };
	const read = binaryItems(pdf(n8n, 1));
	const { nodes, connections } = threeNodes(place);
	return [
		await n8n.contender(NODE, [...read, ours(place, MARK)], options),
		await n8n.contender(HTTP, [...read, ...nodes], { ...options, connections }),
	];
}

async function downloaders(bench: Bench, place: Place): Promise<Contender[]> {
	const { n8n, sandbox } = bench;
	const { baseUrl } = place;
	await sandbox.control.reset('demo');
	const signed = await Promise.all(
		Array.from({ length: COUNT }, () =>
			sandbox.control.createContract({
				status: 'signed',
				signedFiles: [{ name: 'Contract.pdf', bytes: MB }],
			}),
		),
	);
	const options = { delivers: COUNT, items: signed.map(({ id }) => ({ contractId: id })) };
	const parameters = {
		resource: 'contract',
		operation: 'downloadSignedFiles',
		contractId: byId('={{ $json.contractId }}'),
	};
	const url = `=${baseUrl}/contracts/{{ $json.contractId }}/signed-files`;
	const file = {
		...httpRequest(place, {
			authentication: 'none',
			url: '={{ $json.url }}',
			options: { response: { response: { responseFormat: 'file' } } },
		}),
		name: 'Job file',
	};
	return [
		await n8n.contender(NODE, [ours(place, parameters)], options),
		await n8n.contender(HTTP, [httpRequest(place, { url, options: {} }), file], options),
	];
}

const JOBS = [
	{
		id: 'mark',
		title: `${COUNT} contracts marked as signed, a PDF of 1 MB each`,
		contenders: markers,
	},
	{
		id: 'downloads',
		title: `${COUNT} signed contracts downloaded, a PDF of 1 MB each`,
		contenders: downloaders,
	},
];

function atDistance({ id, title, contenders }: (typeof JOBS)[number], rttMs: Distance): Job {
	return timedJob({
		id: `${id}-${rttMs}`,
		title: `${title}, ${whereabouts(rttMs)}`,
		inShortMode: false,
		repetitions: 5,
		contenders: from(rttMs, contenders),
		judge: (results) => [
			delivers(results, NODE, COUNT),
			atLeastFaster(results, NODE, HTTP, 0),
			atMostMemory(results, NODE, 150),
		],
	});
}

export const SIGNED_JOBS: Job[] = DISTANCES.flatMap((rttMs) =>
	JOBS.map((job) => atDistance(job, rttMs)),
);
