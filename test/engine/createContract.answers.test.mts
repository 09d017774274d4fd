import { byId } from '../support/byId.mts';
import { creationSuite, row } from '../support/creation.mts';

const { sandbox, type, mapped, create, posts, profile } = creationSuite();

describe('the answer of the service', () => {
	const CREATED = {
		action: 'created',
		status: 'draft',
		fields: { Reference: 'PO-1', 'Payment term': '30-days' },
	};

	test.each<[Record<string, string>, string[]]>([
		[{}, []],
		[{}, ['dataWrapped']],
		[{ 'contract-create-response': 'id' }, []],
		[{ 'contract-create-response': 'id' }, ['dataWrapped']],
		[{ 'contract-create-response': 'text' }, []],
	])(
		'leads to the same item, where the profile is %j, also under %j',
		async (entries, variants) => {
			await profile(entries);
			await sandbox().control.variants(variants);

			const { items, error } = await create([row(1)]);

			expect(error).toBeUndefined();
			expect(items).toHaveLength(1);
			expect(items[0].json).toMatchObject({ ...CREATED, contractTypeName: type().name });
		},
	);

	test('that is a text, where nothing says so, is an error that says what was created', async () => {
		await sandbox().control.profile({ 'contract-create-response': 'text' });

		const { error } = await create([row(1)]);

		expect(error?.message).toContain('The contract was created, with the ID contract_');
		expect(error?.description).toContain(
			'contract-create-response: expected is "Answer of `POST /contracts`: The contract, or an object with its `id`", what came is text.',
		);
		expect(error?.context).toMatchObject({
			details: { entry: 'contract-create-response' },
			outcome: 'unknown',
		});
	});

	test.each([['availableOptions'], ['allowed']])(
		'refused options are listed where the profile calls them %s',
		async (name) => {
			await profile({ 'errors-details-options': name });

			const { error } = await create([row(1, { term: '30d' })], {
				options: { checkFields: false },
			});

			expect(error?.message).toBe("Field 'Payment term' has no option '30d'");
			expect(error?.description).toContain('Allowed: 15 days, 30 days, 60 days, 90 days');
		},
	);

	test('keeps the ID when the contract that was created cannot be read', async () => {
		await profile({ 'contract-create-response': 'id' });
		await sandbox().control.fault({
			route: 'GET /contracts/:id',
			kind: 'status',
			status: 403,
			times: 0,
		});

		const { items, error } = await create([row(1)]);

		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({
			action: 'created',
			id: expect.stringMatching(/^contract_/),
		});
	});

	test('gives the contract with values as stored where its creation form cannot be read then', async () => {
		const route = 'GET /contract-types/:id/creation-form';
		await sandbox().control.fault({ route, kind: 'status', status: 503, times: 0 });
		const options = { checkFields: false, retrySeconds: 0 };
		const retries = { typeVersion: 1.1, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

		const { items, error, run } = await create([row(1)], { options }, retries);

		expect(error).toBeUndefined();
		expect(items[0].json.action).toBe('created');
		expect(await posts()).toBe(1);
		expect(run.data.resultData.runData.SUT!.at(-1)!.hints).toEqual([
			expect.objectContaining({
				message: expect.stringContaining('are as the service stores them: '),
			}),
		]);
	});

	test('that never comes is not asked for again, and the message says so', async () => {
		await sandbox().control.fault({ route: 'POST /contracts', kind: 'reset', times: 0 });

		const { error } = await create([row(1)]);

		expect(error?.message).toContain('not known whether the service executed this');
		expect(await posts()).toBe(1);
	});

	test('is waited for when there were too many requests, as nothing was executed', async () => {
		await sandbox().control.fault({
			route: 'POST /contracts',
			kind: 'status',
			status: 429,
			retryAfter: 0,
		});

		const { items, error } = await create([row(1)]);

		expect(error).toBeUndefined();
		expect(items[0].json.action).toBe('created');
	});
});

describe('the creation form', () => {
	test('is read once for many items', async () => {
		await create(Array.from({ length: 40 }, (_, n) => row(n)));

		const route = '/contract-types/:id/creation-form';
		expect(await sandbox().control.requests({ route })).toHaveLength(1);
		expect(await posts()).toBe(40);
	});

	test('is the one that the item is shown by, however its ID is written', async () => {
		const { error } = await create(
			[row(1)],
			{ contractTypeId: byId(type().id.toUpperCase()) },
			{ typeVersion: 1.1 },
		);

		expect(error).toBeUndefined();
		const route = '/contract-types/:id/creation-form';
		expect(await sandbox().control.requests({ route })).toHaveLength(1);
	});

	const VALUES = {
		Reference: 'A-1',
		'Payment term': '30 DAYS',
		'End date': '2027-12-31',
		'Auto-renewal': 'true',
		'Contract value': '12',
		'Scope of work': 'Text',
	};
	const STORED = {
		Reference: 'A-1',
		'Payment term': '30-days',
		'End date': '2027-12-31',
		'Auto-renewal': true,
		'Contract value': 12,
	};

	test.each(['otherTypeWords', 'helpTextMissing', 'dataWrapped'])(
		'is understood in the shape %s',
		async (variant) => {
			await sandbox().control.variants([variant]);
			const { items, error } = await create([row(1)], { fields: mapped(VALUES) });
			expect(error).toBeUndefined();
			expect(items[0].json.fields).toMatchObject(STORED);
		},
	);

	test.each([
		['creation-form-fields', 'smartFields'],
		['creation-form-field-id', 'attributeDefinitionId'],
		['creation-form-field-name', 'label'],
		['field-options', 'choices'],
		['field-option', 'value-label'],
	])(
		'where %s is %s is understood with the profile, and else an error that names the entry',
		async (entry, value) => {
			await sandbox().control.profile({ [entry]: value });
			const { error, items: none } = await create([row(1)], { fields: mapped(VALUES) });
			expect(none).toEqual([]);
			expect(error?.description).toMatch(
				new RegExp(`^${entry}: expected is .* what came is .*Service Profile`),
			);
			expect(await posts()).toBe(0);

			await profile({ [entry]: value });
			const { items } = await create([row(1)], { fields: mapped(VALUES) });
			expect(items[0].json.fields).toMatchObject(STORED);
		},
	);
});
