import type { IDataObject } from 'n8n-workflow';
import { ContractManagement } from '../../nodes/ContractManagement/ContractManagement.node';
import { mapConcurrently } from '../../nodes/ContractManagement/transport/concurrent';
import { DEFAULT_RETRY } from '../../nodes/ContractManagement/transport/retryPolicy';
import { byId } from '../support/byId.mts';
import { credentialData } from '../support/credentials.mts';
import { askEditor } from '../support/editor.mts';
import { runNode } from '../support/engine.mts';
import { mutated, nested, NONSENSE } from '../support/malformed.mts';
import { operations } from '../support/operations.mts';
import { pollHost } from '../support/pollHost.mts';
import {
	ANY,
	recordedService,
	shapeOf,
	shapesIn,
	type RecordedService,
	type Strike,
} from '../support/recordedService.mts';
import { webhookHost } from '../support/triggers.mts';
import { pageOf, uuid, type Call } from './cases/case.mts';
import { contract } from './cases/contractFixtures.mts';
import { CASES } from './cases/index.mts';

/** What JavaScript says of a value that is not what it should be, and no person understands. */
const RAW =
	/cannot read|cannot destructure|cannot convert|undefined|is not a function|is not iterable|maximum call stack|\[object|invalid time|unexpected token|null \(/i;

let service: RecordedService;

beforeAll(async () => {
	jest.replaceProperty(DEFAULT_RETRY, 'baseDelayMs', 1);
	jest.replaceProperty(DEFAULT_RETRY, 'maxRetries', 0);
	service = await recordedService();
});
afterAll(async () => await service.close());

const answering =
	(text: string): Strike =>
	(_request, response) =>
		void response.setHeader('content-type', 'application/json').end(text);

/** Every answer to try in place of this one: its name, and its JSON. */
function answersFor(recorded: unknown): Array<[what: string, text: string]> {
	const bodies = [...Object.entries(NONSENSE), ...mutated(recorded)];
	return [
		...bodies.map(([what, body]): [string, string] => [what, JSON.stringify(body)]),
		['10,000 levels', nested(10_000)],
		['10,000 levels in a record', `{"id":"${uuid('c', 1)}","fields":[${nested(10_000)}]}`],
		['10,000 levels in a list', `{"data":[{"id":"${uuid('c', 1)}","a":${nested(10_000)}}]}`],
	];
}

/** What is wrong with what came of an answer, as far as it is. */
function faultsIn({
	error,
	items,
}: {
	error?: unknown;
	items: Array<{ json: unknown }>;
}): string[] {
	const { message, description } = (error ?? {}) as { message?: string; description?: string };
	const odd = items.filter(
		({ json }) => typeof json !== 'object' || json === null || Array.isArray(json),
	);
	return [
		...[message, description]
			.filter((text) => text !== undefined && RAW.test(String(text)))
			.map(String),
		...items.flatMap(({ json }) => {
			const text = JSON.stringify((json as IDataObject | null)?.error ?? '');
			return RAW.test(text) ? [text] : [];
		}),
		...odd.map(({ json }) => `an item whose json is ${JSON.stringify(json)}`),
	];
}

const ROUTES = new ContractManagement().customOperations as Record<string, object>;
let executions = 0;

/** One case of each operation, with each of the requests that it makes. */
const REQUESTS = operations().flatMap((operation) => {
	const each = CASES.find((one) => one.operation === operation)!;
	const run = each.run(each.fixture.recorded());
	return shapesIn(run)
		.filter((shape) => !shape.includes('storage'))
		.map((struck) => [operation, struck, run] as const);
});

test.each(REQUESTS)(
	'%s says in a sentence what is wrong with an answer of %s, or reads it all the same',
	async (operation, struck, { calls, parameters, inputs, binaries = [] }) => {
		const [resource, name] = operation.split('.');
		const routes = name in (ROUTES[resource] ?? {}) ? [false, true] : [true];
		const recorded = calls.find((call) => shapeOf(call) === struck)?.reply?.body;
		const [json] = inputs;
		const faults: string[] = [];
		for (const [index, [what, text]] of answersFor(recorded).entries()) {
			service.play(calls, struck, answering(text));
			const result = await runNode({
				credential: credentialData(service.baseUrl),
				parameters: { resource, operation: name, ...parameters },
				items: [{ json, ...(binaries[0] && { binary: binaries[0] }) }],
				executionId: `malformed ${(executions += 1)}`,
				// The same body either way: the answers take turns.
				declaredRouteOnly: routes[index % routes.length],
			});
			faults.push(...faultsIn(result).map((fault) => `${what}: ${fault}`));
		}
		expect([...new Set(faults)]).toEqual([]);
	},
);

const signed = contract(1, { status: 'signed' });
const CONTRACT: Call = { method: 'GET', path: `/contracts/${signed.id}`, reply: { body: signed } };
const ORGANIZATION: Call = {
	method: 'GET',
	path: '/organization',
	reply: { body: { id: uuid('o', 1) } },
};
const SERVICES = 8;

/** Calls `act` for every answer, several at the same time, each with a service of its own. */
async function withEach(
	recorded: unknown,
	act: (own: RecordedService, answer: Strike) => Promise<string[]>,
): Promise<string[]> {
	const faults = await mapConcurrently(answersFor(recorded), SERVICES, async ([what, text]) => {
		const own = await recordedService();
		const found = await act(own, answering(text));
		await own.close();
		return found.map((fault) => `${what}: ${fault}`);
	});
	return faults.flat();
}

test('the webhook trigger answers a delivery whose contract it cannot read, and starts nothing raw', async () => {
	const faults = await withEach(signed, async (own, answer) => {
		const host = await webhookHost({
			parameters: { events: ['created'], verification: 'none' },
			credential: credentialData(own.baseUrl),
		});
		own.play([CONTRACT], shapeOf(CONTRACT), answer);
		const { status, body } = await host.deliver({
			event: 'contract.created',
			contractId: signed.id,
		});
		await host.close();
		const items = host.executions.flatMap((execution) => execution.items);
		return [
			...faultsIn({ items, error: { message: JSON.stringify(body) } }),
			...([200, 503].includes(status) ? [] : [`status ${status}`]),
		];
	});
	expect(faults).toEqual([]);
});

test('the polling trigger says in a sentence what is wrong with an answer, or reads it all the same', async () => {
	const query = { sort: '-updatedAt,id', limit: '100' };
	const list: Call = {
		method: 'GET',
		path: '/contracts',
		query,
		reply: { body: pageOf([signed]) },
	};
	for (const call of [list, ORGANIZATION]) {
		const faults = await withEach(call.reply?.body, async (own, answer) => {
			const credential = credentialData(own.baseUrl);
			const host = pollHost({
				parameters: { events: ['created', 'updated'] },
				credential,
				budgetMs: 2_000,
			});
			const found: string[] = [];
			const poll = async (work: () => Promise<unknown>) => {
				const error = await work().then(
					() => undefined,
					(reason: unknown) => reason,
				);
				const items = host.executions.flat();
				found.push(...faultsIn({ error, items }));
			};
			own.play([ORGANIZATION, list], shapeOf(call), answer);
			await poll(host.tick);
			await poll(host.sample);
			own.play([ORGANIZATION, list]);
			await poll(host.tick);
			own.play([ORGANIZATION, list], shapeOf(call), answer);
			for (let tick = 0; tick < 4; tick++) await poll(host.tick);
			return found;
		});
		expect([...new Set(faults)]).toEqual([]);
	}
});

const CHOSEN = {
	resource: 'contract',
	operation: 'create',
	contractTypeId: byId(uuid('t', 1)),
	customObjectId: byId(uuid('b', 1)),
	counterpartyId: byId(uuid('y', 1)),
};
const { methods } = new ContractManagement();
const ASKED = Object.entries(methods).flatMap(([kind, named]) =>
	kind === 'credentialTest' ? [] : Object.keys(named).map((name) => `${kind}.${name}`),
);

test.each(ASKED)(
	'%s says in a sentence what is wrong with an answer, or reads it all the same',
	async (method) => {
		const faults: string[] = [];
		for (const recorded of [
			signed,
			pageOf([signed]),
			{ data: [{ id: uuid('y', 1), name: 'A', fields: { a: 1 } }] },
		]) {
			for (const [what, text] of answersFor(recorded)) {
				service.play([], ANY, answering(text));
				const asked = askEditor(
					{ credential: credentialData(service.baseUrl), parameters: CHOSEN },
					method,
					'a',
				);
				const error = await asked.then(
					() => undefined,
					(reason: unknown) => reason,
				);
				faults.push(...faultsIn({ error, items: [] }).map((fault) => `${what}: ${fault}`));
			}
		}
		expect([...new Set(faults)]).toEqual([]);
	},
);
