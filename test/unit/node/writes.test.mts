import type { INodeExecutionData } from 'n8n-workflow';
import { Gate } from '../../../nodes/ContractManagement/transport/limit/gate';
import { DEFAULT_RETRY } from '../../../nodes/ContractManagement/transport/retryPolicy';
import { invalidInput } from '../../../nodes/ContractManagement/transport/errors/requestError';
import { request } from '../../../nodes/ContractManagement/transport/request';
import { toItem, type ItemScope } from '../../../nodes/ContractManagement/node/scope';
import { customOperation, declaredRoute } from '../../../nodes/ContractManagement/node/routing';
import { sendOne, type Prepare } from '../../../nodes/ContractManagement/node/runnable';
import { writing } from './support/operations.mts';
import { networkError, type Answer, type Sent } from '../transport/support/fakeService.mts';
import { executeContext, singleContext, type NodeRun } from '../transport/support/nodeContexts.mts';

const DECLARED = { method: 'POST' as const, path: '/things' };
const REFUSED = { statusCode: 400, body: { error: { message: 'Not this one' } } };
const BROKEN = { statusCode: 500, body: {} };

const items = (...values: string[]) => values.map((value, n) => ({ n, value }));

const many = (count: number, more: Record<number, string> = {}) =>
	items(...Array.from({ length: count }, (_, n) => more[n] ?? 'good'));

/** Refuses `bad` ones before sending, and sends one request for each of the others. */
const prepare: Prepare = (scope, declared) => {
	const { n, value } = scope.input.json;
	if (value === 'bad') {
		throw invalidInput(scope.node, { message: `Bad ${String(n)}`, description: 'Mend it.' });
	}
	return {
		send: async () => [
			toItem(scope, await request(scope.connection, { ...declared, body: { n } })),
		],
		again: 'Again is harmful.',
	};
};

let keys = 0;

function operation(run: NodeRun, prepared: Prepare = prepare) {
	const { tryOnce, sent } = runOf(run, prepared);
	return { result: tryOnce(), sent };
}

/** A run of the node, which Retry On Fail may try several times. */
function runOf(run: NodeRun, prepared: Prepare = prepare) {
	// Each with a gate of its own.
	const apiKey = `key ${(keys += 1)}`;
	const credentials = { baseUrl: 'https://service.test/v2', apiKey, isOwn: true };
	const answer = () => ({ body: { ok: true } });
	const { context, sent } = executeContext({ answer, credentials, ...run });
	const write = customOperation(writing(prepared, DECLARED));
	const tryOnce = async () =>
		await write.call(context).then(
			([output]) => ({ output, error: undefined }),
			(error: Error) => ({ output: [] as INodeExecutionData[], error: error as Failed }),
		);
	return { tryOnce, sent };
}

interface Failed extends Error {
	description: string;
	context: { itemIndex: number; outcome: string; details: Record<string, unknown> };
}

const numberOf = ({ body }: Sent) => (body as { n: number }).n;

/** Answers item by item; the others wait until it is told that they may go on. */
function service(answers: Record<number, Answer>) {
	let go: () => void = () => undefined;
	const gone = new Promise<void>((resolve) => (go = resolve));
	const answer = async (sent: Sent): Promise<Answer> => {
		const own = answers[numberOf(sent)];
		if (own) return own;
		await gone;
		return { body: { ok: true } };
	};
	return { answer, go };
}

test('items are sent several at a time, come out in their order, and know where they come from', async () => {
	let running = 0;
	let peak = 0;
	const { result, sent } = operation({
		parameters: many(250),
		answer: async ({ body }) => {
			peak = Math.max(peak, (running += 1));
			await new Promise((resolve) => setImmediate(resolve));
			running -= 1;
			return { body: { got: (body as { n: number }).n } };
		},
	});
	const { output } = await result;
	expect(output.map(({ json, pairedItem }) => [json.got, pairedItem])).toEqual(
		many(250).map(({ n }) => [n, { item: n }]),
	);
	expect(sent).toHaveLength(250);
	expect(peak).toBeGreaterThan(1);
});

test('every item is checked before the first one is sent', async () => {
	const order: string[] = [];
	const { result } = operation(
		{ parameters: many(3), answer: () => ({ body: { ok: true } }) },
		async (scope) => {
			await new Promise((resolve) => setImmediate(resolve));
			order.push(`check ${scope.itemIndex}`);
			return {
				send: async () => {
					order.push(`send ${scope.itemIndex}`);
					return [];
				},
				again: '',
			};
		},
	);
	await result;
	expect(order.map((step) => step.split(' ')[0])).toEqual([
		...['check', 'check', 'check'],
		...['send', 'send', 'send'],
	]);
});

