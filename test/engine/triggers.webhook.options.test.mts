import type { IDataObject } from 'n8n-workflow';
import { until } from '../../host/lib/client/until.mts';
import { byId } from '../support/byId.mts';
import { runOperation } from '../support/runOperation.mts';
import {
	items,
	proof,
	said,
	SECRET,
	UNKNOWN,
	uuidOf,
	webhookSuite,
} from '../support/webhookTrigger.mts';

const { sandbox, listen, contract } = webhookSuite();

test('200 accepted: answered with the keys of the events, after the execution is stored', async () => {
	const host = await listen();
	const { id } = await contract('signed');
	const answer = await host.deliver(said('contract.signed', id), proof);
	expect(answer).toEqual({
		status: 200,
		body: { status: 'accepted', events: [`${uuidOf(id)}:signed`] },
	});
});

test('200 accepted, with a text of one’s own', async () => {
	const host = await listen({ options: { responseBody: 'OK' } });
	const { id } = await contract('signed');
	const answer = async () => await host.deliver(said('contract.signed', id), proof);
	expect(await answer()).toEqual({ status: 200, body: 'OK' });
	// The sender may not have got the first answer.
	expect(await answer()).toEqual({ status: 200, body: 'OK' });
	expect(host.executions).toHaveLength(1);
	// It wants it for each, and its own text first.
	for (const body of [{ event: 'ping' }, said('contract.updated', id)])
		expect(await host.deliver(body, proof)).toEqual({ status: 200, body: 'OK' });
	const asked = await host.deliver({ challenge: 'c-1' }, proof);
	expect(asked).toEqual({ status: 200, body: 'c-1' });
});

test('the secret may be in the URL', async () => {
	const host = await listen();
	const { id } = await contract('signed');
	const query = `?secret=${encodeURIComponent(SECRET)}`;
	expect((await host.deliver(said('contract.signed', id), {}, query)).status).toBe(200);
});

test('names and paths of one’s own', async () => {
	const host = await listen({
		events: ['signed', 'other'],
		options: {
			headerName: 'X-Proof',
			contractIdPath: 'doc.ref',
			eventPath: 'what',
			eventNames: { names: [{ name: 'paper.done', event: 'signed' }] },
		},
	});
	const { id } = await contract('signed');
	const headers = { 'x-proof': SECRET };
	await host.deliver({ what: 'PAPER_DONE', doc: { ref: id } }, headers);
	await host.deliver({ what: 'paper.archived', doc: { ref: id } }, headers);
	expect(items(host).map(({ event }) => event)).toEqual(['signed', 'paper.archived']);
});

test('an event that changes nothing about its contract happens as often as the service says', async () => {
	const host = await listen({ events: ['other'] });
	const { id } = await contract('signing');
	const deliver = async (createdAt: string) =>
		(await host.deliver({ ...said('contract.comment_added', id), createdAt }, proof)).body.status;
	const [first, second] = ['2099-01-01T00:00:00.001Z', '2099-01-01T00:00:05.001Z'];
	expect(await deliver(first)).toBe('accepted');
	expect(await deliver(second)).toBe('accepted');
	expect(await deliver(first)).toBe('ignored');
	expect(items(host)).toMatchObject([{ occurredAt: first }, { occurredAt: second }]);
});

test('the time that a delivery tells of another event counts neither unproved, nor where its contract was created then', async () => {
	const { id, createdAt, updatedAt } = await contract('signing');
	for (const [verification, time] of [
		['none', '2099-01-01T00:00:00.000Z'],
		['sharedSecret', createdAt],
	]) {
		const host = await listen({ events: ['other'], verification });
		await host.deliver({ ...said('contract.comment_added', id), createdAt: time }, proof);
		const eventKey = `${uuidOf(id)}:contract.comment_added:${updatedAt}`;
		expect(items(host)).toMatchObject([{ occurredAt: updatedAt, eventKey }]);
	}
});

