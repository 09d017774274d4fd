import type { IDataObject } from 'n8n-workflow';
import type { Counterparty } from '../../nodes/ContractManagement/api/types';
import { byId } from '../support/byId.mts';
import { requestsOf, runnerOf } from '../support/contractRun.mts';
import { runOperation } from '../support/runOperation.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

const COUNTRY = 'f2000000-0000-4000-8000-000000000001';
const VAT = 'f2000000-0000-4000-8000-000000000002';
const EMPLOYEES = 'f2000000-0000-4000-8000-000000000004';

const LIST = 'GET /counterparties';
const GET = 'GET /counterparties/:id';
const PATCH = 'PATCH /counterparties/:id';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => await sandbox.control.reset());

const run = runnerOf(() => sandbox, 'counterparty');

async function create(name: string, more: IDataObject = {}): Promise<string> {
	const { id } = await sandbox.control.createCounterparty({ name, ...more });
	await sandbox.control.clearRequests();
	return id;
}

async function stored(id: string): Promise<Counterparty> {
	return (await sandbox.api('GET', `/counterparties/${id}`)).body;
}

/** A field as the editor saves it when it is chosen from the list. */
const chosen = (value: string, cachedResultName: string) => ({
	__rl: true,
	mode: 'list',
	value,
	cachedResultName,
});

/** Own fields by their ids, as people enter them. */
const fields = (values: IDataObject) => ({
	field: Object.entries(values).map(([key, value]) => ({ key: byId(key), value })),
});

async function sync(parameters: Record<string, unknown>, rows: IDataObject[] = [{}]) {
	const { items, error, errorItems } = await run(
		'sync',
		parameters,
		rows.map((json) => ({ json })),
	);
	return { results: items.map(({ json }) => json), items, error, errorItems };
}

const patches = async () =>
	(await requestsOf(sandbox)).filter((request) => request.startsWith('PATCH'));

