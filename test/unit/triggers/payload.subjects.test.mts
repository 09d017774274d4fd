import type { NamedEvent } from '../../../nodes/ContractManagement/api/deliveries/event';
import { namedEvents } from '../../../nodes/ContractManagement/api/deliveries/namedEvents';

const A = '3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';
const B = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';
const PARTY = '99999999-8888-4777-a666-555555555555';
const RECORD = {
	id: `contract_${A}`,
	name: 'New Contract',
	status: 'signed',
	counterparty: { id: PARTY, name: 'Acme' },
	updatedAt: '2026-03-31T14:30:00.000Z',
};
const OF_CONTRACT = { subject: 'contract', id: RECORD.id } as const;
const OF_PARTY = { subject: 'counterparty', id: PARTY } as const;

type Row = [what: string, body: object, read: Partial<NamedEvent>, headers?: object];

function read(body: unknown, headers: object = {}, names: object[] = []): NamedEvent[] {
	const settings = { contractIdPath: '', eventPath: '', names: names as [] };
	return namedEvents(body, { headers: headers as Record<string, unknown>, query: {} }, settings)!;
}

describe('a record that names its counterparty', () => {
	test.each<Row>([
		[
			'the body, with the event in a header',
			RECORD,
			{ ...OF_CONTRACT, event: 'signed' },
			{ 'x-webhook-event': 'contract.signed' },
		],
		['at the top', { event: 'contract.signed', ...RECORD }, { ...OF_CONTRACT, event: 'signed' }],
		['whose name is short', { event: 'signed', ...RECORD }, { ...OF_CONTRACT, event: 'signed' }],
		['that was updated', { event: 'contract.updated', ...RECORD }, { event: 'updated' }],
		[
			'an id beside a counterparty',
			{ event: 'contract.signed', id: A, counterpartyId: PARTY },
			{ subject: 'contract', id: A },
		],
		['in detail', { id: B, event: 'contract.updated', detail: RECORD }, OF_CONTRACT],
		['in attributes', { event: 'contract.updated', attributes: RECORD }, OF_CONTRACT],
		[
			'in a message with an id',
			{ id: 'd1', message: { event: 'contract.updated', ...RECORD } },
			OF_CONTRACT,
		],
		['beside the id of the event', { event: { id: B, type: 'signed' }, ...RECORD }, OF_CONTRACT],
		['of an event of it', { event: 'counterparty.updated', ...RECORD }, OF_PARTY],
		['of what may be one of it', { event: 'updated', id: B, counterpartyId: PARTY }, OF_PARTY],
		['without an id of its own', { event: 'note.added', counterpartyId: PARTY }, OF_PARTY],
	])('%s', (_what, body, expected, headers = {}) => {
		expect(read(body, headers)).toMatchObject([expected]);
	});

	test('is a contract’s where the person says so', () => {
		const names = [{ name: 'updated', event: 'updated' }];
		const [event] = read({ event: 'updated', ...RECORD }, {}, names);
		expect(event).toMatchObject({ ...OF_CONTRACT, event: 'updated' });
	});
});

describe('a text that is only a kind is no event name', () => {
	const names = [
		{ name: 'finalised', event: 'signed' },
		{ name: 'agreement.done', event: 'signed' },
		{ name: '', event: 'created' },
	];

	test.each<Row>([
		['beside an action', { type: 'Contract', action: 'archived' }, { name: 'archived' }],
		['beside a name of one’s own', { type: 'contract', action: 'finalised' }, { event: 'signed' }],
		['as the event', { event: 'contracts', action: 'signed' }, { event: 'signed' }],
		['nothing else', { type: 'Counter-Party' }, { name: '', event: undefined }],
	])('%s', (_what, body, expected) => {
		expect(read({ ...body, data: { id: A } }, {}, names)).toMatchObject([{ id: A, ...expected }]);
	});

	test('the data’s, beside a header with a name of one’s own', () => {
		const body = { data: { type: 'contract', id: A } };
		const headers = { 'x-webhook-event': 'agreement.done' };
		expect(read(body, headers, names)).toMatchObject([{ id: A, event: 'signed' }]);
	});
});

