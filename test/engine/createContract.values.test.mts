import { byId } from '../support/byId.mts';
import { creationSuite, row } from '../support/creation.mts';

const { sandbox, fieldId, mapped, create, posts, profile } = creationSuite();

describe('values', () => {
	test('of a CRM arrive as the service takes them; days are not shifted by the timezone', async () => {
		const { items, error } = await create([row(1)], {
			fields: mapped({
				Reference: 4711,
				'Payment term': '60 DAYS ',
				'Contract value': '1500.5',
				'End date': '2027-12-31T00:00:00.000Z',
				'Auto-renewal': 'Yes',
				'Governing law': '',
				'Scope of work': '# Scope\n\n- *one*\n- two',
			}),
		});

		expect(error).toBeUndefined();
		expect(items[0].json.fields).toEqual({
			Reference: '4711',
			'Payment term': '60-days',
			'Contract value': 1500.5,
			'End date': '2027-12-31',
			'Auto-renewal': true,
			'Governing law': null,
			'Scope of work': [
				{ type: 'heading-one', children: [{ text: 'Scope' }] },
				{
					type: 'bulleted-list',
					children: [
						{ type: 'list-item', children: [{ text: 'one', italic: true }] },
						{ type: 'list-item', children: [{ text: 'two' }] },
					],
				},
			],
		});
	});

	test('are taken from the item by field name or ID in automatic mode, and other properties ignored', async () => {
		const input = { account: 'Globex', ' reference': 'no field', REFERENCE: 'A-1' };
		const { items, error } = await create(
			[{ ...input, [fieldId('Payment term')]: '30-days', amount: 5, $any: {} }],
			{ fields: { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] } },
		);

		expect(error).toBeUndefined();
		expect(items[0].json.fields).toMatchObject({ Reference: 'A-1', 'Payment term': '30-days' });
	});

	test('of Fields (JSON) with more digits than a number keeps are refused before anything is sent', async () => {
		const { error } = await create([row(1)], {
			options: { fieldsJson: '{"Contract value": 9007199254740993}' },
		});
		expect(error).toMatchObject({
			message: "Field 'Contract value' cannot take '9007199254740992'",
			description: expect.stringContaining('more digits than a number keeps'),
		});
		expect(await posts()).toBe(0);
	});

	test.each(['12.500', '-1.250', '1.234'])(
		'of Fields (JSON) that are put in as %s may be a thousand times as much',
		async (fee) => {
			const labels = { fieldsJson: 'Fields (JSON)', additionalBody: 'Additional Body' };
			for (const [name, label] of Object.entries(labels)) {
				const { error } = await create([row(1, { fee })], {
					options: { [name]: '={"Reference": "12.500", "Contract value": {{ $json.fee }}}' },
				});
				expect(error?.message).toBe(`${label} '${fee}' has two meanings`);
				expect(error?.description).toContain('give an object, {{ { "key": $json.name } }}');
			}
			expect(await posts()).toBe(0);
		},
	);

	test('of Fields (JSON) that are put in from another node may be a thousand times as much, too', async () => {
		const { error } = await create([row(1)], {
			options: { fieldsJson: '={"Contract value": {{ ["12.5", "00"].join("") }}}' },
		});
		expect(error?.message).toBe("Fields (JSON) '12.500' has two meanings");
		expect(await posts()).toBe(0);
		for (const typed of ['12.500', '{{ (12.5).toFixed(3) }}']) {
			const fieldsJson = `={"Contract value": ${typed}, "Reference": "{{ $json.reference }}"}`;
			const { items } = await create([row(1)], { options: { fieldsJson } });
			expect(items[0].json.fields).toMatchObject({ 'Contract value': 12.5 });
		}
	});

	test.each([
		'{"Contract value": 1.234}',
		'={"Contract value": {{ $json.fee }}}',
		'={{ { "Contract value": $json.fee } }}',
	])('of Fields (JSON) that are numbers stay: %s', async (fieldsJson) => {
		const { items } = await create([row(1, { fee: 1.234 })], { options: { fieldsJson } });
		expect(items[0].json.fields).toMatchObject({ 'Contract value': 1.234 });
	});

	test('of Fields (JSON) that are expressions without a sign of it are not sent', async () => {
		const { error } = await create([row(1)], {
			options: { fieldsJson: '{"Reference": "{{ $json.reference }}"}' },
		});
		expect(error).toMatchObject({
			message: "Field 'Reference' cannot take '{{ $json.reference }}'",
			description: expect.stringContaining('choose Expression'),
		});
		expect(await posts()).toBe(0);
	});

	test('of Fields (JSON) are keyed by name or ID and win', async () => {
		const { items, error } = await create([row(1)], {
			options: { fieldsJson: `={"reference": "from JSON", "${fieldId('Auto-renewal')}": 0}` },
		});

		expect(error).toBeUndefined();
		expect(items[0].json.fields).toMatchObject({ Reference: 'from JSON', 'Auto-renewal': false });
	});

	test.each([
		[{ date: '01.03.2026', ende: '31.12.2026' }, '$json["ende"]'],
		[{ date: '01.03.2026', ende: { tag: '31.12.2026' } }, '$json["…"]'],
	])('of Fields (JSON) are converted by where they are in %j', async (item, source) => {
		const { error } = await create([row(1, item)], {
			options: { fieldsJson: '={{ { "End date": $json.ende.tag ?? $json.ende } }}' },
		});
		const expression = `DateTime.fromFormat(String(${source}).trim(), 'd.M.yyyy').toISODate() || ${source}`;
		expect(error?.description).toContain(`Convert this one with {{ ${expression} }}.`);
	});

	test('that are blank are left out, and a required one is asked for before anything is sent', async () => {
		const { error } = await create([row(1, { reference: ' ' })]);

		expect(error?.message).toBe("Field 'Reference' is required: give it a value");
		expect(await posts()).toBe(0);
	});

	test('that do not fit are all named at once', async () => {
		const { error } = await create(
			[row(1, { term: '30d', amount: '1,500', 'End date': '31.12.2027' })],
			{
				fields: mapped({
					Reference: '=',
					'Payment term': '={{ $json.term }}',
					'Contract value': '={{ $json.amount }}',
					'End date': '={{ $json["End date"] }}',
				}),
			},
		);

		expect(error?.message).toBe("No such option: 'Payment term' ('30d'), and 3 more");
		expect(error?.description).toBe(
			"No such option: 'Payment term' ('30d'). " +
				"'Payment term': Allowed: 15 days, 30 days, 60 days, 90 days. " +
				"Wrong value: 'Contract value' ('1,500'), 'End date' ('31.12.2027'). " +
				'Enter a number with a decimal point and without thousands separators, of at most 15 digits. ' +
				"It has two meanings: for 1500 give {{ typeof $json.amount === 'string' ? $json.amount.replaceAll(\",\", '') : $json.amount }}, " +
				"for 1.5 give {{ typeof $json.amount === 'string' ? Number($json.amount.replace(',', '.')) || $json.amount : $json.amount }}. " +
				'A date is written 2026-03-31, or 2026-03-31T14:30:00 with an offset such as +02:00 or Z. ' +
				'Convert this one with {{ DateTime.fromFormat(String($json["End date"]).trim(), \'d.M.yyyy\').toISODate() || $json["End date"] }}. ' +
				"Required, so give a value: 'Reference'. The creation form of the contract type demands a value. [item 0]",
		);
		expect(await posts()).toBe(0);
	});

	test.each([
		'America/New_York',
		'America/Los_Angeles',
		'Europe/Berlin',
		'Asia/Tokyo',
		'Pacific/Auckland',
	])('of a date are the same day however it comes in %s', async (timezone) => {
		const given = [
			'2027-12-01',
			`={{ DateTime.fromISO('2027-12-01', { zone: '${timezone}' }).toJSDate() }}`,
			`={{ DateTime.fromISO('2027-12-01', { zone: '${timezone}' }).toUTC().toISO() }}`,
			`={{ DateTime.fromISO('2027-12-01', { zone: '${timezone}' }) }}`,
			'={{ new Date("2027-12-01") }}',
			'2027-12-01T00:00:00.000Z',
			'={{ ["2027-12-01"] }}',
		];
		for (const date of given) {
			const { items, error } = await create(
				[row(1)],
				{ fields: mapped({ Reference: 'A', 'Payment term': '30 days', 'End date': date }) },
				{},
				undefined,
				timezone,
			);
			expect(error).toBeUndefined();
			expect(items[0].json.fields).toMatchObject({ 'End date': '2027-12-01' });
		}
	});

	test('of a date in a timezone that there is not are refused, and others are none of it', async () => {
		const fields = { Reference: 'A', 'Payment term': '30 days' };
		const create1 = async (values: Record<string, unknown>) =>
			await create([row(1)], { fields: mapped(values) }, {}, undefined, 'Europe/Belin');
		const { error } = await create1({ ...fields, 'End date': '2027-12-01' });
		expect(error?.message).toBe("The timezone of the workflow, 'Europe/Belin', does not exist");
		expect(await posts()).toBe(0);
		expect((await create1(fields)).error).toBeUndefined();
	});

	test('of a start that is later than the end are sent, with a hint', async () => {
		const order = (await sandbox().control.fixtures()).contractTypes[2];
		const values = { Reference: 'A', 'Start date': '2027-12-31', 'End date': '2027-01-01' };
		const { run, error } = await create([row(1)], {
			contractTypeId: byId(order.id),
			templateId: byId(order.templates[0].id),
			fields: mapped({}),
			options: { fieldsJson: JSON.stringify(values) },
		});
		expect(error).toBeUndefined();
		const [{ hints }] = run.data.resultData.runData.SUT!;
		expect(hints!.map(({ message }) => message)).toContain(
			"'Start date' 2027-12-31 is later than 'End date' 2027-01-01.",
		);
	});

	test.each([
		[new Date(0).toISOString(), 'as in new Date(null)'],
		['0026-12-01', 'four digits'],
		['1899-12-30', '1899 and 1900 often stand for no date'],
	])('of a date that cannot be meant are refused: %s', async (date, advice) => {
		const { error } = await create([row(1)], {
			fields: mapped({ Reference: 'A', 'Payment term': '30 days', 'End date': date }),
		});
		expect(error?.message).toBe(`Field 'End date' cannot take '${date}'`);
		expect(error?.description).toContain(advice);
	});

	test('that are missing are named together', async () => {
		const { error } = await create([row(1)], { fields: mapped({}) });

		expect(error?.message).toBe("Required, so give a value: 'Reference', 'Payment term'");
		expect(error?.description).toBe(
			"Required, so give a value: 'Reference', 'Payment term'. The creation form of the contract type demands a value. [item 0]",
		);
	});

	test('of a field that the form no longer has are refused by the name that the editor knew', async () => {
		const fields = mapped({ Reference: 'A', 'Payment term': '30-days' });
		fields.value['f9999999-0000-4000-8000-000000000001'] = 'x';
		fields.schema.push({
			...fields.schema[0],
			id: 'f9999999-0000-4000-8000-000000000001',
			displayName: 'Old field',
		});

		const { error } = await create([row(1)], { fields });

		expect(error?.message).toBe("The creation form has no field 'Old field'");
		expect(error?.context).toMatchObject({ errorId: 'FIELD_NOT_FOUND' });
	});

	test('go out as a list of pairs when the profile says so, or an option of earlier versions', async () => {
		await sandbox().control.profile({ 'contract-create-fields': 'pairs' });
		const object = await create([row(1)]);
		expect(object.error?.message).toBe('fields: expected an array');
		const asBefore = await create([row(1)], { options: { fieldsFormat: 'array' } });
		expect(asBefore.error).toBeUndefined();
		await profile({ 'contract-create-fields': 'pairs' });
		expect((await create([row(1)])).error).toBeUndefined();
	});

	test('go out unchecked when the options say so', async () => {
		const unchecked = await create([row(2, { term: '30d' })], { options: { checkFields: false } });
		expect(unchecked.error?.message).toBe("Field 'Payment term' has no option '30d'");
		const routes = (await sandbox().control.requests()).map(({ route }) => route);
		// The company is looked up, and the form is not read.
		expect(new Set(routes)).toEqual(new Set(['/counterparties', '/contracts']));
	});

	test('and a type that there is not are told with where types are found', async () => {
		const contractTypeId = byId('00000000-0000-4000-8000-000000000001');
		const { error } = await create([row(1)], { contractTypeId, options: { checkFields: false } });
		expect(error?.context).toMatchObject({ errorId: 'CONTRACT_TYPE_NOT_FOUND', statusCode: 404 });
		expect(error?.description).toMatch(
			/^It may have been deleted, .*\. Search contracts \(Get Many\) shows it as contractTypeId\.( \[|$)/,
		);
	});

	test('are cleared by (clear) also where they go out unchecked', async () => {
		const fieldsJson = JSON.stringify({ [fieldId('End date')]: '(clear)' });
		const options = { checkFields: false, fieldsJson };
		const { items, error } = await create([row(1)], { options });
		expect(error).toBeUndefined();
		expect(items[0].json.fields).toMatchObject({ Reference: expect.anything(), 'End date': null });
	});

	test('are sent unchecked in automatic mode where a property is called by a field ID', async () => {
		const { items, error } = await create(
			[{ account: 'Globex', [fieldId('Reference')]: 'A', [fieldId('Payment term')]: '30-days' }],
			{
				fields: { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] },
				options: { checkFields: false },
			},
		);

		expect(error).toBeUndefined();
		expect(items[0].json.fields).toMatchObject({ Reference: 'A', 'Payment term': '30-days' });
	});

	test('of the name, the counterparty and Additional Body go into the request', async () => {
		const { items, error } = await create([row(1)], {
			counterpartySource: 'existing',
			counterpartyId: byId((await sandbox().control.fixtures()).counterparties[3].id),
			name: 'From the parameter',
			options: { additionalBody: '={{ ({ name: "From JSON" }) }}' },
		});

		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({
			name: 'From JSON',
			counterpartyId: (await sandbox().control.fixtures()).counterparties[3].id,
		});
	});
});