test('an item that is refused keeps all from being sent, and the error names the others', async () => {
	const { result, sent } = operation({
		parameters: many(30, { 4: 'bad', 7: 'bad', 8: 'bad', 9: 'bad', 29: 'bad' }),
	});
	const { error } = await result;
	expect(error).toMatchObject({
		message: 'Bad 4',
		description:
			'Mend it. No item was executed. What fails, too: item 7: Bad 7. item 8: Bad 8. item 9: Bad 9. item 29: Bad 29.',
		context: {
			itemIndex: 4,
			errorId: 'INVALID_INPUT',
			outcome: 'notExecuted',
			details: { executedItems: [], unknownItems: [], failedItems: [4, 7, 8, 9, 29] },
		},
	});
	expect(sent).toEqual([]);
});

test('a node that continues on fail sends the others', async () => {
	const { result, sent } = operation({
		parameters: many(5, { 1: 'bad' }),
		continueOnFail: true,
		answer: (asked) => (numberOf(asked) === 3 ? BROKEN : { body: { ok: true } }),
	});
	const { output } = await result;
	expect(output.map(({ json }) => json.error ?? json.ok)).toEqual([
		true,
		'Bad 1',
		true,
		'The service had an internal fault (status 500)',
		true,
	]);
	expect(output.map(({ json }) => (json.details as { outcome?: string })?.outcome)).toEqual([
		undefined,
		'notExecuted',
		undefined,
		'unknown',
		undefined,
	]);
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 1, 2, 3, 4].map((item) => ({ item })),
	);
	expect(sent.map(numberOf).sort()).toEqual([0, 2, 3, 4]);
});

test('an item that fails ends what has not been sent; what has is waited for and counted', async () => {
	const { answer, go } = service({ 3: REFUSED, 5: networkError('ECONNRESET') });
	const fifth = Promise.withResolvers<void>();
	const { result, sent } = operation({
		parameters: many(300),
		answer: async (asked) => {
			// Both are under way, however n8n gets its turn in between; 3 fails first.
			if (numberOf(asked) === 3) await fifth.promise;
			if (numberOf(asked) === 5) {
				fifth.resolve();
				await new Promise((resolve) => setImmediate(resolve));
				setImmediate(go);
			}
			return await answer(asked);
		},
	});
	const { error } = await result;
	// Eight at a time go through the gate, and few take the place of those that fail.
	expect(sent.length).toBeLessThan(11);
	const executed = sent.map(numberOf).filter((n) => n !== 3 && n !== 5);
	expect(error).toMatchObject({
		message: 'Not this one',
		context: {
			itemIndex: 3,
			outcome: 'notExecuted',
			details: {
				executedItems: executed,
				unknownItems: [5],
				failedItems: [3, 5],
			},
		},
	});
	expect(error!.description).toBe(
		`Check the parameters of the node. It is not in the form of the service: a gateway or proxy on the way may have refused it. ${executed.length} of 300 items had been executed by then: items 0-2, 4 and 6-${executed.at(-1)}. Again is harmful. It is not known whether item 5 had been executed, too.`,
	);
});

test('an execution that is canceled stops each of its items once', async () => {
	const stop = new AbortController();
	const aborts = jest.spyOn(AbortController.prototype, 'abort');
	const { result } = operation({
		parameters: many(300),
		signal: stop.signal,
		answer: async () => {
			stop.abort();
			return networkError('ERR_CANCELED');
		},
	});
	expect((await result).error).toMatchObject({ message: 'The execution was canceled' });
	const counted = aborts.mock.calls.length;
	aborts.mockRestore();
	expect(counted).toBeLessThan(3 * 300);
});

test('where nothing had been executed the error says so', async () => {
	const { result } = operation({ parameters: many(20), answer: () => REFUSED });
	const { error } = await result;
	expect(error!.description).toMatch(
		/^Check the parameters of the node\. .* No item was executed\. What fails, too: (items|item \d+)[^:]*: /,
	);
	const broken = operation({ parameters: many(2), answer: () => BROKEN });
	expect((await broken.result).error!.description).toContain(
		'No other item is known to be executed. It is not known whether item 1 had been executed, too.',
	);
});

test('one input item alone is told nothing about others', async () => {
	const { result } = operation({ parameters: many(1, { 0: 'bad' }) });
	expect((await result).error).toMatchObject({ message: 'Bad 0', description: 'Mend it.' });
});

