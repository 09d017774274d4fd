import { formFieldsOf, type ContractType } from '../lib/creationForm.mts';
import type { Place } from '../lib/far.mts';
import { floor } from '../lib/floor.mts';
import type { BareRequest } from '../lib/floorProcess.mts';
import { atMostMemory, atMostTimes } from '../lib/goals.mts';
import { byId, httpRequest, ours, plain } from '../lib/nodes.mts';
import { DISTANCES, from, whereabouts, type Distance } from '../lib/places.mts';
import { timedJob } from '../lib/timedJob.mts';
import type { Bench, Contender, Job } from '../lib/types.mts';
import { seeded } from './seeded.mts';

const COUNT = 1_000;
const SHORT_COUNT = 100;
/** What the node is compared with where connections cost nothing, and where they cost three round trips. */
const CONCURRENCY = { 0: 8, 20: 100, 100: 100 };
const BARE = 'bare client';
const KEPT = 'bare client, kept connections';
const NODE = 'node';
const HTTP = 'HTTP Request';
const PLAIN = 'plain declarative';
const COUNTERPARTY = 'Bulk Corporation';
const MOST_MB = 60;
/** More than a run leaves behind. */
const MOST_STORED = 10_000;

const countOf = ({ isShort }: Pick<Bench, 'isShort'>) => (isShort ? SHORT_COUNT : COUNT);

export const numbers = (count: number) => Array.from({ length: count }, (_, i) => ({ i }));

/** What a contract is created from: the demo's first type, with all that its form requires. */
export async function creation({ sandbox }: Bench) {
	await sandbox.control.reset('demo');
	const { contractTypes } = await sandbox.control.fixtures();
	const type = contractTypes[0] as ContractType;
	const { value, schema, sent } = formFieldsOf(type);
	const body = {
		contractTypeId: type.id,
		templateId: type.templates[0]!.id,
		counterparty: { name: COUNTERPARTY },
		fields: sent,
	};
	const parameters = {
		resource: 'contract',
		operation: 'create',
		contractTypeId: byId(type.id),
		templateId: byId(type.templates[0]!.id),
		counterpartySource: 'name',
		counterpartyName: COUNTERPARTY,
		name: '=Bulk {{ $json.i }}',
		fields: { mappingMode: 'defineBelow', value, matchingColumns: [], schema },
	};
	// Indented: two braces beside each other would end the expression.
	const jsonBody = `={{ Object.assign(${JSON.stringify(body, null, 1)}, { name: 'Bulk ' + $json.i }) }}`;
	return { body, parameters, jsonBody };
}

const stored = async ({ control }: Bench['sandbox']) =>
	await control.contracts({ last: MOST_STORED });

/** Each run starts with the same data, and has to leave so many contracts more behind. */
export function fresh({ sandbox }: Bench, added: number) {
	const count = async () => (await stored(sandbox)).length;
	let before = 0;
	return {
		prepare: async () => {
			await sandbox.control.reset('demo');
			before = await count();
		},
		check: async () => {
			const made = (await count()) - before;
			if (made !== added) throw new Error(`${made} contracts were created instead of ${added}`);
		},
	};
}

/** The bare clients: one request of each item after the other, with as many items at a time as a person would dare. */
function bare({ baseUrl, rttMs }: Place, work: () => BareRequest[][], options: Partial<Contender>) {
	const job = (keepAlive: boolean) => () => ({
		kind: 'bulk' as const,
		baseUrl,
		keepAlive,
		concurrency: CONCURRENCY[rttMs as Distance],
		work: work(),
	});
	return [floor(BARE, job(false), options), floor(KEPT, job(true), options)];
}

async function creators(bench: Bench, place: Place): Promise<Contender[]> {
	const { n8n } = bench;
	const { baseUrl, account } = place;
	const count = countOf(bench);
	const { body, parameters, jsonBody } = await creation(bench);
	const work = () =>
		numbers(count).map(({ i }): BareRequest[] => [
			{ method: 'POST', path: '/contracts', body: { ...body, name: `Bulk ${i}` } },
		]);
	const options = { ...fresh(bench, count), delivers: count };
	const inN8n = { ...options, items: numbers(count) };
	const http = sends({ account }, 'POST', `${baseUrl}/contracts`, jsonBody);
	const declared = plain({ account }, { operation: 'create', body: jsonBody });
	return [
		...bare(place, work, options),
		await n8n.contender(NODE, [ours({ account }, parameters)], inN8n),
		await n8n.contender(HTTP, [http], inN8n),
		await n8n.contender(PLAIN, [declared], { ...inN8n, once: place.rttMs > 20 }),
	];
}

