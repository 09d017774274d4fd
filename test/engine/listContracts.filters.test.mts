import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { byId } from '../support/byId.mts';
import { contractListSuite, ids } from '../support/contractList.mts';

const { sandbox, list, api, queries } = contractListSuite();

describe('filters', () => {
	test('by status: any of, is not one, is not several, and both', async () => {
		const all = await api();
		const withStatus = (...statuses: string[]) =>
			ids(all.filter(({ status }) => statuses.includes(status)));

		const anyOf = await list({ filters: { status: ['signed', 'draft'] } });
		const isNot = await list({ filters: { statusNot: ['signed'] } });
		const isNoneOf = await list({ filters: { statusNot: ['signed', 'canceled'] } });
		const both = await list({ filters: { status: ['signed', 'draft'], statusNot: ['draft'] } });

		expect(ids(anyOf.contracts)).toEqual(withStatus('signed', 'draft'));
		expect(ids(isNot.contracts)).toEqual(withStatus('draft', 'negotiating', 'signing', 'canceled'));
		expect(ids(isNoneOf.contracts)).toEqual(withStatus('draft', 'negotiating', 'signing'));
		expect(ids(both.contracts)).toEqual(withStatus('signed'));
		expect((await queries()).slice(1).map(({ status }) => status)).toEqual([
			'in:signed,draft',
			'ne:signed',
			'in:draft,negotiating,signing',
			'signed',
		]);
	});

	test.each([
		['status', 'eq', ['draft', 'signed']],
		['startAt', 'gte', ['2026-01-01', '2026-02-01']],
		['name', 'in', ['Acme, Inc.', 'Globex']],
	])(
		'of a list take one value, or several without commas: %s %s %j',
		async (name, operator, value) => {
			const additional = { filter: [{ name, operator, value }] };
			const { error } = await list({ filters: { additional } });
			expect(error?.message).toBe(
				`Additional Filter '${name}' cannot take '${JSON.stringify(value)}'`,
			);
			expect(await queries()).toEqual([]);
		},
	);

	test('by a part of the name with other blanks', async () => {
		await sandbox().control.createContract({ name: 'Outer  agreement' });
		const { contracts } = await list({ filters: { name: 'outer\u00a0agreement' } });
		expect(contracts.map(({ name }) => name)).toEqual(['Outer  agreement']);
	});

	test('that exclude every contract are refused', async () => {
		const { error } = await list({ filters: { status: ['draft'], statusNot: ['draft'] } });

		expect(error?.message).toBe('The status filters exclude every contract');
	});

	test.each([['Signed'], '["signed"]', 'SIGNED', ['Signed '], 'sign\u2060ed'])(
		'by a status in another form: %j',
		async (status) => {
			const { contracts } = await list({ filters: { status } });
			expect(new Set(contracts.map((each) => each.status))).toEqual(new Set(['signed']));
		},
	);

	test.each([{ status: ['Signd'] }, { status: 'draft,done' }, { statusNot: ['done'] }])(
		'by a status that there is not are refused before anything is sent: %j',
		async (filters) => {
			for (const options of [{}, { fastListing: true }]) {
				const { error } = await list({ filters, returnAll: true, options });
				expect(error?.message).toMatch(/^Status Is (Any Of|Not) has no value '(Signd|done)'$/);
				expect(error?.description).toContain('draft, negotiating, signing, signed, cancel\u2060ed');
			}
			expect(await sandbox().control.requests()).toEqual([]);
		},
	);

	describe.each([
		'America/New_York',
		'America/Los_Angeles',
		'Europe/Berlin',
		'Asia/Tokyo',
		'Pacific/Auckland',
	])('by date are calendar days in %s:', (timezone) => {
		const inZone = { workflowSettings: { timezone } };
		const contract = (endAt: string) => sandbox().control.createContract({ name: endAt, endAt });
		const names = (contracts: IDataObject[]) => contracts.map(({ name }) => String(name)).sort();

		test.each([
			['2031-12-01', '2031-12-31'],
			[['2031-12-01'], '2031-12-31T00:00:00'],
			["={{ $now.set({ year: 2031, month: 12, day: 1 }).startOf('day').toISO() }}", '2031-12-31'],
			['={{ new Date("2031-12-01") }}', '={{ DateTime.fromISO("2031-12-31").toJSDate() }}'],
			['2031-12-01T00:00:00.000Z', '2031-12-31T00:00:00.000Z'],
		])('from %s to %s', async (from, to) => {
			const days = ['2031-11-30', '2031-12-01', '2031-12-31', '2032-01-01'];
			for (const day of days) await contract(`${day}T00:00:00.000Z`);
			const additional = {
				filter: [
					{ name: 'endAt', operator: 'gte', value: from },
					{ name: 'endAt', operator: 'lte', value: to },
				],
			};
			for (const filters of [{ endAtFrom: from, endAtTo: to }, { additional }]) {
				const { contracts, error } = await list({ filters }, inZone);
				expect(error).toBeUndefined();
				expect(names(contracts)).toEqual(['2031-12-01T00:00:00.000Z', '2031-12-31T00:00:00.000Z']);
			}
		});

		test('that end within a day', async () => {
			const today = DateTime.fromISO(DateTime.now().setZone(timezone).toISODate()!, {
				zone: 'utc',
			});
			const days = [-1, 0, 1, 2].map((n) => today.plus({ days: n }).toISO()!);
			for (const day of days) await contract(day);
			const { contracts } = await list({ filters: { endsWithinDays: 1 } }, inZone);
			expect(names(contracts).filter((name) => days.includes(name))).toEqual(days.slice(1, 3));
		});
	});

	test.each([
		['eq', '2031-12-01', '2031-12-01'],
		['eq', '2031-12-01T00:00:00.000-05:00', '2031-12-01'],
		['eq', '2031-12-01T00:00:00Z', '2031-12-01'],
		['eq', '2031-12-01T14:30:15.123Z', '2031-12-01'],
		['eq', '={{ DateTime.fromISO("2031-11-30").plus({ days: 1, hours: 9 }) }}', '2031-12-01'],
		['in', '2031-11-01T14:30:00-05:00, 2031-12-01T23:30:00-05:00', 'in:2031-11-01,2031-12-01'],
		[
			'in',
			'={{ [DateTime.fromISO("2031-12-01T12:00"), "2032-01-05"] }}',
			'in:2031-12-01,2032-01-05',
		],
		['ne', '={{ DateTime.fromISO("2031-12-02").plus({ hours: 9 }) }}', 'ne:2031-12-02'],
	])('that %s a date compare its day: %s', async (operator, value, sent) => {
		for (const day of ['2031-12-01', '2031-12-02'])
			await sandbox().control.createContract({ name: day, endAt: `${day}T00:00:00Z` });
		const filter = [
			{ name: 'endAt', operator, value },
			{ name: 'endAt', operator: 'gte', value: '2031-11-15' },
		];
		const { contracts, error } = await list(
			{ filters: { additional: { filter } } },
			{ workflowSettings: { timezone: 'America/New_York' } },
		);

		expect(error).toBeUndefined();
		expect(contracts.map(({ name }) => name)).toEqual(['2031-12-01']);
		expect((await queries())[0].endAt).toEqual([sent, expect.stringMatching(/^gte:2031-11-15/)]);
	});

	test('that equal the day in 30 days find what ends then', async () => {
		const inZone = { workflowSettings: { timezone: 'America/New_York' } };
		const day = DateTime.now().setZone('America/New_York').plus({ days: 30 }).toISODate()!;
		await sandbox().control.createContract({ name: 'ends', endAt: `${day}T00:00:00Z` });
		const filter = [{ name: 'endAt', operator: 'eq', value: '={{ $now.plus({ days: 30 }) }}' }];
		const { contracts } = await list({ filters: { additional: { filter } } }, inZone);
		expect(contracts.map(({ name }) => name)).toContain('ends');
	});

	test.each([
		{ endAtFrom: '2026-01-01' },
		{ endsWithinDays: 30 },
		{ additional: { filter: [{ name: 'startAt', operator: 'lte', value: '2026-01-01' }] } },
	])('by date in a timezone that there is not are refused: %j', async (filters) => {
		const { error } = await list({ filters }, { workflowSettings: { timezone: 'Europe/Belin' } });
		expect(error?.message).toBe("The timezone of the workflow, 'Europe/Belin', does not exist");
		expect(await sandbox().control.requests()).toEqual([]);
	});

	test('by date: times are of the day that they have in the timezone of the workflow', async () => {
		const contract = (endAt: string, name: string) =>
			sandbox().control.createContract({ name, endAt });
		await contract('2031-03-01T07:59:59.999Z', 'too early');
		await contract('2031-03-01T08:00:00.000Z', 'first moment');
		await contract('2031-03-02T07:59:59.999Z', 'last moment');
		await contract('2031-03-02T08:00:00.000Z', 'too late');

		const { contracts } = await list(
			{ filters: { endAtFrom: '2031-03-01', endAtTo: '2031-03-01' } },
			{ workflowSettings: { timezone: 'America/Los_Angeles' } },
		);

		expect(contracts.map(({ name }) => name).sort()).toEqual(['first moment', 'last moment']);
		expect((await queries())[0].endAt).toEqual([
			'gte:2031-03-01T00:00:00.000Z',
			'lte:2031-03-02T07:59:59.999Z',
		]);
	});

	test('by date: values of expressions, as text, as luxon and as Date', async () => {
		await list({ filters: { startAtFrom: "={{ DateTime.fromISO('2031-01-01T00:00:00Z') }}" } });
		await list({ filters: { startAtFrom: "={{ new Date('2031-01-01T00:00:00Z') }}" } });
		await list({ filters: { startAtFrom: '2031-01-01T01:00:00+01:00' } });

		expect((await queries()).map(({ startAt }) => startAt)).toEqual([
			'gte:2031-01-01T00:00:00.000Z',
			'gte:2031-01-01T00:00:00.000Z',
			'gte:2031-01-01T00:00:00.000Z',
		]);
	});

	test('by the next days: from the beginning of today to the end of the last day', async () => {
		const day = 86_400_000;
		const at = (ms: number) => new Date(Date.now() + ms).toISOString();
		await sandbox().control.createContract({ name: 'in 29 days', endAt: at(29 * day) });
		await sandbox().control.createContract({ name: 'in 32 days', endAt: at(32 * day) });
		await sandbox().control.createContract({ name: 'ended', endAt: at(-2 * day) });

		const { contracts } = await list({ filters: { endsWithinDays: 30 } });
		const names = contracts.map(({ name }) => name);

		expect(names).toContain('in 29 days');
		expect(names).not.toContain('in 32 days');
		expect(names).not.toContain('ended');
	});

	test('by more days than there are dates for leave out none', async () => {
		// What other systems say for a contract without an end.
		await sandbox().control.createContract({ name: 'late', endAt: '9999-12-31T00:00:00Z' });
		for (const endsWithinDays of [3_000_000, 999_999_999]) {
			const { contracts } = await list({ filters: { endsWithinDays } });
			expect(contracts.map(({ name }) => name)).toContain('late');
		}
	});

	test('by date hold when the service ignores one side of a range', async () => {
		await sandbox().control.createContract({ name: 'inside', endAt: '2031-05-05T00:00:00Z' });
		await sandbox().control.createContract({ name: 'outside', endAt: '2031-08-05T00:00:00Z' });
		await sandbox().control.variants(['dateRangeOneSided']);
		const filters = { endAtFrom: '2031-05-01', endAtTo: '2031-05-31' };

		const { contracts } = await list({ filters });
		expect(contracts.map(({ name }) => name)).toEqual(['inside']);

		// Where contracts do not show their dates, the service is believed.
		await sandbox().control.variants(['dateRangeOneSided', 'datesMissing']);
		const unshown = await list({ filters });
		expect(unshown.contracts.map(({ name }) => name).sort()).toEqual(['inside', 'outside']);
	});

	test.each([
		['status', ['in:signed,draft', 'ne:draft']],
		['status', ['ne:draft', 'ne:canceled']],
		['counterpartyId', ['ne:0', 'ne:1']],
	])('of one %s hold when the service takes the first of them only: %j', async (name, given) => {
		const { counterparties } = await sandbox().control.fixtures();
		const filter = given.map((each) => {
			const [operator, value] = each.split(':');
			return { name, operator, value: counterparties[Number(value)]?.id ?? value };
		});
		const { contracts: expected } = await list({ filters: { additional: { filter } } });
		await sandbox().control.variants(['dateRangeOneSided']);

		const { contracts } = await list({ filters: { additional: { filter } } });
		expect(contracts.length).toBeGreaterThan(5);
		expect(ids(contracts)).toEqual(ids(expected));
	});

	test.each([
		['locators', byId],
		['IDs as they were saved before', (id: string) => id],
	])('by folder, counterparty and name, given as %s', async (_given, as) => {
		const { folderIds, counterparties } = await sandbox().control.fixtures();
		const counterpartyId = counterparties[2].id;
		const wanted = await sandbox().control.createContract({
			name: 'Überseevertrag 7',
			counterpartyId,
			folderId: folderIds[1],
		});
		await sandbox().control.createContract({ name: 'Überseevertrag 8', counterpartyId });

		const { contracts } = await list({
			filters: {
				counterpartyId: as(counterpartyId),
				folderId: as(folderIds[1]),
				name: 'ÜBERSEE',
			},
		});

		expect(contracts.map(({ name }) => name)).toEqual([wanted.name]);
	});

	test('by a name that the service would take for an operator are applied here', async () => {
		await sandbox().control.createContract({ name: 'in:side sales' });

		const { contracts } = await list({ filters: { name: 'in:side' } });

		expect(contracts.map(({ name }) => name)).toEqual(['in:side sales']);
		expect((await queries())[0]).not.toHaveProperty('name');
	});

	test('that are blank are left out, but a blank ID is refused', async () => {
		const { contracts } = await list({
			filters: {
				name: ' ',
				status: [],
				endAtFrom: '',
				additional: { filter: [{ name: 'status', operator: 'eq', value: '' }] },
			},
		});
		expect(contracts).toHaveLength((await api()).length);
		await sandbox().control.clearRequests();

		const { error } = await list({ filters: { folderId: '' } });
		expect(error?.message).toBe('Folder is empty');
		for (const [name, operator, value, is] of [
			[
				'counterpartyId',
				'eq',
				'={{ $json.missing }}',
				'is empty: correct its expression, which gave nothing',
			],
			['counterpartyId', 'in', [], 'is empty'],
			['status', 'in', ',', "has no value ','"],
		]) {
			const filter = [{ name, operator, value }];
			const found = await list({ filters: { additional: { filter } } });
			expect(found.error?.message).toBe(`Additional Filter '${name as string}' ${is as string}`);
		}
		const filter = [{ name: '={{ "counterpartyid" }}', operator: 'in', value: [] }];
		const found = await list({ filters: { additional: { filter } } });
		expect(found.error?.message).toBe("Additional Filter 'counterpartyid' is empty");
		expect(await queries()).toEqual([]);
	});

	test('take name and operator by expressions, in any case', async () => {
		const filter = [{ name: '={{ "Status" }}', operator: '={{ " IN" }}', value: 'signed' }];
		const { contracts } = await list({ filters: { additional: { filter } } });

		expect(new Set(contracts.map(({ status }) => status))).toEqual(new Set(['signed']));
		expect((await queries())[0]).toMatchObject({ status: 'in:signed' });
	});

	test('can be given as name, operator and value for each of the seven names', async () => {
		const { contractTypes, counterparties, folderIds } = await sandbox().control.fixtures();
		const filter = (name: string, operator: string, value: unknown) => ({ name, operator, value });
		const { error } = await list({
			filters: {
				additional: {
					filter: [
						filter('status', 'in', 'signed, draft'),
						filter('status', 'ne', 'draft'),
						filter('startAt', 'gte', '2020-01-01'),
						filter('endAt', 'lte', '2040-01-01'),
						filter('counterpartyId', 'in', [counterparties[0].id, counterparties[1].id]),
						filter('contractTypeId', 'eq', contractTypes[0].id),
						filter('folderId', 'ne', folderIds[0]),
						filter('name', 'eq', 'Agreement'),
					],
				},
			},
		});

		expect(error).toBeUndefined();
		expect((await queries())[0]).toEqual({
			status: ['in:signed,draft', 'ne:draft'],
			startAt: 'gte:2020-01-01T00:00:00.000Z',
			endAt: 'lte:2040-01-01T23:59:59.999Z',
			counterpartyId: `in:${counterparties[0].id},${counterparties[1].id}`,
			contractTypeId: contractTypes[0].id,
			folderId: `ne:${folderIds[0]}`,
			name: 'Agreement',
			limit: '100',
		});
	});

	test.each([
		[
			{ name: 'status', operator: 'eq', value: 'done' },
			"Additional Filter 'status' has no value 'done'",
		],
		[
			{ name: 'counterpartyId', operator: 'in', value: 'a,b' },
			"Additional Filter 'counterpartyId' 'a' is not an ID",
		],
		[
			{ name: 'endAt', operator: 'gte', value: 'soon' },
			"Additional Filter 'endAt' 'soon' is not a date such as 2026-03-31",
		],
		[
			{ name: 'startAt', operator: 'eq', value: '31/03/2026' },
			"Additional Filter 'startAt' '31/03/2026' is not a date such as 2026-03-31",
		],
		[
			{ name: 'endAt', operator: 'in', value: '2026-03-31, soon' },
			"Additional Filter 'endAt' 'soon' is not a date such as 2026-03-31",
		],
		[
			{ name: 'contractTypeId', operator: 'in', value: 'x' },
			"The service does not filter contract types by 'in'",
		],
		[
			{ name: '={{ "state" }}', operator: 'eq', value: 'signed' },
			"Additional Filter > Name 'state' cannot be chosen",
		],
		[
			{ name: 'status', operator: '={{ "equals" }}', value: 'signed' },
			"Additional Filter > Operator 'equals' cannot be chosen",
		],
	])('of %j are refused before anything is sent', async (filter, message) => {
		const { error } = await list({ filters: { additional: { filter: [filter] } } });

		expect(error?.message).toBe(message);
		expect(await sandbox().control.requests()).toEqual([]);
	});

	test.each([
		[{ endAtFrom: 'next week' }, "End Date From 'next week' is not a date such as 2026-03-31"],
		[
			{ endAtFrom: '={{ ({ a: 1 }) }}' },
			`End Date From '{"a":1}' is not a date such as 2026-03-31`,
		],
		[
			{ endsWithinDays: '={{ "1.000" }}' },
			"Ends Within (Days) '1.000' is not a whole number of at least 0",
		],
		[{ endsWithinDays: -1 }, "Ends Within (Days) '-1' is not a whole number of at least 0"],
		[{ counterpartyId: byId('={{ "../x" }}') }, "Counterparty '../x' is not an ID"],
	])('%j are refused before anything is sent', async (filters, message) => {
		const { error } = await list({ filters });

		expect(error?.message).toBe(message);
		expect(await sandbox().control.requests()).toEqual([]);
	});
});
