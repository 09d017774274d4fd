import type { Contract } from '../../../nodes/ContractManagement/api/types';
import { presentContracts } from '../../../nodes/ContractManagement/transport/contractOutput';
import { fakeConnection, networkError, type Answer } from './support/fakeService.mts';

const TYPES = ['c7000000-0000-4000-8000-000000000001', 'c7000000-0000-4000-8000-000000000002'];
const FIELD = 'f1000000-0000-4000-8000-000000000004';
const FORM = {
	fields: [{ id: FIELD, name: 'Term', type: 'select', options: [{ id: 'o1', name: '30 days' }] }],
};

let executions = 0;

function service(answer: () => Answer = () => ({ body: FORM as never })) {
	executions += 1;
	return fakeConnection(answer, { executionId: `output ${executions}`, retry: NO_RETRY });
}

const NO_RETRY = { baseDelayMs: 1, maxDelayMs: 1, maxRetries: 0, maxTotalMs: 0 };

const contract = (type: string, value: unknown = 'o1') =>
	({
		id: '1',
		contractType: { id: type, name: 'Type' },
		fields: [{ attributeDefinitionId: FIELD, name: 'Term', value }],
	}) as Contract;

const output = { simplify: true, fieldsAs: 'byName', readableValues: true } as const;

test('one creation form is read per contract type, however often they are asked for', async () => {
	const { connection, sent } = service();
	const contracts = [TYPES[0], TYPES[1], TYPES[0]].map((type) => contract(type));
	for (let i = 0; i < 2; i++) {
		const presented = await presentContracts(connection, contracts, output);
		expect(presented).toEqual(
			contracts.map(() => expect.objectContaining({ fields: { Term: '30 days' } })),
		);
	}
	expect(sent).toHaveLength(2);
});

test('without it nothing is read, and raw contracts have the values too', async () => {
	const { connection, sent } = service();
	const plain = { ...output, readableValues: false };
	expect(await presentContracts(connection, [contract(TYPES[0])], plain)).toMatchObject([
		{ fields: { Term: 'o1' } },
	]);
	expect(sent).toHaveLength(0);
	const raw = { ...output, simplify: false };
	expect(await presentContracts(connection, [contract(TYPES[0])], raw)).toEqual([
		contract(TYPES[0], '30 days'),
	]);
});

test.each([
	[1, true, 'o1', 0],
	[1.1, true, '30 days', 1],
	[1.1, false, 'o1', 0],
])(
	'where it is not said, version %s with simplify %s gives %s',
	async (version, simplify, value, forms) => {
		const { connection, sent } = service();
		const node = { ...connection.context.getNode(), typeVersion: version };
		const context = { ...connection.context, getNode: () => node } as never;
		const wanted = { simplify, fieldsAs: 'byName' } as const;
		const [shown] = await presentContracts(
			{ ...connection, context },
			[contract(TYPES[0])],
			wanted,
		);
		expect(JSON.stringify(shown)).toContain(`"${value}"`);
		expect('folderId' in shown!).toBe(version > 1 && simplify);
		expect(sent).toHaveLength(forms);
	},
);

test('contracts without a type or fields need no form', async () => {
	const { connection, sent } = service();
	const partial = [
		{ id: '1' },
		{ ...contract(TYPES[0]), contractType: undefined },
		{ id: '2', fields: [] },
	];
	await presentContracts(connection, partial as never, output);
	expect(sent).toHaveLength(0);
});

const plain = [{ fields: { Term: 'o1' } }];
const told = [expect.stringContaining('are as the service stores them')];

test.each([400, 403, 404, 410, 422, 200])(
	'where there is no form for good (%d) the values stay as they are, with a hint',
	async (statusCode) => {
		const { connection } = service(() => ({ statusCode, body: { name: 'No fields' } as never }));
		const hints: string[] = [];
		Object.assign(connection.context, {
			addExecutionHints: ({ message }: { message: string }) => hints.push(message),
		});
		expect(await presentContracts(connection, [contract(TYPES[0])], output)).toMatchObject(plain);
		expect(hints).toEqual(told);
	},
);

test('a trigger, which shows no hints, writes it to the log', async () => {
	const { connection } = service(() => ({ statusCode: 410, body: {} as never }));
	const warned: string[] = [];
	Object.assign(connection.context.logger, { warn: (line: string) => warned.push(line) });
	expect(await presentContracts(connection, [contract(TYPES[0])], output)).toMatchObject(plain);
	expect(warned).toEqual(told);
});

test.each<[string, Answer]>([
	...[401, 408, 429, 500].map((statusCode): [string, Answer] => [`${statusCode}`, { statusCode }]),
	['an answer that cannot be read', { body: '<h1>Maintenance</h1>' as never }],
	['no answer', networkError('ECONNRESET')],
	['a certificate that has expired', networkError('CERT_HAS_EXPIRED')],
])('a form that cannot be read for now is a failure: %s', async (_what, answer) => {
	const { connection } = service(() => answer);
	const shown = async (isSent: boolean) => {
		const writing = { stop: new AbortController().signal, isSent };
		return await presentContracts({ ...connection, writing }, [contract(TYPES[0])], output);
	};
	await expect(shown(false)).rejects.toThrow();
	// Whoever is told of a failure would write it once more.
	Object.assign(connection.context, { addExecutionHints: () => undefined });
	expect(await shown(true)).toMatchObject(plain);
});

test('so is one for which the time runs out', async () => {
	const { connection } = service();
	const signal = AbortSignal.abort();
	const asking = presentContracts({ ...connection, signal }, [contract(TYPES[0])], output);
	await expect(asking).rejects.toThrow();
});
