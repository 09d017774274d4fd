import type { IDataObject } from 'n8n-workflow';
import { DEFAULT_RETRY } from '../../nodes/ContractManagement/transport/retryPolicy';
import { credentialData } from '../support/credentials.mts';
import { askEditor } from '../support/editor.mts';
import { runNode } from '../support/engine.mts';
import {
	ASKED,
	CHOSEN,
	CONTRACT,
	LIST,
	ORGANIZATION,
	REQUESTS,
	SIGNED,
} from '../support/everyRequest.mts';
import { mistaken, mistakesIn, nested, NONSENSE } from '../support/malformed.mts';
import { pollHost } from '../support/pollHost.mts';
import {
	ANY,
	recordedService,
	shapeOf,
	type RecordedService,
	type Strike,
} from '../support/recordedService.mts';
import { webhookHost } from '../support/triggers.mts';
import { pageOf, uuid } from './cases/case.mts';

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

/** What came of an answer: whether it was refused, and what is wrong with that. */
interface Outcome {
	isRefused: boolean;
	faults: string[];
}

const BODIES = [
	...Object.entries(NONSENSE).map(([what, body]) => [what, JSON.stringify(body)]),
	['10,000 levels', nested(10_000)],
	['10,000 levels in a record', `{"id":"${uuid('c', 1)}","fields":[${nested(10_000)}]}`],
	['10,000 levels in a list', `{"data":[{"id":"${uuid('c', 1)}","a":${nested(10_000)}}]}`],
];

/** Answers nonsense, and these bodies with mistakes: several at once, and each alone where that is refused. */
async function faultsAfter(recorded: unknown[], act: (text: string) => Promise<Outcome>) {
	const all: string[] = [];
	const isRead = async ([what, text]: string[]) => {
		const { isRefused, faults } = await act(text);
		all.push(...faults.map((fault) => `${what}: ${fault}`));
		return !isRefused;
	};
	for (const each of BODIES) await isRead(each);
	for (const body of recorded) {
		// What is no answer to the request is nonsense with and without mistakes.
		const parts = (await isRead(mistaken(body, []))) ? mistakesIn(body) : [];
		for (const made of parts) {
			if ((await isRead(mistaken(body, made))) || made.length === 1) continue;
			for (const one of made) await isRead(mistaken(body, [one]));
		}
	}
	return [...new Set(all)];
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

const reasonOf = (asked: Promise<unknown>): Promise<unknown> =>
	asked.then(
		() => undefined,
		(reason: unknown) => reason,
	);

let executions = 0;

test.each(REQUESTS.filter(([, struck]) => !struck.includes('storage')))(
	'%s says in a sentence what is wrong with an answer of %s, or reads it all the same',
	async (_operation, struck, { calls, run, ways }) => {
		const recorded = calls.find((call) => shapeOf(call) === struck)?.reply?.body;
		const faults = await faultsAfter([recorded], async (text) => {
			service.play(calls, struck, answering(text));
			const result = await runNode({
				...run,
				credential: credentialData(service.baseUrl),
				executionId: `malformed ${(executions += 1)}`,
				// The same body either way: the answers take turns.
				declaredRouteOnly: ways[executions % ways.length].declaredRouteOnly,
			});
			return { isRefused: Boolean(result.error), faults: faultsIn(result) };
		});
		expect(faults).toEqual([]);
	},
);

test('the webhook trigger answers a delivery whose contract it cannot read, and starts nothing raw', async () => {
	const faults = await faultsAfter([SIGNED], async (text) => {
		const host = await webhookHost({
			parameters: { events: ['created'], verification: 'none' },
			credential: credentialData(service.baseUrl),
		});
		service.play([CONTRACT], shapeOf(CONTRACT), answering(text));
		const { status, body } = await host.deliver({
			event: 'contract.created',
			contractId: SIGNED.id,
		});
		await host.close();
		const items = host.executions.flatMap((execution) => execution.items);
		return {
			isRefused: status !== 200,
			faults: [
				...faultsIn({ items, error: { message: JSON.stringify(body) } }),
				...([200, 503].includes(status) ? [] : [`status ${status}`]),
			],
		};
	});
	expect(faults).toEqual([]);
});

test.each([LIST, ORGANIZATION])(
	'the polling trigger says in a sentence what is wrong with an answer of $path, or reads it all the same',
	async (call) => {
		const calls = [ORGANIZATION, LIST];
		const faults = await faultsAfter([call.reply?.body], async (text) => {
			const credential = credentialData(service.baseUrl);
			const parameters = { events: ['created', 'updated'] };
			const host = pollHost({ parameters, credential, budgetMs: 2_000 });
			const outcome: Outcome = { isRefused: false, faults: [] };
			const poll = async (work: () => Promise<unknown>) => {
				const error = await reasonOf(work());
				outcome.isRefused ||= error !== undefined;
				outcome.faults.push(...faultsIn({ error, items: host.executions.flat() }));
			};
			service.play(calls, shapeOf(call), answering(text));
			await poll(host.tick);
			await poll(host.sample);
			service.play(calls);
			await poll(host.tick);
			service.play(calls, shapeOf(call), answering(text));
			for (let tick = 0; tick < 4; tick++) await poll(host.tick);
			return outcome;
		});
		expect(faults).toEqual([]);
	},
);

/** What the editor asks for: lists, a form and a table. */
const RECORDED = [
	pageOf([SIGNED]),
	{ data: [{ id: uuid('y', 1), name: 'A', fields: { a: 1 } }] },
	...['/contract-types/:id/creation-form', '/custom-objects/:id'].map((path) => {
		const [, struck, { calls }] = REQUESTS.find(([, each]) => each === `GET ${path}`)!;
		return calls.find((call) => shapeOf(call) === struck)?.reply?.body;
	}),
];

test.each(ASKED.filter((method) => !method.startsWith('credentialTest')))(
	'%s says in a sentence what is wrong with an answer, or reads it all the same',
	async (method) => {
		const credential = credentialData(service.baseUrl);
		const faults = await faultsAfter(RECORDED, async (text) => {
			service.play([], ANY, answering(text));
			const error = await reasonOf(askEditor({ credential, parameters: CHOSEN }, method, 'a'));
			return { isRefused: error !== undefined, faults: faultsIn({ error, items: [] }) };
		});
		expect(faults).toEqual([]);
	},
);