test('an item that waits for its retry has not been executed, and is ended', async () => {
	const throttled = { statusCode: 429, body: {}, headers: { 'retry-after': '50' } };
	const other = Promise.withResolvers<void>();
	const { result, sent } = operation({
		parameters: many(2),
		answer: async (asked) => {
			if (numberOf(asked) === 0) {
				// Else the gate would not let the other one in.
				await other.promise;
				return throttled;
			}
			other.resolve();
			await new Promise((resolve) => setTimeout(resolve, 10));
			return REFUSED;
		},
	});
	const { error } = await result;
	expect(error).toMatchObject({ message: 'Not this one', context: { itemIndex: 1 } });
	expect(sent.map(numberOf)).toEqual([0, 1]);
});

test('an item that is rejected after another one failed is not waited for', async () => {
	const throttled = { statusCode: 429, body: {}, headers: { 'retry-after': '50' } };
	const other = Promise.withResolvers<void>();
	const { result } = operation({
		parameters: many(2),
		answer: async (asked) => {
			if (numberOf(asked) === 1) {
				other.resolve();
				return REFUSED;
			}
			await other.promise;
			await new Promise((resolve) => setTimeout(resolve, 10));
			return throttled;
		},
	});
	expect((await result).error).toMatchObject({
		message: 'Not this one',
		context: { details: { executedItems: [], unknownItems: [], failedItems: [1] } },
	});
});

test('an execution that is canceled while items are checked sends nothing', async () => {
	const stop = new AbortController();
	const { result, sent } = operation(
		{ parameters: many(3), signal: stop.signal },
		async (scope) => {
			stop.abort();
			await request(scope.connection, { method: 'GET', path: '/form' });
			return { send: async () => [], again: '' };
		},
	);
	const { error } = await result;
	expect(error).toMatchObject({
		message: 'The execution was canceled',
		context: { outcome: 'notExecuted' },
	});
	expect(sent).toEqual([]);
});

test('an execution that is canceled while items are sent does not know of those on their way', async () => {
	const stop = new AbortController();
	const { result, sent } = operation({
		parameters: many(40),
		signal: stop.signal,
		answer: async (asked) => {
			if (numberOf(asked) === 0) return { body: { ok: true } };
			setTimeout(() => stop.abort(), 10);
			return await new Promise((resolve) =>
				stop.signal.addEventListener('abort', () => resolve(networkError('ERR_CANCELED'))),
			);
		},
	});
	const { error } = await result;
	expect(error).toMatchObject({
		message: 'The execution was canceled',
		context: {
			details: { executedItems: [0], unknownItems: sent.slice(1).map(numberOf) },
		},
	});
	expect(sent.length).toBeLessThan(12);
});

test('what fails in a way of its own after something was sent is unknown, too', async () => {
	const bug: Prepare = (scope, declared) => ({
		send: async () => {
			await request(scope.connection, declared);
			throw new TypeError('bug');
		},
		again: '',
	});
	const { result } = operation({ parameters: many(1) }, bug);
	expect((await result).error).toMatchObject({ message: 'bug', context: { outcome: 'unknown' } });

	const single = singleContext({ continueOnFail: true, answer: () => ({ body: {} }) });
	const [item] = await declaredRoute(writing(bug, DECLARED)).call(single.context);
	expect(item.json).toMatchObject({ error: 'bug', details: { outcome: 'unknown' } });
});

test('what was executed is not told as if it was not, where a read after it fails', async () => {
	const answer = (asked: Sent) => (asked.method === 'GET' ? REFUSED : { body: {} });
	const { result } = operation({ parameters: many(1), answer }, (scope, declared) => ({
		send: async () => {
			await request(scope.connection, declared);
			return [toItem(scope, await request(scope.connection, { method: 'GET', path: '/things' }))];
		},
	}));
	expect((await result).error).toMatchObject({
		message: 'Not this one',
		context: { outcome: 'unknown' },
	});
});

test('once the service refuses the key, the items that were not checked yet are not checked', async () => {
	for (const continueOnFail of [false, true]) {
		const refused = { statusCode: 401, body: {} };
		const run = { parameters: many(250, { 3: 'bad' }), answer: () => refused, continueOnFail };
		const { result, sent } = operation(run, async (scope, declared, ids) => {
			const prepared = await prepare(scope, declared, ids);
			await request(scope.connection, { method: 'GET', path: '/form' });
			return prepared;
		});
		const { error } = await result;
		if (continueOnFail) expect(sent).toHaveLength(249);
		else {
			expect(sent.length).toBeLessThan(110);
			expect(error!.description).toContain(' item 3: Bad 3.');
		}
	}
});

