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

	test('that exclude every contract are refused', async () => {
		const { error } = await list({ filters: { status: ['draft'], statusNot: ['draft'] } });

		expect(error?.message).toBe('The status filters exclude every contract');
	});

	test.each([{ status: ['Signed'] }, { status: 'draft,done' }, { statusNot: ['done'] }])(
		'by a status that there is not are refused before anything is sent: %j',
		async (filters) => {
			for (const options of [{}, { fastListing: true }]) {
				const { error } = await list({ filters, returnAll: true, options });
				expect(error?.message).toMatch(/^Status Is (Any Of|Not) has no value '(Signed|done)'$/);
				expect(error?.description).toContain('draft, negotiating, signing, signed, canceled');
			}
			expect(await sandbox().control.requests()).toEqual([]);
		},
	);

	test('by date: days begin and end in the timezone of the workflow', async () => {
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
			'gte:2031-03-01T08:00:00.000Z',
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
			['counterpartyId', 'eq', '={{ $json.missing }}', 'is empty'],
			['counterpartyId', 'in', [], 'is empty'],
			['status', 'in', ',', "has no value ','"],
		]) {
			const filter = [{ name, operator, value }];
			const found = await list({ filters: { additional: { filter } } });
			expect(found.error?.message).toBe(`Additional Filter '${name as string}' ${is as string}`);
		}
		expect(await queries()).toEqual([]);
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
			"Additional Filter 'endAt' 'soon' is not a date",
		],
		[
			{ name: 'contractTypeId', operator: 'in', value: 'x' },
			"The service does not filter contract types by 'in'",
		],
	])('of %j are refused before anything is sent', async (filter, message) => {
		const { error } = await list({ filters: { additional: { filter: [filter] } } });

		expect(error?.message).toBe(message);
		expect(await sandbox().control.requests()).toEqual([]);
	});

	test.each([
		[{ endAtFrom: 'next week' }, "End Date From 'next week' is not a date"],
		[{ endAtFrom: '={{ ({ a: 1 }) }}' }, `End Date From '{"a":1}' is not a date`],
		[{ endsWithinDays: -1 }, "Ends Within (Days) '-1' is not a whole number of at least 0"],
		[{ counterpartyId: byId('={{ "../x" }}') }, "Counterparty '../x' is not an ID"],
	])('%j are refused before anything is sent', async (filters, message) => {
		const { error } = await list({ filters });

		expect(error?.message).toBe(message);
		expect(await sandbox().control.requests()).toEqual([]);
	});
});
