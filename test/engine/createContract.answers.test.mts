import { creationSuite, row } from '../support/creation.mts';

const { sandbox, type, mapped, create, posts } = creationSuite();

describe('the answer of the service', () => {
	test.each([
		[[]],
		[['createAnswersId']],
		[['createAnswersData']],
		[['createAnswersBareId']],
		[['dataWrapped']],
	])('%j leads to the same item', async (variants) => {
		await sandbox().control.variants(variants);

		const { items, error } = await create([row(1)]);

		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(items[0].json).toMatchObject({
			action: 'created',
			status: 'draft',
			contractTypeName: type().name,
			fields: { Reference: 'PO-1', 'Payment term': '30-days' },
		});
	});

	test.each([[[]], [['errorOptionsKey']], [['errorAllowedKey']]])(
		'refused options are listed whatever the service calls them: %s',
		async (variants) => {
			await sandbox().control.variants(variants);

			const { error } = await create([row(1, { term: '30d' })], {
				options: { checkFields: false },
			});

			expect(error?.message).toBe("Field 'Payment term' has no option '30d'");
			expect(error?.description).toContain('Allowed: 15 days, 30 days, 60 days, 90 days');
		},
	);

	test('keeps the ID when the contract that was created cannot be read', async () => {
		await sandbox().control.variants(['createAnswersId']);
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

	test.each([
		['smartFieldsKey'],
		['smartFieldsSnakeKey'],
		['attributeDefinitionIds'],
		['labelKeys'],
		['optionStrings'],
		['optionValueLabel'],
		['otherTypeWords'],
		['helpTextMissing'],
		['dataWrapped'],
	])('is understood in the shape %s', async (variant) => {
		await sandbox().control.variants([variant]);

		const { items, error } = await create([row(1)], {
			fields: mapped({
				Reference: 'A-1',
				'Payment term': '30 DAYS',
				'End date': '2027-12-31',
				'Auto-renewal': 'true',
				'Contract value': '12',
				'Scope of work': 'Text',
			}),
		});

		expect(error).toBeUndefined();
		expect(items[0].json.fields).toMatchObject({
			Reference: 'A-1',
			'Payment term': '30-days',
			'End date': '2027-12-31',
			'Auto-renewal': true,
			'Contract value': 12,
		});
	});
});