test.each<Row>([
	['its actor', { actor: { resource: B } }, {}],
	['its changes', { changes: { payload: { content: B } } }, {}],
	['its request', { request: { body: { uuid: B } } }, {}],
])('an id in %s is of something else', (_what, beside, expected) => {
	const body = { event: 'contract.signed', ...beside, id: A };
	expect(read(body)).toMatchObject([{ id: A, ...expected }]);
});

test.each(['x-gateway-topic', 'x-kafka-topic', 'x-proxy-event-type'])(
	'what something on the way writes into %s takes the place of no name',
	(header) => {
		const body = { type: 'signed', contractId: A };
		expect(read(body, { [header]: 'webhooks' })).toMatchObject([{ id: A, event: 'signed' }]);
	},
);

describe('what wraps the event wraps its name, its contract and its status alike', () => {
	const relationships = { contract: { data: { type: 'contracts', id: A } } };
	const attributes = { name: 'contract.signed', status: 'signed' };
	test.each<Row>([
		['webhook', { webhook: { event: 'contract.signed' }, contract: { id: A } }, {}],
		['EventBridge', { id: B, 'detail-type': 'contract.signed', detail: { contractId: A } }, {}],
		['message', { message: { event: 'contract.signed', contractId: A, status: 'signed' } }, {}],
		['a type around it', { type: 'event', body: { event: 'contract.signed', contract: A } }, {}],
		['JSON:API', { data: { type: 'events', id: B, attributes, relationships } }, {}],
	])('%s', (_what, body, expected) => {
		expect(read(body)).toMatchObject([{ id: A, event: 'signed', ...expected }]);
	});

	test.each<Row>([
		['of a record is none', { detail: { id: A, name: 'Frame agreement' } }, { name: '' }],
		['of its data neither', { data: { id: A, name: 'Frame agreement' } }, { name: '' }],
		[
			'of the event comes first',
			{ event: 'noted', id: A, details: { action: 'created' } },
			{ name: 'noted' },
		],
	])('a name %s', (_what, body, expected) => {
		expect(read(body)).toMatchObject([{ id: A, ...expected }]);
	});
});

describe('a list inside an event that names its contract', () => {
	const licence = { id: B, name: 'New licence', status: 'draft' };
	const move = { event: 'contract.status_changed', status: 'signed', previousStatus: 'signing' };
	const read1 = { id: A, status: 'signed', previousStatus: 'signing' };

	test.each<Row>([
		['items beside an id', { ...move, id: A, items: [licence] }, read1],
		['items beside a contract', { ...move, contractId: A, items: [licence] }, read1],
		['data beside a contract', { ...move, contract: A, data: [licence] }, read1],
		['of an entry', { data: [{ ...move, contractId: A, items: [licence] }] }, read1],
		[
			'of a record',
			{ id: A, items: [licence], status: 'signed' },
			{ id: A, event: 'signed' },
			{ 'x-event': 'contract.signed' },
		],
	])('is none of events: %s', (_what, body, expected, headers = {}) => {
		expect(read(body, headers)).toMatchObject([expected]);
	});

	test.each<[string, object]>([
		[
			'that names events',
			{ ...move, contractId: B, events: [{ type: 'signed' }, { event: 'x', contractId: A }] },
		],
		['that names contracts', { ...move, contractId: B, data: [{}, { contract: { id: A } }] }],
		['beside the id of the delivery', { ...move, id: B, data: [{ contractId: B }, { id: A }] }],
		['beside no contract', { ...move, items: [{ id: B }, { id: A }] }],
		['beside no event', { contractId: B, events: [licence, { event: 'x', contractId: A }] }],
	])('is one of events: %s', (_what, body) => {
		expect(read(body).map(({ id }) => id)).toEqual([B, A]);
	});
});
