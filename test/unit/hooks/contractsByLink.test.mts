import {
	linkedContracts,
	readLinkedAgain,
	type LinkedContracts,
} from '../../../nodes/ContractManagement/operations/contract/contractsByLink';
import type { ItemScope } from '../../../nodes/ContractManagement/node/scope';
import { entriesOf } from '../../../nodes/ContractManagement/transport/oncePerExecution';
import { fakeConnection, NODE, type Answer } from '../transport/support/fakeService.mts';

const integration = { type: 'crm', externalEntity: 'deal', externalId: 'D-1' };
const PAGE = {
	data: [{ id: 'contract_1', integration, contractType: { id: 'type' }, createdAt: '2026-01-01' }],
	pagination: { next_cursor: null, has_next: false },
};

/** A search whose answers are given by hand, and items that ask for it. */
function search(retry = {}) {
	const answers: Array<(answer: Answer) => void> = [];
	const { connection, sent } = fakeConnection(
		async () => await new Promise<Answer>((resolve) => answers.push(resolve)),
		{ retry: { maxRetries: 0, baseDelayMs: 1, maxDelayMs: 1, maxTotalMs: 0, ...retry } },
	);
	const linked: LinkedContracts = { records: new Map(), readAt: -1, made: new Map() };
	const ask = async (signal?: AbortSignal) => {
		const scope = { connection: { ...connection, signal } } as ItemScope;
		await readLinkedAgain(scope, { contractTypeId: 'type' }, linked);
	};
	const until = async (count: number) => {
		while (answers.length < count) await new Promise(setImmediate);
	};
	return { answers, sent, linked, ask, until };
}

test('all that ask before a search begins share the next one; one that began before they asked does not do', async () => {
	const { answers, sent, linked, ask, until } = search();
	const first = ask();
	await until(1);
	const later = Array.from({ length: 50 }, async () => await ask());
	answers[0]!({ body: PAGE });
	await first;
	await until(2);
	answers[1]!({ body: PAGE });
	await Promise.all(later);
	expect(sent).toHaveLength(2);
	expect(linked.records.get('D-1')).toHaveLength(1);
});

test('a search that fails, fails for all that share it, each with an error of its own', async () => {
	const { answers, sent, ask, until } = search();
	const asked = Array.from({ length: 50 }, async () => await ask());
	const outcomes = Promise.allSettled(asked);
	await until(1);
	answers[0]!({ statusCode: 503, body: {} });
	const errors = (await outcomes).map((outcome) => (outcome as PromiseRejectedResult).reason);
	expect(sent).toHaveLength(1);
	expect(new Set(errors).size).toBe(50);
});

test('a loop searches in each pass, and keeps the contracts of the last one only', async () => {
	const { connection, sent } = fakeConnection(() => ({ body: PAGE }));
	const own = { ...connection, execution: {} };
	for (let $runIndex = 0; $runIndex < 20; $runIndex++) {
		const context = { getWorkflowDataProxy: () => ({ $runIndex }) };
		const scope = { connection: own, context, node: NODE, itemIndex: 0 } as unknown as ItemScope;
		expect((await linkedContracts(scope, {})).records.get('D-1')).toHaveLength(1);
	}
	expect(sent).toHaveLength(20);
	expect([...entriesOf(own.execution)].length).toBe(1);
});

test('who is stopped does not wait for the search of others', async () => {
	const { answers, ask, until } = search();
	const stop = new AbortController();
	const other = ask();
	await until(1);
	const stopped = ask(stop.signal);
	stop.abort();
	await expect(stopped).rejects.toThrow('The execution was canceled');
	answers[0]!({ body: PAGE });
	await other;
});
