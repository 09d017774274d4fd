import { floor } from '../lib/floor.mts';
import { always, atLeastFaster, atMostTimes, delivers } from '../lib/goals.mts';
import { httpList, ours, plain } from '../lib/nodes.mts';
import { from, whereabouts } from '../lib/places.mts';
import { timedJob } from '../lib/timedJob.mts';
import type { Job } from '../lib/types.mts';
import { RETURN_ALL, seeded } from './seeded.mts';

const TYPES = 10;
const CONTRACTS = TYPES * 2000;
const FLOOR = 'bare client, 8 at a time';
const HTTP_REQUEST = 'HTTP Request, one item per type';

const all = timedJob({
	id: 'types',
	title: `${TYPES} contract types x 2,000 contracts, ${whereabouts(20)}`,
	inShortMode: true,
	repetitions: 7,
	contenders: from(20, async (bench, { baseUrl, account }) => {
		const { contractTypeIds } = await seeded(bench, CONTRACTS, { types: TYPES });
		const { n8n } = bench;
		const whole = { delivers: CONTRACTS };
		const perType = {
			...whole,
			items: contractTypeIds.map((contractTypeId) => ({ contractTypeId })),
		};
		const queries = contractTypeIds.map((id) => `&contractTypeId=${id}`);
		const contractTypeId = '={{ $json.contractTypeId }}';
		return [
			floor(FLOOR, { kind: 'list', baseUrl, keepAlive: false, queries, concurrency: 8 }, whole),
			await n8n.contender('node', [ours({ account }, { ...RETURN_ALL, contractTypeIds })], whole),
			await n8n.contender(
				HTTP_REQUEST,
				httpList({ account }, `${baseUrl}/contracts`, { contractTypeId }),
				perType,
			),
			await n8n.contender(
				'plain declarative, one item per type',
				[plain({ account }, { operation: 'list', contractTypeId })],
				perType,
			),
		];
	}),
	judge: (results) => [
		delivers(results, 'node', CONTRACTS),
		atMostTimes(results, 'node', FLOOR, 1.5),
		atLeastFaster(results, 'node', HTTP_REQUEST, 0),
	],
});

const LIMIT = 20;

const limited = timedJob({
	id: 'types-limit',
	title: `Limit ${LIMIT} over ${TYPES} contract types, ${whereabouts(20)}`,
	inShortMode: true,
	repetitions: 5,
	contenders: from(20, async (bench, place) => {
		const { contractTypeIds } = await seeded(bench, TYPES * 200, { types: TYPES });
		const parameters = { ...RETURN_ALL, returnAll: false, limit: LIMIT, contractTypeIds };
		return [await bench.n8n.contender('node', [ours(place, parameters)], { delivers: LIMIT })];
	}),
	judge: (results) => [
		delivers(results, 'node', LIMIT),
		always(
			results,
			'node',
			'one page per type at most',
			({ requests }) => requests,
			(n) => n <= TYPES,
		),
	],
});

export const TYPE_JOBS: Job[] = [all, limited];