/** HTTP Request with a body, which sends all its items at once. */
export function sends(
	account: Pick<Place, 'account'>,
	method: string,
	url: string,
	jsonBody: string,
) {
	const body = { sendBody: true, specifyBody: 'json', jsonBody };
	return httpRequest(account, { method, url, ...body, options: {} });
}

/** Contracts that get another name. */
async function updaters(bench: Bench, place: Place): Promise<Contender[]> {
	const { n8n, sandbox } = bench;
	const { baseUrl, account } = place;
	const count = countOf(bench);
	let ids: string[] = [];
	const prepare = async () => {
		await seeded(bench, count);
		ids = (await stored(sandbox)).map(({ id }) => id);
	};
	const check = async () => {
		const names = (await stored(sandbox)).map(({ name }) => name);
		const renamed = names.filter((name) => name.startsWith('Renamed ')).length;
		if (renamed !== count) throw new Error(`${renamed} of ${count} contracts were renamed`);
	};
	const work = () =>
		ids.map((id, i): BareRequest[] => [
			{ method: 'PATCH', path: `/contracts/${id}`, body: { name: `Renamed ${i}` } },
		]);
	const options = { prepare, check, delivers: count };
	const inN8n = { ...options, items: async () => ids.map((id, i) => ({ id, i })) };
	const name = "={{ { name: 'Renamed ' + $json.i } }}";
	const parameters = {
		resource: 'contract',
		operation: 'update',
		contractId: byId('={{ $json.id }}'),
		updateFields: { additionalBody: name },
	};
	const http = sends({ account }, 'PATCH', `=${baseUrl}/contracts/{{ $json.id }}`, name);
	return [
		...bare(place, work, options),
		await n8n.contender(NODE, [ours({ account }, parameters)], inN8n),
		await n8n.contender(HTTP, [http], inN8n),
	];
}

/** Half of the counterparties have another name than the source. */
async function syncers(bench: Bench, place: Place): Promise<Contender[]> {
	const { n8n, sandbox } = bench;
	const { baseUrl, account } = place;
	const { control } = sandbox;
	const count = countOf(bench);
	let ids: string[] = [];
	const sources = () => ids.map((id, i) => ({ id, name: nameOf(i, i % 2 === 0) }));
	const prepare = async () => {
		await control.reset('empty');
		({ counterpartyIds: ids } = await control.seed({ contracts: 1, counterparties: count }));
		await inTurns(ids, async (id, i) => {
			const { status } = await sandbox.api('PATCH', path(id), { name: nameOf(i, false) });
			if (status !== 200) throw new Error(`A counterparty could not be prepared: ${status}`);
		});
	};
	const check = async () => {
		for (const i of [0, 1]) {
			const { body } = await sandbox.api('GET', path(ids[i]!));
			if (body.name !== nameOf(i, i === 0)) throw new Error(`A counterparty is ${body.name}`);
		}
	};
	const work = () =>
		sources().map(({ id, name }, i): BareRequest[] => [
			{ method: 'GET', path: path(id) },
			...(i % 2 === 0 ? [{ method: 'PATCH', path: path(id), body: { name } }] : []),
		]);
	const options = { prepare, check, delivers: count };
	const parameters = {
		resource: 'counterparty',
		operation: 'sync',
		findBy: 'id',
		counterpartyId: byId('={{ $json.id }}'),
		updateFields: { name: '={{ $json.name }}' },
	};
	const url = `=${baseUrl}/counterparties/{{ $json.id }}`;
	const http = sends({ account }, 'PATCH', url, '={{ { name: $json.name } }}');
	const inN8n = { ...options, items: async () => sources() };
	return [
		...bare(place, work, options),
		await n8n.contender(NODE, [ours({ account }, parameters)], inN8n),
		await n8n.contender(`${HTTP}, every one written unseen`, [http], inN8n),
	];
}

const path = (id: string) => `/counterparties/${id}`;
const nameOf = (i: number, isChanged: boolean) => `Counterparty ${i}${isChanged ? ' new' : ''}`;

