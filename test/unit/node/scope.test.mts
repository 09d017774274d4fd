import { getEventListeners } from 'node:events';
import type { IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';
import {
	connect,
	connections,
	withSignal,
} from '../../../nodes/ContractManagement/transport/connection';
import { checkedIdentifier, filledPath } from '../../../nodes/ContractManagement/node/path';
import { connectOptions } from '../../../nodes/ContractManagement/node/requestOptions';
import {
	itemOfSingle,
	itemsOfAll,
	runOf,
	type Given,
} from '../../../nodes/ContractManagement/node/scope';
import { executeContext, singleContext } from '../transport/support/nodeContexts.mts';

const scopeOfItem = async (context: IExecuteFunctions, itemIndex: number) =>
	await scopesOf(context, itemsOfAll(context))(itemIndex);

const scopesOf = (context: IExecuteFunctions | IExecuteSingleFunctions, items: Given[]) => {
	const connectionAt = connections(context);
	return async (i: number) => {
		const options = connectOptions(items[i]);
		return { ...items[i], connection: await connectionAt(options, items[i].itemIndex) };
	};
};

const scopeOfSingle = async (context: IExecuteSingleFunctions) =>
	await scopesOf(context, [itemOfSingle(context)])(0);

const ID = '3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';
const locator = (value: unknown) => ({ __rl: true, mode: 'id', value });

test('a declared item and an item of a custom operation look the same', async () => {
	const run = { parameters: [{ a: 0 }, { a: 1, contractId: locator(ID) }] };
	for (const scope of [
		await scopeOfItem(executeContext(run).context, 1),
		await scopeOfSingle(singleContext(run, 1).context),
	]) {
		expect(scope).toMatchObject({
			itemIndex: 1,
			node: { name: 'Contracts' },
			input: { json: { i: 1 } },
		});
		expect(scope.parameter('a', 5)).toBe(1);
		expect(scope.parameter('b', 5)).toBe(5);
		expect(scope.parameter('contractId', '')).toBe(ID);
		expect(scope.binary('data')).toEqual({ mimeType: '1 data' });
		expect(scope.connection.baseUrl).toBe('https://service.test/v2');
	}
});

test('an empty locator is read as it is', async () => {
	const parameters = [{ locator: locator(''), none: locator(null) }];
	const { parameter } = await scopeOfSingle(singleContext({ parameters }, 0).context);
	expect(parameter('locator', '')).toBe('');
	expect(parameter('none', '')).toBeNull();
});

test('what a model leaves blank is not given; an empty list and a locator with an ID are', async () => {
	const said = { c: 'null', d: 'undefined', e: 'None', f: locator('null') };
	const given = { a: ' ', b: '', ...said, kept: [], by: locator(ID), none: locator('') };
	const { context } = singleContext({
		parameters: [{ name: ' ', filters: given, options: { message: '' } }],
	});
	const tool = { ...context, getNode: () => ({ ...context.getNode(), type: 'contractTool' }) };
	const [asTool, asNode] = [await scopeOfSingle(tool), await scopeOfSingle(context)];
	expect(asTool.parameter('name', 'x')).toBe('x');
	expect(asTool.parameter('filters', {})).toEqual({ kept: [], by: locator(ID) });
	expect(asTool.parameter('options', {})).toEqual({ message: '' });
	expect(asNode.parameter('name', 'x')).toBe(' ');
	expect(asNode.parameter('filters', {})).toEqual(given);
});

test('each run of the node in a loop has a name of its own', async () => {
	const scope = await scopeOfItem(executeContext().context, 0);
	const at = ($runIndex: number) => ({ getWorkflowDataProxy: () => ({ $runIndex }) }) as never;
	expect(runOf({ ...scope, context: at(0) })).toBe('Contracts 0');
	expect(runOf({ ...scope, context: at(1) })).toBe('Contracts 1');
});

test('all items of a custom operation share the connection and the parameters without expressions', async () => {
	const { context } = executeContext({
		parameters: [
			{ same: 'x', own: 0, evaluated: 10, 'options.a': 1 },
			{ same: 'y', own: 1, evaluated: 11, 'options.a': 2 },
		],
	});
	const node = {
		...context.getNode(),
		parameters: {
			same: 'x',
			own: '={{ $json.own }}',
			evaluated: '={{ $json.own + 10 }}',
			options: { a: 1 },
		},
	};
	Object.assign(context, { getNode: () => node });
	const scopeOf = scopesOf(context, itemsOfAll(context));
	const scopes = [await scopeOf(0), await scopeOf(1)];

	expect(scopes.map(({ itemIndex, input }) => [itemIndex, input.json.i])).toEqual([
		[0, 0],
		[1, 1],
	]);
	expect(scopes[1].connection).toBe(scopes[0].connection);
	expect(scopes.map((scope) => scope.parameter('own', 9))).toEqual([0, 1]);
	expect(scopes.map((scope) => scope.parameter('evaluated', 9))).toEqual([10, 11]);
	expect(scopes.map((scope) => scope.parameter('same', ''))).toEqual(['x', 'x']);
	expect(scopes.map((scope) => scope.parameter('options.a', 0))).toEqual([1, 1]);
	expect(scopes[1].binary('data')).toEqual({ mimeType: '1 data' });
});

test('the time for retries comes from the options', async () => {
	const boundOf = async (value: unknown) => {
		const { context } = executeContext({ parameters: [{ 'options.retrySeconds': value }] });
		return (await scopeOfItem(context, 0)).connection.retry.maxTotalMs;
	};
	expect([await boundOf(0), await boundOf('5')]).toEqual([0, 5_000]);
	for (const blank of [undefined, null, '', ' ']) expect(await boundOf(blank)).toBe(120_000);
	for (const wrong of [-1, 'soon'])
		await expect(boundOf(wrong)).rejects.toThrow(
			`Retry for Up To '${wrong}' is not a number of at least 0`,
		);
});

const httpOf = async (requestOptions: object) => {
	const { context } = executeContext({ parameters: [{ requestOptions }] });
	return (await scopeOfItem(context, 0)).connection.http;
};

test('the request options of the node reach the requests', async () => {
	expect(await httpOf({})).toEqual({ timeout: 300_000 });
	expect(await httpOf({ timeout: 10, allowUnauthorizedCerts: true })).toEqual({
		timeout: 10,
		skipSslCertificateValidation: true,
	});
	expect(await httpOf({ proxy: 'https://me%40x:p%3A@proxy.test' })).toMatchObject({
		proxy: {
			host: 'proxy.test',
			port: 443,
			protocol: 'https',
			auth: { username: 'me@x', password: 'p:' },
		},
	});
	expect(await httpOf({ proxy: 'http://proxy.test' })).toMatchObject({ proxy: { port: 80 } });
	for (const proxy of ['proxy.test:8080', ' http://proxy.test:8080\n'])
		expect(await httpOf({ proxy })).toMatchObject({
			proxy: { host: 'proxy.test', port: 8080, protocol: 'http' },
		});
});

test.each([
	['us%er:p%w', 'us%er', 'p%w'],
	['u:100%25', 'u', '100%'],
	['u:%E4%20', 'u', '%E4%20'],
])('a percent sign in %s that encodes nothing stays', async (user, username, password) => {
	expect(await httpOf({ proxy: `http://${user}@proxy.test` })).toMatchObject({
		proxy: { auth: { username, password } },
	});
});

test('a proxy of another kind is refused by the name of its field', async () => {
	const { context } = executeContext({
		parameters: [{ requestOptions: { proxy: 'socks5://u:secret@127.0.0.1:1' } }],
	});
	const error = await scopeOfItem(context, 0).catch((each: Error) => each);
	expect(error).toMatchObject({
		message: 'Proxy begins with socks5://, and takes http:// and https:// only',
		context: { details: { field: 'Proxy' } },
	});
	expect(JSON.stringify(error)).not.toContain('secret');
});

test('a proxy that is no address is an error: the request would go another way than it should', async () => {
	const { context } = executeContext({ parameters: [{ requestOptions: { proxy: 'no proxy' } }] });
	await expect(scopeOfItem(context, 0)).rejects.toThrow('The proxy is not an address');
});

test('requests of one execution share its id; a request without one has an id of its own', async () => {
	const { context } = executeContext({ executionId: '42' });
	expect((await connect(context)).executionId).toBe('42');
	const editor = { ...(context as never as Record<string, unknown>) };
	delete editor.getExecutionId;
	delete editor.getExecutionCancelSignal;
	const [one, two] = [await connect(editor as never), await connect(editor as never)];
	expect(one.executionId).not.toBe(two.executionId);
	expect(one.signal).toBeUndefined();
});

test('the cancel signal of the execution ends requests, unless a deadline of its own is given', async () => {
	const { signal } = new AbortController();
	const { context } = executeContext({ signal });
	expect((await connect(context)).signal).toBe(signal);
	const deadline = AbortSignal.timeout(1_000);
	expect((await connect(context, { signal: deadline })).signal).toBe(deadline);
});

test('two keys are two accounts and two gates, one key is one', async () => {
	const withKey = async (apiKey: string) =>
		await connect(
			executeContext({ credentials: { baseUrl: 'https://service.test/v2', apiKey } }).context,
		);
	const [one, same, other] = [await withKey('a'), await withKey('a'), await withKey('b')];
	expect(one.gate).toBe(same.gate);
	expect(one.gate).not.toBe(other.gate);
	expect(one.account).not.toBe(other.account);
	expect(JSON.stringify(one.account)).not.toContain('"a"');
});

test('a missing base URL is left to the credential to name', async () => {
	expect((await connect(executeContext({ credentials: { apiKey: 'x' } }).context)).baseUrl).toBe(
		'',
	);
});

test('either signal ends a connection with two', async () => {
	const [own, execution] = [new AbortController(), new AbortController()];
	const base = await connect(executeContext({ signal: execution.signal }).context);
	execution.abort();
	expect(withSignal(base, own.signal).signal?.aborted).toBe(true);
	const free = withSignal({ ...base, signal: undefined }, own.signal);
	expect(free.signal?.aborted).toBe(false);
	own.abort();
	expect(free.signal?.aborted).toBe(true);
});

const scopeWith = async (parameters: Record<string, unknown>) =>
	await scopeOfItem(executeContext({ parameters: [parameters] }).context, 0);

test('a deadline that a connection was combined with has one listener, or Node 20 would forget it', async () => {
	const base = await connect(executeContext({}).context, { signal: AbortSignal.timeout(60_000) });
	const deadline = AbortSignal.timeout(60_000);
	for (let i = 0; i < 20; i++) withSignal(base, deadline);
	expect(getEventListeners(base.signal!, 'abort')).toHaveLength(1);
	expect(getEventListeners(deadline, 'abort')).toHaveLength(1);
});

test('a path is filled with ids only', async () => {
	const scope = await scopeWith({ contractId: `contract_${ID}`, customObjectId: locator(ID) });
	const template = '/custom-objects/{customObjectId}/contract/{contractId}/records';
	expect(filledPath(scope, template)).toEqual({
		path: `/custom-objects/${ID}/contract/contract_${ID}/records`,
		ids: { customObjectId: ID, contractId: `contract_${ID}` },
	});
	expect(filledPath(scope, '/organization')).toEqual({ path: '/organization', ids: {} });
});

test.each([
	['', 'Contract is empty'],
	[undefined, 'Contract is empty'],
	['../organization', "Contract '../organization' is not an ID"],
	[`${ID}/../x`, `Contract '${ID}/../x' is not an ID`],
	['https://evil.test/', "Contract 'https://evil.test/' is not an ID"],
	[{ a: 1 }, `Contract '{"a":1}' is not an ID`],
	['x'.repeat(80), `Contract '${'x'.repeat(60)}…' is not an ID`],
])('%j does not get into a path', async (contractId, message) => {
	const scope = await scopeWith({ contractId });
	expect(() => filledPath(scope, '/contracts/{contractId}')).toThrow(message);
	expect(() => checkedIdentifier(scope, 'Contract', contractId)).toThrow(
		expect.objectContaining({
			context: expect.objectContaining({ itemIndex: 0, errorId: 'INVALID_INPUT' }),
		}),
	);
});

test.each([
	['/contracts/{contractId}', 'Contract: choose from the list, or enter a UUID such as 3f2a8c1e'],
	['/members/{memberId}', 'Member: choose from the list, or enter a UUID such as 3f2a8c1e'],
	['/custom-objects/{customObjectId}', 'Custom Object: enter a UUID such as 3f2a8c1e'],
])('how to give an id is said with the name of the parameter: %s', async (path, start) => {
	const scope = await scopeWith({});
	expect(() => filledPath(scope, path)).toThrow(
		expect.objectContaining({ description: expect.stringContaining(start) }),
	);
});

test.each([
	[{ deal: 'D-1', name: 'Lease' }, 'deal, name'],
	[{}, 'no properties'],
])(
	'an expression for an id that gave nothing is told with what the item %j has',
	async (json, has) => {
		const { context } = executeContext({ parameters: [{ contractId: '' }] });
		Object.assign(context, { getInputData: () => [{ json }] });
		const scope = await scopeOfItem(context, 0);
		expect(() => filledPath(scope, '/contracts/{contractId}')).toThrow(
			expect.objectContaining({
				message: 'Contract is empty: correct its expression, which gave nothing',
				description: expect.stringContaining(
					`{{ $now }} gave nothing; the input has: ${has}. Contract: `,
				),
			}),
		);
	},
);

test('an id is called as its parameter is in the editor', async () => {
	const scope = await scopeWith({});
	expect(() => filledPath(scope, '/x/{thingId}')).toThrow('Thing is empty');
});

test('an item without fields, as of a node that gives files only, is left to n8n', async () => {
	const { context } = executeContext({ parameters: [{ own: 'what n8n says' }] });
	const node = { ...context.getNode(), parameters: { own: '={{ $json.own }}' } };
	const input = [{ binary: {} }] as never;
	Object.assign(context, { getNode: () => node, getInputData: () => input });
	const scope = await scopeOfItem(context, 0);
	expect(scope.parameter('own', '')).toBe('what n8n says');
});

describe('in a tool', () => {
	const asTool = (parameters: Record<string, unknown>) => {
		const { context } = singleContext({ parameters: [parameters] }, 0);
		const node = { ...context.getNode(), type: 'contractManagementTool' };
		return Object.assign(context, { getNode: () => node });
	};

	test('what is left blank in filters and update fields is not given, but for an empty list', async () => {
		const given = { name: ' ', folderId: locator(''), ids: [], role: null, limit: 0 };
		const { parameter } = await scopeOfSingle(asTool({ filters: given, options: given }));
		expect(parameter('filters', {})).toEqual({ ids: [], limit: 0 });
		expect(parameter('options', {})).toEqual(given);
	});

	test('an error of an ID names the operation that finds it, where there is one', async () => {
		const scope = await scopeOfSingle(asTool({}));
		const error = (label: string, id: string) =>
			caught(() => checkedIdentifier(scope, label, id)) as { message: string; description: string };
		expect(error('Template', 'NDA').description).toContain(
			'Template: Describe contract type (Get Creation Form) lists the templates; enter a UUID',
		);
		expect(error('Custom Object', 'Items').description).toContain(
			'Custom Object: no operation finds its ID: ask for it; enter a UUID',
		);
	});
});

test('the ID of another kind of record, by its prefix', async () => {
	const scope = await scopeOfSingle(singleContext({}, 0).context);
	const of = (label: string, prefix: string) => () => checkedIdentifier(scope, label, prefix + ID);
	expect(of('Contract', 'counterparty_')).toThrow(
		`Contract 'counterparty_${ID}' is the ID of a counterparty`,
	);
	expect(of('Contract', 'Contract_')()).toBe(`Contract_${ID}`);
	expect(of('Contract', '')()).toBe(ID);
	expect(of('Contract', 'c-')()).toBe(`c-${ID}`);
	expect(of('Field', 'contract_')()).toBe(`contract_${ID}`);
});

function caught(act: () => unknown): unknown {
	try {
		return act();
	} catch (error) {
		return error;
	}
}