test('one item at a time goes through both halves', async () => {
	const { context, sent } = singleContext({ answer: () => ({ body: { id: 1 } }) });
	expect(await declaredRoute(writing(prepare, DECLARED)).call(context)).toEqual([
		{ json: { id: 1 }, pairedItem: { item: 0 } },
	]);
	expect(sent).toHaveLength(1);
	const bad = singleContext({ parameters: [{ value: 'bad' }] });
	await expect(declaredRoute(writing(prepare, DECLARED)).call(bad.context)).rejects.toMatchObject({
		message: 'Bad undefined',
		context: { outcome: 'notExecuted', itemIndex: 0 },
	});
});

test('a tool does not send again what an earlier try of n8n, with the same arguments, may have executed', async () => {
	const { context, sent } = singleContext({ answer: () => BROKEN });
	const call = async () => await declaredRoute(writing(sendOne, DECLARED)).call(context);
	await expect(call()).rejects.toMatchObject({ context: { outcome: 'unknown' } });
	await expect(call()).rejects.toMatchObject({
		description: expect.stringContaining('so it was not sent again'),
	});
	expect(sent).toHaveLength(1);
	jest.spyOn(context, 'getInputData').mockReturnValue({ json: { other: true } } as never);
	await expect(call()).rejects.toMatchObject({ context: { outcome: 'unknown' } });
	expect(sent).toHaveLength(2);
});

test('items are sent in the batches of Request Options', async () => {
	jest.useFakeTimers();
	const requestOptions = { batching: { batch: { batchSize: 2, batchInterval: 40 } } };
	const starts: number[] = [];
	const startedAt = Date.now();
	const { result } = operation(
		{ parameters: many(5).map((item) => ({ ...item, requestOptions })) },
		(scope: ItemScope) => ({
			send: async () => {
				starts[scope.itemIndex] = Date.now() - startedAt;
				return [];
			},
			again: '',
		}),
	);
	await jest.advanceTimersByTimeAsync(200);
	await result;
	jest.useRealTimers();
	expect(starts).toEqual([0, 0, 40, 40, 80]);
});

test('each item is sent with its own credential, read once for all that have the same', async () => {
	const { context } = executeContext({ parameters: many(4) });
	const own = ['one', 'one', 'two', 'one'];
	const getCredentials = async (_type: string, item: number) => ({
		baseUrl: 'https://service.test/v2',
		apiKey: own[item],
	});
	const scopes: ItemScope[] = [];
	const noting: Prepare = (scope) => {
		scopes[scope.itemIndex] = scope;
		return { send: async () => [], again: '' };
	};
	await customOperation(writing(noting, DECLARED)).call(Object.assign(context, { getCredentials }));
	const used = scopes.map(async ({ connection }) => connection.credentials.apiKey);
	expect(await Promise.all(used)).toEqual(own);
	expect(scopes[0].connection.credentials).toBe(scopes[3].connection.credentials);
	expect(scopes[0].connection.gate).toBeInstanceOf(Gate);
	expect(scopes[0].connection.retry).toEqual(DEFAULT_RETRY);
});

test.each([
	['PATCH', '/members/1', 'Running this again does no harm.'],
	['POST', '/contracts', 'Running this again does it a second time: leave these items out.'],
] as const)(
	'%s %s without a first half of its own sends its request, and says what running it again means',
	async (method, path, again) => {
		let sent = 0;
		const { context } = executeContext({
			parameters: items('good', 'good'),
			// The second one is refused once the first one is through.
			answer: async () => {
				if ((sent += 1) === 1) return { body: { id: '1', name: 'First' } };
				await new Promise((resolve) => setImmediate(resolve));
				return REFUSED;
			},
		});
		const running = customOperation(writing(sendOne, { method, path })).call(context);
		await expect(running).rejects.toMatchObject({ description: expect.stringContaining(again) });
	},
);

test('of many items a hundred are checked at the same time', async () => {
	let [underWay, most] = [0, 0];
	const full = Promise.withResolvers<void>();
	const { result } = operation({ parameters: many(250) }, async (scope, declared, ids) => {
		most = Math.max(most, (underWay += 1));
		if (underWay === 100) full.resolve();
		await full.promise;
		underWay -= 1;
		return await prepare(scope, declared, ids);
	});
	expect((await result).output).toHaveLength(250);
	expect(most).toBe(100);
});