async function inTurns<T>(all: T[], one: (each: T, i: number) => Promise<void>): Promise<void> {
	let next = 0;
	const worker = async () => {
		for (let i = next++; i < all.length; i = next++) await one(all[i]!, i);
	};
	await Promise.all(Array.from({ length: 8 }, worker));
}

/** Half of the contracts are there, as an earlier run of the same import has left them. */
async function finders(bench: Bench, place: Place): Promise<Contender[]> {
	const { n8n, sandbox } = bench;
	const { baseUrl, account } = place;
	const count = countOf(bench);
	const { body, parameters } = await creation(bench);
	// Of each run its own: what this process has just created, and what is gone, is waited for.
	let run = 0;
	const linked = (i: number) => ({
		...body,
		name: `Bulk ${i}`,
		integration: { type: 'crm', externalEntity: 'deal', externalId: `D-${run}-${i}` },
	});
	const state = fresh(bench, count - count / 2);
	const prepare = async () => {
		run += 1;
		await state.prepare();
		await inTurns(numbers(count / 2), async ({ i }) => {
			const { status } = await sandbox.api('POST', '/contracts', linked(i));
			if (status !== 201) throw new Error(`A contract could not be prepared: ${status}`);
		});
	};
	const check = async () => {
		const all = (await stored(sandbox)).map(({ name }) => name);
		const names = all.filter((name) => name.startsWith('Bulk '));
		if (new Set(names).size !== names.length) throw new Error('A contract was created twice');
	};
	const work = () =>
		numbers(count).map(({ i }): BareRequest[] =>
			i < count / 2 ? [] : [{ method: 'POST', path: '/contracts', body: linked(i) }],
		);
	const options = { prepare, check, delivers: count };
	const found = {
		...parameters,
		findExisting: true,
		integration: {
			type: 'crm',
			externalEntity: 'deal',
			externalId: '=D-{{ $json.run }}-{{ $json.i }}',
		},
	};
	const list = `&contractTypeId=${body.contractTypeId}`;
	const job = () => ({
		kind: 'bulk' as const,
		baseUrl,
		keepAlive: false,
		concurrency: CONCURRENCY[0],
		list,
		work: work(),
	});
	const items = async () => numbers(count).map(({ i }) => ({ i, run }));
	return [
		floor(BARE, job, options),
		await n8n.contender(NODE, [ours({ account }, found)], { ...options, items }),
	];
}

type Creates = (bench: Bench, place: Place) => Promise<Contender[]>;

const WRITES: Array<{ id: string; title: string; contenders: Creates; other: string }> = [
	{ id: 'creates', title: 'contracts created', contenders: creators, other: HTTP },
	{ id: 'updates', title: 'contracts renamed', contenders: updaters, other: HTTP },
	{
		id: 'syncs',
		title: 'counterparties synced by ID, half of them changed',
		contenders: syncers,
		other: `${HTTP}, every one written unseen`,
	},
];

const count = COUNT.toLocaleString('en');

function atDistance(
	{ id, title, contenders, other }: (typeof WRITES)[number],
	rttMs: Distance,
): Job {
	return timedJob({
		id: `${id}-${rttMs}`,
		title: `${count} ${title}, ${whereabouts(rttMs)}`,
		inShortMode: false,
		repetitions: 5,
		contenders: from(rttMs, contenders),
		judge: (results) => [
			...(rttMs === 0 ? [atMostTimes(results, NODE, BARE, 3.5)] : []),
			...(rttMs === 20 ? [atMostTimes(results, NODE, other, 0.6)] : []),
			...(rttMs === 100
				? [atMostTimes(results, NODE, other, 0.8), atMostTimes(results, NODE, BARE, 1.5)]
				: []),
			atMostMemory(results, NODE, MOST_MB),
		],
	});
}

export const BULK_JOBS: Job[] = [
	...DISTANCES.flatMap((rttMs) => WRITES.map((write) => atDistance(write, rttMs))),
	timedJob({
		id: 'finds',
		title: `${count} contracts with Find Existing, half of them there, ${whereabouts(0)}`,
		inShortMode: false,
		repetitions: 5,
		contenders: from(0, finders),
		judge: (results) => [
			atMostTimes(results, NODE, BARE, 3.5),
			atMostMemory(results, NODE, MOST_MB),
		],
	}),
];
