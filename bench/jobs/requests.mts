import { floor } from '../lib/floor.mts';
import { always, atMostTimes } from '../lib/goals.mts';
import { httpRequest, ours, plain } from '../lib/nodes.mts';
import type { Job, RateLimitAdvice } from '../lib/types.mts';

const COUNT = 1000;
const PER_SECOND = 50;
const LATENCY_MS = 20;

/** 1,000 times the same contract: what is measured is the rate limit, not the database. */
function getJob(retryAfter: RateLimitAdvice): Job {
	return {
		id: `gets-${retryAfter}`,
		title: `${COUNT} GETs at a limit of ${PER_SECOND} requests/s, Retry-After ${retryAfter === 'none' ? 'absent' : 'in seconds'}, ${LATENCY_MS} ms latency`,
		inShortMode: retryAfter === 'seconds',
		repetitions: 1,
		contenders: async ({ n8n, sandbox }) => {
			await sandbox.control.reset('empty');
			await sandbox.control.seed({ contracts: 1 });
			const [contract] = await sandbox.control.contracts({ last: 1 });
			const contractId = contract!.id;
			const { baseUrl } = sandbox;
			const items = Array.from({ length: COUNT }, (_, i) => ({ i }));
			await sandbox.control.latency(LATENCY_MS);
			await sandbox.control.rateLimit({
				requestsPerSecond: PER_SECOND,
				burst: PER_SECOND,
				retryAfter,
			});
			const ideal = floor('bare client, paced', {
				kind: 'get',
				baseUrl,
				keepAlive: false,
				path: `/contracts/${contractId}`,
				count: COUNT,
				perSecond: PER_SECOND,
			});
			const locator = { __rl: true, mode: 'id', value: contractId };
			const get = { resource: 'contract', operation: 'get', contractId: locator };
			const url = `${baseUrl}/contracts/${contractId}`;
			return [
				ideal,
				await n8n.contender('node', [ours(n8n, get)], items),
				await n8n.contender(
					'HTTP Request, batches of 50 per second',
					[
						httpRequest(n8n, {
							url,
							options: { batching: { batch: { batchSize: PER_SECOND, batchInterval: 1000 } } },
						}),
					],
					items,
				),
				await n8n.contender(
					'HTTP Request, defaults',
					[httpRequest(n8n, { url, options: {} })],
					items,
				),
				await n8n.contender(
					'plain declarative',
					[plain(n8n, { operation: 'get', contractId })],
					items,
				),
			];
		},
		judge: (results) => [
			always(
				results,
				'node',
				`delivers ${COUNT}`,
				({ items }) => items,
				(n) => n === COUNT,
			),
			atMostTimes(results, 'node', 'bare client, paced', 1.05),
			always(
				results,
				'node',
				'at most 8 in flight',
				({ maxConcurrent }) => maxConcurrent,
				(n) => n <= 8,
			),
			retryAfter === 'none'
				? always(results, 'node', 'at most 40 % rejected', share, (n) => n <= 0.4)
				: always(results, 'node', 'at most 15 % rejected', share, (n) => n <= 0.15),
		],
	};
}

function share({ rejected, requests }: { rejected: number; requests: number }): number {
	return rejected / requests;
}

const upsert: Job = {
	id: 'upsert',
	title: '1,000 rows upserted to one contract, 20 ms latency',
	inShortMode: true,
	repetitions: 5,
	contenders: async ({ n8n, sandbox }) => {
		await sandbox.control.reset('demo');
		await sandbox.control.latency(LATENCY_MS);
		const { customObjects } = await sandbox.control.fixtures();
		const [contract] = await sandbox.control.contracts({ status: 'draft', last: 1 });
		const object = customObjects[0];
		const text = object.smart_fields.find(({ type }: { type: string }) => type === 'string');
		const path = `/custom-objects/${object.id}/contract/${contract!.id}/records`;
		const rows = Array.from({ length: COUNT }, (_, i) => ({ [text.id]: `Row ${i}` }));
		const records = rows.map((row) => ({
			id: null,
			fromCatalogRecordId: null,
			fields: Object.entries(row).map(([smartFieldId, value]) => ({ smartFieldId, value })),
		}));
		const id = (value: string) => ({ __rl: true, mode: 'id', value });
		const { baseUrl } = sandbox;
		return [
			floor('bare client, one PUT', {
				kind: 'put',
				baseUrl,
				keepAlive: false,
				path,
				body: { records },
			}),
			await n8n.contender(
				'node',
				[
					ours(n8n, {
						resource: 'customObjectRecord',
						operation: 'upsert',
						customObjectId: id(object.id),
						contractId: id(contract!.id),
						fields: {
							mappingMode: 'autoMapInputData',
							value: null,
							matchingColumns: [],
							schema: [],
						},
						otherRows: 'omit',
						options: { otherRows: 'omit' },
					}),
				],
				rows,
			),
			await n8n.contender(
				'HTTP Request, one PUT per row',
				[
					httpRequest(n8n, {
						method: 'PUT',
						url: baseUrl + path,
						sendBody: true,
						specifyBody: 'json',
						jsonBody: `={{ { records: [{ id: null, fromCatalogRecordId: null, fields: [{ smartFieldId: ${JSON.stringify(text.id)}, value: $json[${JSON.stringify(text.id)}] }] }] } }}`,
						options: {},
					}),
				],
				rows,
			),
		];
	},
	judge: (results) => [
		always(
			results,
			'node',
			'1 PUT, and the object once',
			({ requests }) => requests,
			(n) => n <= 2,
		),
		atMostTimes(results, 'node', 'bare client, one PUT', 2),
	],
};

const form: Job = {
	id: 'form',
	title: '1,000 items that need the same creation form',
	inShortMode: true,
	repetitions: 1,
	contenders: async ({ n8n, sandbox }) => {
		await sandbox.control.reset('demo');
		const { contractTypes, counterparties } = await sandbox.control.fixtures();
		const type = contractTypes[0];
		const required = type.fields.filter((field: { required: boolean }) => field.required);
		const value = Object.fromEntries(
			required.map((field: FormField) => [field.id, sampleValue(field)]),
		);
		const id = (value: string) => ({ __rl: true, mode: 'id', value });
		const parameters = {
			resource: 'contract',
			operation: 'create',
			contractTypeId: id(type.id),
			templateId: id(type.templates[0].id),
			counterpartySource: 'existing',
			counterpartyId: id(counterparties[0].id),
			name: '=Contract {{ $json.i }}',
			fields: { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] },
		};
		const items = Array.from({ length: COUNT }, (_, i) => ({ i }));
		return [await n8n.contender('node', [ours(n8n, parameters)], items)];
	},
	judge: (results) => [
		always(
			results,
			'node',
			'1,000 created with 1 request for the form',
			({ requests }) => requests,
			(n) => n === COUNT + 1,
		),
	],
};

interface FormField {
	id: string;
	type: string;
	options: Array<{ id: string }>;
}

function sampleValue({ type, options }: FormField): unknown {
	const byType: Record<string, unknown> = {
		number: 1,
		date: '2026-01-31',
		boolean: true,
		select: options[0]?.id,
		multiSelect: options[0]?.id,
	};
	return byType[type] ?? 'Text';
}

export const REQUEST_JOBS: Job[] = [getJob('seconds'), getJob('none'), upsert, form];
