import type { IDataObject } from 'n8n-workflow';
import { byId } from '../support/byId.mts';
import { credentialData } from '../support/credentials.mts';
import { creationSuite, LINK, row } from '../support/creation.mts';
import { codeBlocks, document } from '../support/documents.mts';
import { runOperation } from '../support/runOperation.mts';
import type { Fault } from '../support/sandbox.mts';

const { sandbox, create, posts } = creationSuite();

const contracts = async () =>
	(await sandbox().control.contracts({ organization: 'main' })).length as number;

test('three rows of which the first has a date that is none: nothing is created', async () => {
	const before = await contracts();
	const rows = [row(0, { ends: '31.12.2026' }), row(1, { ends: '2026-12-31' }), row(2)];
	const options = { fieldsJson: '={{ { "End date": $json.ends } }}' };

	const { error, items } = await create(rows, { options });

	expect(error?.message).toContain("'End date' cannot take '31.12.2026'");
	expect(error?.description).toContain('No item was executed.');
	expect(error?.context).toMatchObject({
		itemIndex: 0,
		outcome: 'notExecuted',
		details: { executedItems: [], unknownItems: [], failedItems: [0] },
	});
	expect(items).toEqual([]);
	expect(await contracts()).toBe(before);
});

test('several bad rows are named by the first', async () => {
	const bad = { term: '30d' };
	const rows = [
		row(0),
		row(1, bad),
		row(2),
		row(3, bad),
		row(4, bad),
		row(5, bad),
		row(6),
		row(7, bad),
	];

	const { error } = await create(rows);

	expect(error?.message).toBe("Field 'Payment term' has no option '30d'");
	expect(error?.description).toContain(
		"No item was executed. What fails, too: items 3-5 and 7: Field 'Payment term' has no option '30d'.",
	);
	expect(error?.context).toMatchObject({ itemIndex: 1 });
	expect(await posts()).toBe(0);
});

test('a row that the service refuses ends the others, and the error says which were executed', async () => {
	const before = await contracts();
	const rows = Array.from({ length: 40 }, (_, n) => row(n));
	await sandbox().control.fault({
		route: 'POST /contracts',
		kind: 'status',
		status: 400,
		body: { error: { errorId: 'NO', message: 'Not this one', details: {} } },
		skip: 12,
	});

	const { error } = await create(rows, { integration: LINK });

	const executed = (await contracts()) - before;
	expect(error?.message).toBe('Not this one');
	const { executedItems, unknownItems, failedItems } = error?.context?.details as Record<
		string,
		number[]
	>;
	expect(executedItems).toHaveLength(executed);
	expect(executed).toBeLessThan(25);
	expect(unknownItems).toEqual([]);
	expect(failedItems).toEqual([error?.context?.itemIndex]);
	expect(error?.description).toContain(`${executed} of 40 items had been executed by then: items `);
	expect(error?.description).toContain('leave these items out');
	expect(await posts()).toBe(executed + 1);
});