describe('a later try of Retry On Fail', () => {
	const NOT_AGAIN = 'An earlier try of this run may have executed it, so it was not sent again.';

	test('gives what an earlier one has executed, and sends the others', async () => {
		let isDown = true;
		const { tryOnce, sent } = runOf({
			parameters: many(2),
			answer: async (asked) => {
				if (numberOf(asked) === 0) return { body: { ok: true } };
				await new Promise((resolve) => setImmediate(resolve));
				return isDown ? REFUSED : { body: { ok: true } };
			},
		});
		expect((await tryOnce()).error).toMatchObject({ message: 'Not this one' });
		isDown = false;
		const { output } = await tryOnce();
		expect(output.map(({ json, pairedItem }) => [json.ok, pairedItem])).toEqual([
			[true, { item: 0 }],
			[true, { item: 1 }],
		]);
		expect(sent.map(numberOf)).toEqual([0, 1, 1]);
	});

	test('does not send what may have been executed, and says so', async () => {
		const { tryOnce, sent } = runOf({ parameters: many(1), answer: () => BROKEN });
		const first = await tryOnce();
		const second = await tryOnce();
		expect(second.error).toMatchObject({
			message: first.error!.message,
			description: `${first.error!.description} ${NOT_AGAIN}`,
			context: { outcome: 'unknown', details: { unknownItems: [0] } },
		});
		expect(sent).toHaveLength(1);
	});

	test.each([
		[0, 'The service had an internal fault (status 500)', NOT_AGAIN],
		[1, 'No form', 'It is not known whether item 0 had been executed, too.'],
	])('says so, too, where item %i cannot be checked any more', async (failing, message, told) => {
		let isLater = false;
		const { tryOnce, sent } = runOf(
			{ parameters: many(2), answer: (asked) => (numberOf(asked) === 0 ? BROKEN : REFUSED) },
			async (scope, declared, ids) => {
				if (isLater && scope.itemIndex === failing) throw new Error('No form');
				return await prepare(scope, declared, ids);
			},
		);
		await tryOnce();
		isLater = true;
		expect((await tryOnce()).error).toMatchObject({
			message,
			description: expect.stringContaining(told),
			context: { details: { unknownItems: [0] } },
		});
		expect(sent.filter((asked) => numberOf(asked) === 0)).toHaveLength(1);
	});

	test('says so, too, of what failed in a way of its own', async () => {
		const { tryOnce, sent } = runOf({ parameters: many(1) }, (scope, declared) => ({
			send: async () => {
				await request(scope.connection, declared);
				throw new TypeError('bug');
			},
		}));
		await tryOnce();
		expect((await tryOnce()).error).toMatchObject({ message: 'bug', description: NOT_AGAIN });
		expect(sent).toHaveLength(1);
	});

	test('gives what the service shows of it', async () => {
		const found = [{ json: { id: '7' }, pairedItem: { item: 0 } }];
		const { tryOnce, sent } = runOf(
			{ parameters: many(1), answer: () => BROKEN },
			async (scope, declared, ids) => ({
				...(await prepare(scope, declared, ids)),
				look: async () => found,
			}),
		);
		expect((await tryOnce()).error).toMatchObject({ context: { outcome: 'unknown' } });
		expect((await tryOnce()).output).toEqual(found);
		expect(sent).toHaveLength(1);
	});
});

describe('what only one item of a run may write', () => {
	/** All that are good write the same. */
	const single: Prepare = async (scope, declared, ids) => ({
		...(await prepare(scope, declared, ids)),
		once: { key: 'same', message: 'write the same', description: 'Leave all but one out.' },
	});

	test('is written by none of several', async () => {
		const { result, sent } = operation({ parameters: many(3) }, single);
		expect((await result).error).toMatchObject({
			message: 'Items 0-2 write the same',
			context: { errorId: 'INVALID_INPUT', itemIndex: 0, outcome: 'notExecuted' },
		});
		expect(sent).toEqual([]);
		const alone = operation({ parameters: many(1) }, single);
		expect((await alone.result).output).toHaveLength(1);
	});

	test('stays what an earlier try has written of it', async () => {
		let isRead = false;
		const checked: Prepare = async (scope, declared, ids) => {
			if (scope.itemIndex === 1 && !isRead) throw new Error('Cannot be read');
			return await single(scope, declared, ids);
		};
		const { tryOnce, sent } = runOf({ parameters: many(2), continueOnFail: true }, checked);
		const told = async () => (await tryOnce()).output.map(({ json }) => json.error ?? json.ok);
		expect(await told()).toEqual([true, 'Cannot be read']);
		isRead = true;
		expect(await told()).toEqual([true, 'Items 0-1 write the same']);
		expect(sent).toHaveLength(1);
	});
});