describe('finding by name', () => {
	test.each([
		['Acme GmbH', '  acme gmbh '],
		['Bergström & Söhne', 'Bergström & Söhne'.normalize('NFD')],
		['ÉCLAIR SARL', 'éclair sarl'],
		['100% Pure_Water', '100% pure_water'],
	])('%s is found as %j', async (name, matchName) => {
		const id = await create(name);
		const { results, error } = await sync({
			findBy: 'name',
			matchName: `={{ ${JSON.stringify(matchName)} }}`,
		});
		expect(error).toBeUndefined();
		expect(results).toMatchObject([{ action: 'unchanged', id, name, changes: [] }]);
	});

	test.each(['in:side Consulting', 'ne: wave', 'gte:3 Labs'])(
		'a name that looks like an operator is listed and compared here: %s',
		async (name) => {
			const id = await create(name);
			await create('side Consulting');
			const { results } = await sync({ findBy: 'name', matchName: name });
			expect(results).toMatchObject([{ action: 'unchanged', id }]);
			const queries = await sandbox.control.requests({ route: '/counterparties' });
			expect(queries.filter(({ query }) => 'name' in query)).toEqual([]);
		},
	);

	test('a part of a name is not the name', async () => {
		await create('Acme Holding');
		const { results } = await sync({ findBy: 'name', matchName: 'Acme' });
		expect(results).toEqual([
			{
				action: 'notFound',
				id: null,
				name: null,
				changes: [],
				dryRun: false,
				reason: null,
				otherSpelling: false,
				counterparty: null,
				candidates: [],
			},
		]);
	});

	test.each(['name', 'field'])('an archived duplicate does not count by %s', async (findBy) => {
		const one = { fields: { [VAT]: 'DE1' } };
		await create('Twin AG', { ...one, status: 'archived' });
		const id = await create('TWIN AG', one);
		const find = { findBy, matchName: 'twin ag', matchField: VAT, matchValue: 'DE1' };
		const updateFields = { fields: fields({ [COUNTRY]: 'France' }) };
		const { results } = await sync({ ...find, updateFields });
		expect(results).toMatchObject([{ action: 'updated', id, candidates: [] }]);
		await sandbox.api('PATCH', `/counterparties/${id}`, { status: 'archived' });
		expect((await sync({ ...find, updateFields })).results).toMatchObject([
			{ action: 'ambiguous', id: null },
		]);
	});

	test('two of the same name are ambiguous, and neither is changed', async () => {
		const ids = [await create('Twin AG'), await create('TWIN AG')];
		const { results } = await sync({
			findBy: 'name',
			matchName: 'twin ag',
			updateFields: { status: 'archived' },
		});
		expect(results).toMatchObject([{ action: 'ambiguous', id: null }]);
		const candidates = results[0].candidates as IDataObject[];
		expect(candidates.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
		expect(await patches()).toEqual([]);
	});

	test('the case does not matter where the service minds it: what is not found is looked for in the whole list, read once', async () => {
		const id = await create('ACME GMBH');
		await sandbox.control.profile({ 'counterparty-name-filter': 'exact-case' });
		const { results } = await sync({ findBy: 'name', matchName: '={{ $json.name }}' }, [
			{ name: 'acme gmbh' },
			{ name: 'nobody' },
			{ name: 'no one' },
		]);
		expect(results.map(({ action }) => action)).toEqual(['unchanged', 'notFound', 'notFound']);
		expect(results[0].id).toBe(id);
		const whole = await sandbox.control.requests({ route: '/counterparties' });
		const pages = Math.ceil((await sandbox.control.fixtures()).counterparties.length / 50);
		// Three searches, and the list that three items share.
		expect(whole.length).toBeLessThanOrEqual(3 + pages);
	});
});

describe('finding otherwise', () => {
	test('by the value of a field reads the list once for all items', async () => {
		const rows: IDataObject[] = [];
		for (let i = 0; i < 60; i++) {
			const id = await create(`Company ${i}`, {
				fields: { [VAT]: `DE${1000 + i}`, [COUNTRY]: 'Germany' },
			});
			rows.push({ id, vat: ` DE${1000 + i} ` });
		}
		const { results, error } = await sync(
			{ findBy: 'field', matchField: VAT, matchValue: '={{ $json.vat }}' },
			rows,
		);
		expect(error).toBeUndefined();
		expect(results.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
		expect(await requestsOf(sandbox)).toEqual([`${LIST} 200`, `${LIST} 200`]);
	});

	test('by an id is no notFound where it is not the service that knows none', async () => {
		const answer = { kind: 'status', status: 404, body: '404 page not found' } as const;
		await sandbox.control.fault({ route: 'GET /counterparties/:id', ...answer });
		const counterpartyId = await create('There');
		const { error } = await sync({ findBy: 'id', counterpartyId });
		expect(error?.message).toMatch(/^Nothing was found at /);
	});

	test('by an id that does not exist is notFound, not an error', async () => {
		const counterpartyId = 'cf000000-0000-4000-8000-00000000dead';
		const { results, error } = await sync({ findBy: 'id', counterpartyId });
		expect(error).toBeUndefined();
		expect(results).toMatchObject([{ action: 'notFound' }]);
	});

	test.each([
		[
			{ findBy: 'name', matchName: '={{ "" }}' },
			'Name to Find is empty: correct its expression, which gave nothing',
		],
		[
			{ findBy: 'field', matchField: VAT, matchValue: '={{ null }}' },
			'Value to Find is empty: correct its expression, which gave nothing',
		],
		[
			{ findBy: 'field', matchField: '={{ " " }}', matchValue: '1' },
			'Field ID is empty: correct its expression, which gave nothing',
		],
		[
			{ findBy: 'id', counterpartyId: '={{ "../organization" }}' },
			"Counterparty '../organization' is not an ID",
		],
	])('is refused before anything is sent: %j', async (parameters, message) => {
		const { error } = await sync(parameters);
		expect(error?.message).toBe(message);
		expect(await requestsOf(sandbox)).toEqual([]);
	});
});

test('what another node of the execution changed since the list was read is seen', async () => {
	const id = await create('Before', { fields: { [VAT]: 'DE-again' } });
	const execution = { executionId: 'sync again' };
	const again = async () => {
		const given = { findBy: 'field', matchField: VAT, matchValue: 'DE-again' };
		const parameters = { ...given, updateFields: { name: 'Before' } };
		return (await run('sync', parameters, undefined, execution)).items[0].json;
	};
	const first = await again();
	const updateFields = { name: 'Between' };
	await run('update', { counterpartyId: id, updateFields }, undefined, execution);
	expect(await again()).toMatchObject({ action: 'updated', name: 'Before' });
	expect(first).toMatchObject({ action: 'unchanged', counterparty: { name: 'Before' } });
	expect(await stored(id)).toMatchObject({ name: 'Before' });
});

test('a loop reads the list once; what another workflow set meanwhile is found by its next pass, at one request per pass', async () => {
	await sandbox.control.seed({ contracts: 1, counterparties: 250 });
	const id = await create('Late', { fields: { [COUNTRY]: 'Germany' } });
	const found: unknown[] = [];
	const { run: execution } = await run(
		'sync',
		{ findBy: 'field', matchField: VAT, matchValue: 'DE-late' },
		undefined,
		{
			loop: async (runs) => {
				if (runs === 5) {
					const fields = { [VAT]: 'DE-late' };
					await sandbox.api('PATCH', `/counterparties/${id}`, { fields });
				}
				return runs < 6;
			},
		},
	);
	const runs = execution.data.resultData.runData.SUT!;
	for (const each of runs) found.push(each.data?.main[0]?.[0]?.json.action);
	expect(found).toEqual([...Array<string>(5).fill('notFound'), 'unchanged']);
	const pages = Math.ceil((await sandbox.control.fixtures()).counterparties.length / 50);
	const reads = (await requestsOf(sandbox)).filter((line) => line === `${LIST} 200`);
	// The list, from both ends beyond its third page, and then only what changed.
	expect(pages).toBeGreaterThanOrEqual(5);
	expect(reads.length).toBeLessThanOrEqual(pages + 5 + 5);
});

test('a pass of a loop asks once for what changed, also where many were imported a moment ago', async () => {
	await sandbox.control.seed({ contracts: 1, counterparties: 60 });
	for (let i = 0; i < 60; i++) await create(`Imported ${i}`, { fields: { [VAT]: `DE${i}` } });
	const asked: number[] = [];
	const { error } = await run(
		'sync',
		{ findBy: 'field', matchField: VAT, matchValue: '=DE{{ $runIndex }}' },
		undefined,
		{
			loop: async (runs) => {
				asked.push((await requestsOf(sandbox)).length);
				await sandbox.control.clearRequests();
				return runs < 6;
			},
		},
	);
	expect(error).toBeUndefined();
	// The first pass reads the list, the second what may have changed while that was read.
	expect(asked.slice(2, 6)).toEqual([1, 1, 1, 1]);
});

test('the next pass of a loop changes the counterparty that a value has moved to meanwhile, not the one that had it', async () => {
	const before = await create('Before', { fields: { [VAT]: 'DE-moved' } });
	const after = await create('After');
	const { run: execution } = await run(
		'sync',
		{
			...{ findBy: 'field', matchField: VAT, matchValue: 'DE-moved' },
			updateFields: { status: '={{ $runIndex === 5 ? "archived" : "" }}' },
		},
		undefined,
		{
			loop: async (runs) => {
				if (runs === 5) {
					for (const [id, vat] of Object.entries({ [before]: 'DE-other', [after]: 'DE-moved' })) {
						await sandbox.api('PATCH', `/counterparties/${id}`, { fields: { [VAT]: vat } });
					}
				}
				return runs < 6;
			},
		},
	);
	const ids = execution.data.resultData.runData.SUT!.map(
		(each) => each.data?.main[0]?.[0]?.json.id,
	);
	expect(ids).toEqual([...Array<string>(5).fill(before), after]);
	expect([await stored(before), await stored(after)].map(({ status }) => status)).toEqual([
		'active',
		'archived',
	]);
});

describe('what differs', () => {
	const find = (matchName: string) => ({ findBy: 'name', matchName });

	test('is changed and told, the rest is neither sent nor told', async () => {
		const id = await create('Acme', { fields: { [COUNTRY]: 'Germany', [EMPLOYEES]: 5 } });
		const { results } = await sync({
			...find('Acme'),
			updateFields: {
				status: 'archived',
				name: 'Acme',
				fields: fields({ [COUNTRY]: 'France', [EMPLOYEES]: '5' }),
			},
		});
		expect(results).toMatchObject([
			{
				action: 'updated',
				id,
				changes: [
					{ field: 'Status', fieldId: 'status', from: 'active', to: 'archived' },
					{ field: COUNTRY, fieldId: COUNTRY, from: 'Germany', to: 'France' },
				],
				counterparty: { id, status: 'archived' },
			},
		]);
		expect(await patches()).toEqual([`${PATCH} 200`]);
		expect((await stored(id)).fields).toEqual({ [COUNTRY]: 'France', [EMPLOYEES]: 5 });
	});

	test('is named as the list called it when it was chosen, with the id beside it', async () => {
		const id = await create('Acme', { fields: { [COUNTRY]: 'Germany', [VAT]: 'DE1' } });
		const { results } = await sync({
			...find('Acme'),
			updateFields: {
				logoUrl: 'https://example.com/logo.png',
				fields: {
					field: [
						{ key: chosen(COUNTRY, 'Country'), value: '={{ "France" }}' },
						{ key: chosen(VAT, `${VAT} (DE1)`), value: 'DE2' },
						{ key: byId(EMPLOYEES), value: '={{ 7 }}' },
					],
				},
			},
		});
		expect(results[0].changes).toEqual([
			expect.objectContaining({ field: 'Logo URL', fieldId: 'logoUrl' }),
			{ field: 'Country', fieldId: COUNTRY, from: 'Germany', to: 'France' },
			{ field: VAT, fieldId: VAT, from: 'DE1', to: 'DE2' },
			{ field: EMPLOYEES, fieldId: EMPLOYEES, from: null, to: 7 },
		]);
		expect((await stored(id)).fields).toEqual({
			[COUNTRY]: 'France',
			[VAT]: 'DE2',
			[EMPLOYEES]: 7,
		});
	});

	test('is nothing the second time', async () => {
		await create('Acme');
		const parameters = {
			...find('Acme'),
			updateFields: { fields: fields({ [COUNTRY]: 'France' }) },
		};
		expect((await sync(parameters)).results[0].action).toBe('updated');
		await sandbox.control.clearRequests();
		expect((await sync(parameters)).results[0].action).toBe('unchanged');
		expect(await requestsOf(sandbox)).toEqual([`${LIST} 200`]);
	});

	test('is nothing where the service writes numbers as text, and other fields can be changed', async () => {
		const id = await create('Acme', { fields: { [COUNTRY]: 'Germany', [EMPLOYEES]: 5 } });
		await sandbox.control.variants(['numbersAsText']);
		const same = {
			...find('Acme'),
			updateFields: { fields: fields({ [COUNTRY]: 'Germany', [EMPLOYEES]: 5 }) },
		};
		expect((await sync(same)).results).toMatchObject([{ action: 'unchanged', changes: [] }]);
		expect(await patches()).toEqual([]);
		const other = {
			...find('Acme'),
			updateFields: { fields: fields({ [COUNTRY]: 'France', [EMPLOYEES]: 5 }) },
		};
		expect((await sync(other)).results).toMatchObject([
			{ changes: [{ fieldId: COUNTRY, to: 'France' }] },
		]);
		await sandbox.control.variants([]);
		expect((await stored(id)).fields).toEqual({ [COUNTRY]: 'France', [EMPLOYEES]: 5 });
	});

	test('is only told in a dry run', async () => {
		const id = await create('Acme');
		const { results } = await sync({
			...find('Acme'),
			updateFields: { status: 'archived' },
			options: { dryRun: true },
		});
		expect(results).toMatchObject([
			{ action: 'updated', dryRun: true, changes: [{ field: 'Status', to: 'archived' }] },
		]);
		expect(await patches()).toEqual([]);
		expect((await stored(id)).status).toBe('active');
	});

	test('stays where the copy in the service is newer', async () => {
		const id = await create('Acme');
		const { updatedAt } = await stored(id);
		const at = (shift: number) => new Date(Date.parse(updatedAt) + shift).toISOString();
		const parameters = { ...find('Acme'), updateFields: { status: 'archived' } };
		const older = await sync({ ...parameters, options: { sourceUpdatedAt: at(-1000) } });
		expect(older.results).toMatchObject([{ action: 'unchanged', reason: 'newerInService' }]);
		expect(await patches()).toEqual([]);
		const newer = await sync({ ...parameters, options: { sourceUpdatedAt: at(1000) } });
		expect(newer.results).toMatchObject([{ action: 'updated', reason: null }]);
	});

	test('is compared with the source of what an item before has written', async () => {
		const id = await create('Acme');
		const { updatedAt } = await stored(id);
		const at = (shift: number) => new Date(Date.parse(updatedAt) + shift).toISOString();
		const { results } = await sync(
			{
				...{ findBy: 'id', counterpartyId: byId(id) },
				updateFields: { name: '={{ $json.name }}' },
				options: { sourceUpdatedAt: '={{ $json.at }}' },
			},
			[
				{ name: 'One', at: at(1) },
				{ name: 'Two', at: at(3) },
				{ name: 'Earlier', at: at(2) },
			],
		);
		expect(results.map(({ action }) => action)).toEqual(['updated', 'updated', 'unchanged']);
		expect(results[2].reason).toBe('newerInService');
		expect((await stored(id)).name).toBe('Two');
	});

	test('loses no other field where the service replaces them as a whole', async () => {
		const id = await create('Acme', { fields: { [COUNTRY]: 'Germany', [VAT]: 'DE1' } });
		await sandbox.control.profile({ 'counterparty-patch-fields': 'replace' });
		await sync({ ...find('Acme'), updateFields: { fields: fields({ [COUNTRY]: 'France' }) } });
		expect((await stored(id)).fields).toMatchObject({ [COUNTRY]: 'France', [VAT]: 'DE1' });
	});

	test('is blank: left out; (clear): emptied', async () => {
		const id = await create('Acme', { fields: { [COUNTRY]: 'Germany', [VAT]: 'DE1' } });
		const { results } = await sync({
			...find('Acme'),
			updateFields: { name: '', fields: fields({ [COUNTRY]: ' ', [VAT]: '(clear)' }) },
		});
		expect(results[0].changes).toEqual([{ field: VAT, fieldId: VAT, from: 'DE1', to: null }]);
		expect((await stored(id)).fields[COUNTRY]).toBe('Germany');
		expect((await stored(id)).fields[VAT] ?? null).toBeNull();
	});

	test.each(['counterparty.sync', 'counterparty.update'])(
		'(clear) removes a logo with null, as the empty text is no address: %s',
		async (operation) => {
			const logoUrl = 'https://example.com/logo.png';
			const id = await create('Acme');
			await sandbox.api('PATCH', `/counterparties/${id}`, { logoUrl });
			const { error } = await runOperation(sandbox.baseUrl, operation, {
				findBy: 'id',
				counterpartyId: byId(id),
				updateFields: { logoUrl: '(clear)' },
			});
			expect(error).toBeUndefined();
			expect((await stored(id)).logoUrl).toBe('');
		},
	);

	test.each(['name', 'status'])('(clear) is no %s', async (name) => {
		const id = await create('Acme');
		const { error } = await runOperation(sandbox.baseUrl, 'counterparty.update', {
			counterpartyId: byId(id),
			updateFields: { [name]: '(clear)' },
		});
		expect(error?.message).toMatch(
			/^(Name cannot be cleared|Status '\(clear\)' cannot be chosen|Status cannot be cleared)$/,
		);
	});

	test('of a counterparty that two items name is changed by one after the other', async () => {
		const id = await create('Acme', { fields: { [VAT]: 'DE1', [COUNTRY]: 'Germany' } });
		await sandbox.control.profile({ 'counterparty-patch-fields': 'replace' });
		const find = { findBy: 'field', matchField: VAT, matchValue: 'DE1' };
		const rows = [
			{ field: COUNTRY, value: 'France' },
			{ field: EMPLOYEES, value: 7 },
			{ field: COUNTRY, value: 'France' },
		];
		const updateFields = { fields: fields({ '={{ $json.field }}': '={{ $json.value }}' }) };
		const { results } = await sync({ ...find, updateFields }, rows);
		expect(results.map(({ action }) => action)).toEqual(['updated', 'updated', 'unchanged']);
		expect((await stored(id)).fields).toEqual({
			[VAT]: 'DE1',
			[COUNTRY]: 'France',
			[EMPLOYEES]: 7,
		});
	});
});

test.each([
	['the first search is slow', 'old', ['one', 'two', 'three']],
	['the first changes what the second finds', 'one', ['two', 'one']],
])(
	'the last of several items that name a counterparty has the last word, also where %s',
	async (_what, before, values) => {
		const id = await create('Acme', { fields: { [VAT]: before } });
		await sandbox.control.fault({ route: LIST, kind: 'latency', ms: 300, times: 1 });
		const updateFields = { fields: fields({ [VAT]: '={{ $json.value }}' }) };
		const find = { findBy: 'name', matchName: 'Acme' };
		await sync(
			{ ...find, updateFields },
			values.map((value) => ({ value })),
		);
		expect((await stored(id)).fields[VAT]).toBe(values.at(-1));
	},
);

test.each([
	['is not repeated where the counterparty shows that it was executed', 'after', 1],
	['is repeated where it was not executed: its values are absolute', 'before', 2],
] as const)('a PATCH whose answer is lost %s', async (_what, when, count) => {
	const id = await create('Acme');
	const updates = async () => (await stored(id)).updatedAt;
	const before = await updates();
	await sandbox.control.fault({ route: PATCH, kind: 'reset', when });
	const { results } = await sync({
		findBy: 'name',
		matchName: 'Acme',
		updateFields: { status: 'archived' },
	});
	expect(results).toMatchObject([{ action: 'updated' }]);
	expect(await patches()).toHaveLength(count);
	expect(await updates()).not.toBe(before);
});

describe('Update', () => {
	test('sends what is given, and merges fields with those that are there', async () => {
		const id = await create('Acme', { fields: { [VAT]: 'DE1' } });
		await sandbox.control.profile({ 'counterparty-patch-fields': 'replace' });
		const { items, error } = await run('update', {
			counterpartyId: id,
			updateFields: {
				name: 'Acme SE',
				logoUrl: 'https://logos.example/a.png',
				fields: fields({ [COUNTRY]: 'France', [EMPLOYEES]: '={{ 12 }}' }),
			},
		});
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({
			id,
			name: 'Acme SE',
			fields: { [VAT]: 'DE1', [COUNTRY]: 'France', [EMPLOYEES]: 12 },
		});
		expect(await requestsOf(sandbox)).toEqual([`${GET} 200`, `${PATCH} 200`]);
	});

	test('without anything to change says so', async () => {
		const { error } = await run('update', { counterpartyId: await create('Acme') });
		expect(error?.message).toBe('Nothing to update');
		expect(await requestsOf(sandbox)).toEqual([]);
	});
});