describe('every operation that writes', () => {
	const ids = async (kind: 'contract' | 'counterparty' | 'member') => {
		const { control } = sandbox();
		if (kind === 'contract') return (await control.createContract()).id as string;
		if (kind === 'counterparty') return (await control.createCounterparty({ name: 'A' })).id;
		return (await control.fixtures()).members[1].id as string;
	};
	const id = '={{ $json.id }}';
	const data = {
		data: Buffer.from('%PDF-1.7 %%EOF').toString('base64'),
		mimeType: 'application/pdf',
		fileName: 'a.pdf',
	};

	test.each([
		['contract.update', 'contract', { contractId: byId(id), updateFields: { moveToRoot: true } }],
		['contract.sendForSignature', 'contract', { contractId: byId(id) }],
		[
			'contract.markAsSigned',
			'contract',
			{ contractId: byId(id), signatureDate: '2026-03-01', binaryProperties: 'data' },
		],
		[
			'counterparty.update',
			'counterparty',
			{ counterpartyId: byId(id), updateFields: { name: 'B' } },
		],
		[
			'counterparty.sync',
			'counterparty',
			{ findBy: 'id', counterpartyId: byId(id), updateFields: { name: 'B' } },
		],
		['member.update', 'member', { memberId: id, updateFields: { lastname: 'B' } }],
		['file.upload', 'contract', { binaryProperties: id.replace('id', 'field') }],
	] as const)('%s sends nothing when one item is bad', async (operation, kind, parameters) => {
		const good = async () => ({ id: await ids(kind), field: 'data' });
		const items = [await good(), await good(), { id: 'none', field: 'nothing' }].map((json) => ({
			json,
			binary: { data },
		}));
		const run = async (more = {}) =>
			await runOperation(sandbox().baseUrl, operation, parameters, [], { items, ...more });
		await sandbox().control.clearRequests();

		const { error } = await run();

		expect(error?.context).toMatchObject({ itemIndex: 2, outcome: 'notExecuted' });
		expect(error?.description).toContain('No item was executed.');
		expect(await sandbox().control.requests()).toEqual([]);

		const { items: out } = await run({ nodeSettings: { onError: 'continueRegularOutput' } });

		expect(out.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual([0, 1, 2]);
		expect(out[0].json).not.toHaveProperty('error');
		expect(out[2].json.details).toMatchObject({ outcome: 'notExecuted', itemIndex: 2 });
	});
});

describe('outcome', () => {
	const [condition] = codeBlocks(document('docs/errors.md'))
		.map(({ code }) => /^\{\{(.*)\}\}$/s.exec(code.trim())?.[1])
		.filter((code) => code !== undefined);

	/** What the If of docs/errors.md says to the item. */
	const isTriedAgain = (json: IDataObject) => new Function('$json', `return ${condition}`)(json);

	const outcomeOf = async (fault: Partial<Fault> | undefined, data: IDataObject = row(1)) => {
		if (fault)
			await sandbox().control.fault({ route: 'POST /contracts', times: 0, ...fault } as Fault);
		const options = { retrySeconds: 0 };
		const { items } = await create([data], { options }, { onError: 'continueRegularOutput' });
		const { details } = items[0].json as { details: IDataObject };
		return [details.outcome, isTriedAgain(items[0].json)];
	};

	test.each([
		['a refused value', undefined, { term: '30d' }, 'notExecuted', false],
		['a refusal of the service', { kind: 'status', status: 400 }, {}, 'notExecuted', false],
		['too many requests', { kind: 'status', status: 429 }, {}, 'notExecuted', true],
		['a lost answer', { kind: 'reset' }, {}, 'unknown', false],
		['a lost answer, executed', { kind: 'reset', when: 'after' }, {}, 'unknown', false],
		['a fault of the service', { kind: 'status', status: 503 }, {}, 'unknown', false],
		['a web page', { kind: 'html' }, {}, 'unknown', false],
		[
			'a form that cannot be read',
			{ route: 'GET /contract-types/:id/creation-form', kind: 'status', status: 503 },
			{},
			'notExecuted',
			true,
		],
	] as const)('of %s', async (_what, fault, more, outcome, isAgain) => {
		expect(await outcomeOf(fault, row(1, { ...more }))).toEqual([outcome, isAgain]);
	});

	test('of a service that cannot be reached', async () => {
		const { items } = await runOperation(
			'http://127.0.0.1:1/v2',
			'contract.sendForSignature',
			{ contractId: byId('3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718'), options: { retrySeconds: 0 } },
			[{}],
			{ nodeSettings: { onError: 'continueRegularOutput' } },
		);
		expect(items[0].json.details).toMatchObject({ outcome: 'notExecuted', statusCode: 0 });
		expect(isTriedAgain(items[0].json)).toBe(true);
	});

	test('of an API key that is empty, which does not pass by itself', async () => {
		const { items } = await runOperation(sandbox().baseUrl, 'organization.get', {}, [{}], {
			credential: credentialData(sandbox().baseUrl, ''),
			nodeSettings: { onError: 'continueRegularOutput' },
		});
		expect(items[0].json.details).toMatchObject({ outcome: 'notExecuted', statusCode: null });
		expect(isTriedAgain(items[0].json)).toBe(false);
	});
});

test('a row whose answer is lost ends the others, and is told from those that were executed', async () => {
	await sandbox().control.fault({
		route: 'POST /contracts',
		kind: 'reset',
		when: 'after',
		skip: 3,
	});

	const { error } = await create(Array.from({ length: 30 }, (_, n) => row(n)));

	const { executedItems, unknownItems } = error?.context?.details as Record<string, number[]>;
	expect(error?.context).toMatchObject({ outcome: 'unknown' });
	expect(unknownItems).toEqual([error?.context?.itemIndex]);
	expect(await posts()).toBe(executedItems.length + 1);
});

test('with Find Existing running again repeats nothing', async () => {
	const rows = Array.from({ length: 12 }, (_, n) => row(n));
	const settings = { integration: LINK, findExisting: true };
	const fault = { route: 'POST /contracts', kind: 'status', status: 403, skip: 5 } as const;
	await sandbox().control.fault(fault);

	const { error } = await create(rows, settings);
	const { executedItems } = error?.context?.details as Record<string, number[]>;
	const { items } = await create(rows, settings);

	expect(error?.description).toContain('Running this again does no harm');
	const found = items.flatMap(({ json }, index) => (json.action === 'found' ? [index] : []));
	expect(found).toEqual(executedItems);
});

test('a row that has its contract already needs no values that fit the form', async () => {
	const settings = { integration: LINK, findExisting: true };
	await create([row(1)], settings);

	const { items, error } = await create([row(2), row(1, { term: '30d' })], settings);

	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.action)).toEqual(['created', 'found']);
});
