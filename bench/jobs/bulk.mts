import { floor } from '../lib/floor.mts';
import type { BareRequest } from '../lib/floorProcess.mts';
import { always, atMostMemory, atMostTimes } from '../lib/goals.mts';
import { byId, httpRequest, ours, plain } from '../lib/nodes.mts';
import { timedJob } from '../lib/timedJob.mts';
import type { Bench, Contender, Job, Results } from '../lib/types.mts';
import { formFieldsOf, type ContractType } from '../lib/creationForm.mts';

const COUNT = 1_000;
const SHORT_COUNT = 100;
const CONCURRENCY = 8;
const BARE = 'bare client, 8 at a time';
const NODE = 'node';
const HTTP = 'HTTP Request, defaults';
const PLAIN = 'plain declarative, defaults';
const COUNTERPARTY = 'Bulk Corporation';
const MOST_MB = 60;
/** More than a run leaves behind. */
const MOST_STORED = 10_000;

const countOf = ({ isShort }: Bench) => (isShort ? SHORT_COUNT : COUNT);

const numbers = (count: number) => Array.from({ length: count }, (_, i) => ({ i }));

/** What a contract is created from: the demo's first type, with all that its form requires. */
async function creation({ sandbox }: Bench) {
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
	return { body, parameters };
}

const stored = async ({ control }: Bench['sandbox']) =>
	await control.contracts({ last: MOST_STORED });

/** Each run starts with the same data, and has to leave so many contracts more behind. */
function fresh({ sandbox }: Bench, latencyMs: number, added: number) {
	const count = async () => (await stored(sandbox)).length;
	let before = 0;
	return {
		prepare: async () => {
			await sandbox.control.reset('demo');
			before = await count();
			await sandbox.control.latency(latencyMs);
		},
		check: async () => {
			await sandbox.control.latency(0);
			const made = (await count()) - before;
			if (made !== added) throw new Error(`${made} contracts were created instead of ${added}`);
		},
	};
}

async function creators(bench: Bench, latencyMs: number): Promise<Contender[]> {
	const { n8n, sandbox } = bench;
	const { baseUrl } = sandbox;
	const count = countOf(bench);
	const { body, parameters } = await creation(bench);
	const work = numbers(count).map(({ i }): BareRequest[] => [
		{ method: 'POST', path: '/contracts', body: { ...body, name: `Bulk ${i}` } },
	]);
	const options = { ...fresh(bench, latencyMs, count), delivers: count };
	const inN8n = { ...options, items: numbers(count) };
	// Indented: two braces beside each other would end the expression.
	const jsonBody = `={{ Object.assign(${JSON.stringify(body, null, 1)}, { name: 'Bulk ' + $json.i }) }}`;
	const http = httpRequest(n8n, {
		method: 'POST',
		url: `${baseUrl}/contracts`,
		sendBody: true,
		specifyBody: 'json',
		jsonBody,
		options: {},
	});
	return [
		floor(
			BARE,
			{ kind: 'bulk', baseUrl, keepAlive: false, concurrency: CONCURRENCY, work },
			options,
		),
		await n8n.contender(NODE, [ours(n8n, parameters)], inN8n),
		await n8n.contender(HTTP, [http], inN8n),
		await n8n.contender(PLAIN, [plain(n8n, { operation: 'create', body: jsonBody })], inN8n),
	];
}

function creates(latencyMs: number, mostTimes: number): Job {
	return timedJob({
		id: `creates-${latencyMs}`,
		title: `${COUNT.toLocaleString('en')} contracts created, ${latencyMs} ms latency`,
		inShortMode: false,
		repetitions: 5,
		contenders: async (bench) => await creators(bench, latencyMs),
		judge: (results) => [
			atMostTimes(results, NODE, BARE, mostTimes),
			...(latencyMs === 0 ? [atMostTimes(results, NODE, HTTP, 0.34)] : []),
			...held(results),
		],
	});
}

/** At most so many at a time, in so much memory. */
function held(results: Results) {
	return [
		always(
			results,
			NODE,
			`at most ${CONCURRENCY} in flight`,
			({ maxConcurrent }) => maxConcurrent,
			(n) => n <= CONCURRENCY,
		),
		atMostMemory(results, NODE, MOST_MB),
	];
}

/** Half of the counterparties have another name than the source. */
async function syncers(bench: Bench): Promise<Contender[]> {
	const { n8n, sandbox } = bench;
	const { baseUrl, control } = sandbox;
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
	const http = httpRequest(n8n, {
		method: 'PATCH',
		url: `=${baseUrl}/counterparties/{{ $json.id }}`,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ { name: $json.name } }}',
		options: {},
	});
	const bare = () => ({
		kind: 'bulk' as const,
		baseUrl,
		keepAlive: false,
		concurrency: CONCURRENCY,
		work: work(),
	});
	const inN8n = { ...options, items: async () => sources() };
	return [
		floor(BARE, bare, options),
		await n8n.contender(NODE, [ours(n8n, parameters)], inN8n),
		await n8n.contender('HTTP Request, every one written unseen', [http], inN8n),
	];
}

const path = (id: string) => `/counterparties/${id}`;
const nameOf = (i: number, isChanged: boolean) => `Counterparty ${i}${isChanged ? ' new' : ''}`;

async function inTurns<T>(all: T[], one: (each: T, i: number) => Promise<void>): Promise<void> {
	let next = 0;
	const worker = async () => {
		for (let i = next++; i < all.length; i = next++) await one(all[i]!, i);
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

/** Half of the contracts are there, as an earlier run of the same import has left them. */
async function finders(bench: Bench): Promise<Contender[]> {
	const { n8n, sandbox } = bench;
	const { baseUrl } = sandbox;
	const count = countOf(bench);
	const { body, parameters } = await creation(bench);
	// Of each run its own: what this process has just created, and what is gone, is waited for.
	let run = 0;
	const linked = (i: number) => ({
		...body,
		name: `Bulk ${i}`,
		integration: { type: 'crm', externalEntity: 'deal', externalId: `D-${run}-${i}` },
	});
	const state = fresh(bench, 0, count - count / 2);
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
	const bare = () => ({
		kind: 'bulk' as const,
		baseUrl,
		keepAlive: false,
		concurrency: CONCURRENCY,
		list,
		work: work(),
	});
	const items = async () => numbers(count).map(({ i }) => ({ i, run }));
	return [
		floor(BARE, bare, options),
		await n8n.contender(NODE, [ours(n8n, found)], { ...options, items }),
	];
}

export const BULK_JOBS: Job[] = [
	creates(0, 3.5),
	creates(20, 1.3),
	timedJob({
		id: 'syncs',
		title: `${COUNT.toLocaleString('en')} counterparties synced by ID, half of them changed`,
		inShortMode: false,
		repetitions: 5,
		contenders: syncers,
		judge: (results) => [atMostTimes(results, NODE, BARE, 3.5), ...held(results)],
	}),
	timedJob({
		id: 'finds',
		title: `${COUNT.toLocaleString('en')} contracts with Find Existing, half of them there`,
		inShortMode: false,
		repetitions: 5,
		contenders: finders,
		judge: (results) => [atMostTimes(results, NODE, BARE, 3.5), ...held(results)],
	}),
];