test('filters by contract type, counterparty and move', async () => {
	const { id, ...stored } = await contract('signing');
	const { body: now } = await sandbox().api('GET', `/contracts/${id}`);
	void stored;
	const event = said('contract.status_changed', id, {
		status: 'signing',
		previousStatus: 'draft',
	});
	const passes = async (filters: IDataObject) => {
		const host = await listen({ filters });
		await host.deliver({ ...event, id: `${Math.random()}` }, proof);
		return host.executions.length === 1;
	};
	expect(await passes({ contractTypeIds: [UNKNOWN, now.contractType.id] })).toBe(true);
	expect(await passes({ contractTypeIds: `${UNKNOWN}, type_${now.contractType.id}` })).toBe(true);
	expect(await passes({ contractTypeIds: UNKNOWN })).toBe(false);
	expect(await passes({ counterpartyId: now.counterparty.id })).toBe(true);
	expect(await passes({ counterpartyId: UNKNOWN })).toBe(false);
	expect(await passes({ statusFrom: ['draft'], statusTo: ['signing', 'signed'] })).toBe(true);
	expect(await passes({ statusFrom: ['negotiating'] })).toBe(false);
	expect(await passes({ statusTo: ['signed'] })).toBe(false);
});

test('a move from a status that is not known passes Status From', async () => {
	const host = await listen({ filters: { statusFrom: ['negotiating'] } });
	const { id } = await contract('signing');
	await host.deliver(said('contract.status_changed', id), proof);
	expect(items(host)).toMatchObject([{ previousStatus: null }]);
});

test('the consolidated contract, and the payload as it came', async () => {
	const host = await listen({
		simplify: false,
		options: { view: 'consolidated', includePayload: true },
	});
	const { id } = await contract('signed');
	const delivery = said('contract.signed', id, { note: 'x' });
	await host.deliver(delivery, proof);
	const { body } = await sandbox().api('GET', `/contracts/${id}/consolidated`);
	expect(items(host)).toMatchObject([{ contract: body, payload: delivery }]);
});

test('a contract as Contract > Get gives it, with the payload beside it', async () => {
	const { id } = await contract('signed');
	for (const options of [{}, { fieldsAs: 'byId' }, { fieldsAs: 'array', readableValues: true }]) {
		const host = await listen({ options });
		await host.deliver(said('contract.signed', id), proof);
		const parameters = { contractId: byId(id), options };
		const got = await runOperation(sandbox().baseUrl, 'contract.get', parameters);
		expect(items(host)).toMatchObject([{ event: 'signed', contractId: id }]);
		expect(items(host)[0]!.contract).toEqual(got.items[0].json);
	}
});

test('a counterparty, where the service delivers its events', async () => {
	const host = await listen({ events: ['counterpartyUpdated'] });
	const party = await sandbox().control.createCounterparty({ name: 'Acme' });
	const { body } = await sandbox().api('GET', `/counterparties/${party.id}`);
	await host.deliver({ event: 'counterparty.updated', data: { counterpartyId: party.id } }, proof);
	const again = await host.deliver({ event: 'updated', counterpartyId: party.id }, proof);
	expect(again.body.reason).toBe('Handed on before: Drop Duplicates in Options is on');
	expect(items(host)).toEqual([
		{
			event: 'counterpartyUpdated',
			eventKey: `${party.id}:counterpartyUpdated:${body.updatedAt}`,
			counterpartyId: party.id,
			status: 'active',
			previousStatus: null,
			occurredAt: body.updatedAt,
			counterparty: body,
		},
	]);
});

test('names of one’s own in any script, and with numbers', async () => {
	const names = [
		{ name: '合同已签署', event: 'signed' },
		{ name: '合同已创建', event: 'created' },
		{ name: 'step 2', event: 'signed' },
		{ name: 'step 1', event: 'created' },
	];
	const host = await listen({ options: { eventNames: { names } } });
	const [a, b] = [await contract('signed'), await contract('signed')];
	await host.deliver({ event: '合同已签署', contractId: a.id }, proof);
	await host.deliver({ event: 'STEP_2', contractId: b.id }, proof);
	await host.deliver({ event: '合同已取消', contractId: a.id }, proof);
	await host.deliver({ contractId: a.id }, proof);
	expect(items(host).map(({ event, contractId }) => [event, contractId])).toEqual([
		['signed', a.id],
		['signed', b.id],
	]);
});

test('an event that is said to be the contract’s is, whatever its name', async () => {
	const eventNames = { names: [{ name: 'counterparty_signed', event: 'signed' }] };
	const host = await listen({ options: { eventNames } });
	const { id } = await contract('signed');
	const counterpartyId = UNKNOWN;
	await host.deliver({ event: 'counterparty_signed', contractId: id, counterpartyId }, proof);
	expect(items(host)).toMatchObject([{ event: 'signed', contractId: id }]);
});

