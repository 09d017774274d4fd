import type { IDataObject } from 'n8n-workflow';
import { pollSuite } from '../support/pollSuite.mts';

const { sandbox, trigger, newest, move } = pollSuite();
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('filters', () => {
	test('one that the trigger does not have is refused: it would let everything through', async () => {
		const host = trigger({ events: ['created'], filters: { contractTypeId: UNKNOWN } });
		await expect(host.tick()).rejects.toThrow(
			/^Filters 'contractTypeId' is not one of its parts\. Filters has: .*contractTypeIds \(/,
		);
	});

	test('one contract type is asked of the service, several are filtered here', async () => {
		const { contractTypes } = await sandbox().control.fixtures();
		const [a, b, c] = contractTypes.map(({ id }: { id: string }) => id);
		const one = trigger({ events: ['created'], filters: { contractTypeIds: [a] } });
		const two = trigger({ events: ['created'], filters: { contractTypeIds: `${a},${b}` } });
		await one.tick();
		await two.tick();
		await sandbox().control.clearRequests();
		for (const contractTypeId of [a, b, c]) {
			const answer = await sandbox().api('POST', '/contracts', await creation(contractTypeId));
			expect(answer.status).toBe(201);
		}
		expect((await one.tick()).map(typeOf)).toEqual([a]);
		expect((await two.tick()).map(typeOf)).toEqual([a, b]);
		const asked = await sandbox().control.requests({ route: '/contracts', method: 'GET' });
		expect(asked.map(({ query }) => query.contractTypeId)).toEqual([a, undefined]);
	});

	test('status before and now, counterparty', async () => {
		const contract = await newest('draft');
		const make = async (filters: IDataObject) => {
			const host = trigger({ events: ['statusChanged'], filters });
			await host.tick();
			return host;
		};
		const hosts = await Promise.all([
			make({ statusFrom: ['draft'], statusTo: ['signing'] }),
			make({ statusFrom: ['negotiating'] }),
			make({ statusTo: ['signed'] }),
			make({ counterpartyId: contract.counterparty.id }),
			make({ counterpartyId: { __rl: true, mode: 'id', value: UNKNOWN } }),
		]);
		await move(contract.id, 'signing');
		const found = await Promise.all(hosts.map((host) => host.tick()));
		expect(found.map((items) => items.length)).toEqual([1, 0, 0, 1, 0]);
	});

	test('sent for signature and canceled are events of their own; author and signatory', async () => {
		const { id, author, signatories } = await newest('signed');
		const draft = await newest('draft');
		const events = ['sentForSignature', 'canceled'];
		const mine = trigger({ events, filters: { authorEmail: draft.author.email.toUpperCase() } });
		const other = trigger({ events, filters: { signatoryEmail: 'nobody@example.com' } });
		const updated = trigger({
			events: ['updated'],
			filters: { authorEmail: author.email, signatoryEmail: signatories[0].email },
		});
		for (const host of [mine, other, updated]) await host.tick();
		await move(draft.id, 'signing');
		expect(await mine.tick()).toMatchObject([{ event: 'sentForSignature', status: 'signing' }]);
		await move(draft.id, 'canceled');
		expect(await mine.tick()).toMatchObject([{ event: 'canceled', previousStatus: 'signing' }]);
		await sandbox().api('PATCH', `/contracts/${id}`, { name: 'Renamed' });
		expect(await updated.tick()).toMatchObject([{ event: 'updated', contractId: id }]);
		expect(await other.tick()).toEqual([]);
	});

	test('a filter that is no id fails the poll, and so the publishing', async () => {
		const host = trigger({ filters: { contractTypeIds: 'NDA' } });
		await expect(host.tick()).rejects.toThrow(/'NDA' is not an ID/);
	});

	test('an expression that gives nothing fails the poll, as changes of all contracts were not meant', async () => {
		const gone = trigger({ filters: { contractTypeIds: '={{ $vars.CONTRACT_TYPE_ID }}' } });
		await expect(gone.tick()).rejects.toThrow(
			'The filter Contract Types is empty: correct its expression, which gave nothing',
		);
		const all = trigger({ events: ['statusChanged'], filters: { contractTypeIds: '={{ [] }}' } });
		await all.tick();
		await move((await newest('draft')).id, 'signing');
		expect(await all.tick()).toHaveLength(1);
	});

	test('a status in another case is the same', async () => {
		const host = trigger({ events: ['statusChanged'], filters: { statusTo: '={{ "Signing" }}' } });
		await host.tick();
		await move((await newest('draft')).id, 'signing');
		expect(await host.tick()).toMatchObject([{ status: 'signing' }]);
	});
});

describe('what could never start the workflow fails the poll, and so the publishing', () => {
	const OF_COUNTERPARTIES = 'counterpartyCreated, counterpartyUpdated';
	const OF_CONTRACTS = 'created, signed, sentForSignature, cancel\u2060ed, statusChanged, updated';
	const no = (what: string) => `${what}, so nothing could start the workflow. It can be:`;

	test.each<[IDataObject, string]>([
		[
			{ watch: 'counterparty', events: ['signed', 'updated'] },
			`${no("Events is 'signed, updated'")} ${OF_COUNTERPARTIES}.`,
		],
		[
			{ events: ['counterpartyUpdated'] },
			`${no("Events is 'counterpartyUpdated'")} ${OF_CONTRACTS}.`,
		],
		[{ events: ['contractSigned'] }, `${no("Events is 'contractSigned'")} ${OF_CONTRACTS}.`],
		[{ events: '={{ [] }}' }, `${no('Events is empty')} ${OF_CONTRACTS}.`],
		[{ events: '={{ "" }}' }, `${no('Events is empty')} ${OF_CONTRACTS}.`],
		[{ watch: 'contracts' }, "Watch 'contracts' cannot be chosen. Watch has: contract (Contract)"],
	])('%j', async (parameters, message) => {
		const host = trigger(parameters);
		await expect(host.tick()).rejects.toThrow(message);
		await expect(host.sample()).rejects.toThrow(message);
	});

	test.each([
		{ watch: 'counterparty', events: ['signed', 'counterpartyUpdated'] },
		{ watch: 'contract', events: '={{ "counterpartyUpdated, signed" }}' },
	])('unless one of the events can: %j', async (parameters) => {
		expect(await trigger(parameters).tick()).toEqual([]);
	});
});

describe('by hand in the editor', () => {
	test('one sample that fits the events, and nothing is remembered', async () => {
		const host = trigger({ events: ['signed'], simplify: false });
		const signed = await newest('signed');
		const [item, ...rest] = await host.sample();
		expect(rest).toEqual([]);
		expect(item).toMatchObject({ event: 'signed', contractId: signed.id, contract: signed });
		expect(await host.sample()).toEqual([item]);
		expect(host.stored()).toEqual({});
	});

	test('one, too, of a list that shows no status: each is read by itself', async () => {
		const signed = await newest('signed');
		const { body } = await sandbox().api('GET', '/contracts?sort=-updatedAt,id&limit=100');
		const data = body.data.map(({ id, name, createdAt, updatedAt }: any) => {
			return { id, name, createdAt, updatedAt };
		});
		const shown = { kind: 'status', status: 200, body: { ...body, data } } as const;
		await sandbox().control.fault({ route: 'GET /contracts', ...shown, times: 0 });
		const [item] = await trigger({ events: ['signed'] }).sample();
		expect(item).toMatchObject({ event: 'signed', contractId: signed.id });
	});

	test('says so when nothing fits', async () => {
		const host = trigger({ filters: { counterpartyId: UNKNOWN } });
		await expect(host.sample()).rejects.toThrow(/None of the records/);
	});
});

function typeOf({ contract }: IDataObject) {
	return (contract as IDataObject).contractTypeId;
}

async function creation(contractTypeId: string) {
	const { contractTypes, counterparties } = await sandbox().control.fixtures();
	const type = contractTypes.find(({ id }: { id: string }) => id === contractTypeId);
	const { body: form } = await sandbox().api(
		'GET',
		`/contract-types/${contractTypeId}/creation-form`,
	);
	const required = form.fields.filter((field: any) => field.required);
	return {
		contractTypeId,
		templateId: type.templates[0].id,
		counterpartyId: counterparties[0].id,
		name: 'New',
		fields: Object.fromEntries(required.map((field: any) => [field.id, valueFor(field)])),
	};
}

function valueFor({ type, options }: { type: string; options: Array<{ id: string }> }): unknown {
	const values: Record<string, unknown> = {
		number: 1,
		date: '2026-01-01',
		boolean: true,
		select: options[0]?.id,
		multiSelect: [options[0]?.id],
		richText: [{ type: 'paragraph', children: [{ text: 'x' }] }],
	};
	return values[type] ?? 'x';
}