test('the signed files in binary fields', async () => {
	const host = await listen({ options: { downloadFiles: true } });
	const { id } = await contract('signed', {
		signedFiles: [{ name: 'main.pdf' }, { name: 'annex.pdf' }],
	});
	await host.deliver(said('contract.signed', id), proof);
	const [{ json, binary }] = host.executions[0]!.items as [any];
	expect(Object.entries(binary).map(([field, { fileName }]: any) => [field, fileName])).toEqual([
		['data', 'main.pdf'],
		['data_2', 'annex.pdf'],
	]);
	expect(json.signedFiles).toMatchObject([
		{ binaryProperty: 'data' },
		{ binaryProperty: 'data_2' },
	]);
});

test('the event goes on without signed files that are too large', async () => {
	const host = await listen({ options: { downloadFiles: true, maxFileSizeMb: 0.001 } });
	const { id } = await contract('signed', { signedFiles: [{ name: 'main.pdf', bytes: 5000 }] });
	await host.deliver(said('contract.signed', id), proof);
	expect(items(host)).toMatchObject([
		{
			event: 'signed',
			signedFiles: [],
			signedFilesError: "File 'main.pdf' is larger than 0.001 MB",
		},
	]);
});

test('the event goes on without a signed file of which only a part came', async () => {
	const host = await listen({ options: { downloadFiles: true } });
	const { id } = await contract('signed', { signedFiles: [{ name: 'main.pdf', bytes: 5000 }] });
	const route = 'GET /storage/files/:fileId';
	await sandbox().control.fault({ route, kind: 'truncatedJson', times: 0 });
	await host.deliver(said('contract.signed', id), proof);
	const signedFilesError =
		"Downloading 'main.pdf' failed: only a part of the file came: its end is missing";
	expect(items(host)).toMatchObject([{ event: 'signed', signedFiles: [], signedFilesError }]);
});

test('the event goes on when the signed files are not there', async () => {
	const host = await listen({ options: { downloadFiles: true } });
	const { id } = await contract('signed');
	await sandbox().control.fault({
		route: 'GET /contracts/:id/signed-files',
		kind: 'status',
		status: 404,
		times: 0,
	});
	await host.deliver(said('contract.signed', id), proof);
	expect(items(host)).toMatchObject([
		{ event: 'signed', signedFiles: [], signedFilesError: expect.stringContaining('yet') },
	]);
});

test.each([
	['source.ref', 'agreement.done'],
	['changes[0].ref', 'contract:publish'],
	['contracts[0].parts[1].id', 'Vertrag unterzeichnet'],
])(
	'names and places of the Service Profile, such as %s and %s, are those of the trigger, unless its options say others',
	async (ref, signed) => {
		const profile = {
			'delivery-contract-id': ref,
			'delivery-event': 'what.happened',
			'event-signed': signed,
		};
		await sandbox().control.profile(profile);
		const knowing = await listen({}, { serviceProfile: JSON.stringify(profile) });
		const unknowing = await listen();
		for (const { url } of [knowing, unknowing]) {
			await sandbox().control.subscribe({
				url,
				secret: SECRET,
				sendSecretHeader: 'x-webhook-secret',
			});
		}
		const { id } = await contract('signing');
		await sandbox().control.setContractState(id, { status: 'signed' });
		const isAnswered = ({ answers }: typeof knowing) => answers.length === 2;
		await until(
			async () => [knowing, unknowing].every(isAnswered),
			(isIt) => isIt,
			'answers to both',
		);
		expect(items(knowing).map(({ event }) => event)).toEqual(
			expect.arrayContaining(['signed', 'statusChanged']),
		);
		expect(unknowing.executions).toEqual([]);

		const path = { contractIdPath: 'elsewhere' };
		const other = await listen({ options: path }, { serviceProfile: JSON.stringify(profile) });
		const { id: moved } = await contract('signed');
		const body = { what: { happened: signed }, elsewhere: uuidOf(moved) };
		expect((await other.deliver(body, proof)).status).toBe(200);
		expect(items(other)).toMatchObject([{ event: 'signed', contractId: moved }]);
	},
);
