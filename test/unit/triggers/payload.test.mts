import { readFileSync } from 'node:fs';
import { hintsOf, type Hint } from '../../../nodes/ContractManagement/triggers/payload';

const A = '3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';
const B = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';
const PARTY = '99999999-8888-4777-a666-555555555555';
const SIGNED: Partial<Hint> = { subject: 'contract', id: A, name: 'contract.signed' };

interface Row {
	body: unknown;
	headers?: Record<string, string>;
	paths?: { contractId?: string; event?: string };
	reads: Array<Partial<Hint>>;
}

/** One entry per row of the table "What payloads are understood" in docs/triggers.md. */
const ROWS: Record<string, Row[]> = {
	'The form that the sandbox sends': [
		{
			body: {
				id: 'd1',
				event: 'contract.status_changed',
				createdAt: '2026-01-01T00:00:00.000Z',
				organizationId: B,
				data: { contractId: A, status: 'signing', previousStatus: 'draft' },
			},
			reads: [
				{
					subject: 'contract',
					id: A,
					name: 'contract.status_changed',
					deliveryId: 'd1',
					status: 'signing',
					previousStatus: 'draft',
				},
			],
		},
	],
	'Everything at the top': [
		{ body: { event: 'contract.signed', contractId: A }, reads: [SIGNED] },
		{ body: { event: 'contract.signed', id: A }, reads: [SIGNED] },
	],
	'Other spellings of property names': [
		{ body: { event: 'contract.signed', contract_id: A }, reads: [SIGNED] },
		{ body: { Event: 'contract.signed', ContractID: A }, reads: [SIGNED] },
		{ body: { event: 'contract.signed', contractUuid: A }, reads: [SIGNED] },
		{
			body: { event: 'x', contract_id: A, old_status: 'draft', new_status: 'signing' },
			reads: [{ id: A, previousStatus: 'draft', status: 'signing' }],
		},
	],
	'Other names of the event property': [
		...['eventType', 'event_type', 'eventName', 'type', 'topic', 'action', 'name'].map((key) => ({
			body: { [key]: 'contract.signed', contractId: A },
			reads: [SIGNED],
		})),
		{
			body: { type: 'event', action: 'contract.signed', contractId: A },
			reads: [SIGNED],
		},
	],
	'The event as an object': [
		{ body: { event: { type: 'contract.signed', at: 1 }, contractId: A }, reads: [SIGNED] },
		{ body: { event: { name: 'contract.signed' }, data: { contractId: A } }, reads: [SIGNED] },
	],
	'The event in a header': [
		{ body: { contractId: A }, headers: { 'x-webhook-event': 'contract.signed' }, reads: [SIGNED] },
		{ body: { contractId: A }, headers: { 'x-event-type': 'contract.signed' }, reads: [SIGNED] },
	],
	'The contract as an object': [
		{
			body: { event: 'contract.signed', contract: { id: A, name: 'Created', status: 'signed' } },
			reads: [{ ...SIGNED, status: 'signed' }],
		},
		{
			body: { type: 'contract.signed', payload: { contract: { id: A, status: 'signed' } } },
			reads: [SIGNED],
		},
		{ body: { event: 'contract.signed', data: { contract: A } }, reads: [SIGNED] },
	],
	'The contract as the data itself': [
		{ body: { event: 'contract.signed', data: { id: A, status: 'signed' } }, reads: [SIGNED] },
		{ body: { event: 'contract.signed', resource: { id: A } }, reads: [SIGNED] },
		{ body: { id: 'd1', event: 'contract.signed', data: { object: { id: A } } }, reads: [SIGNED] },
		{
			body: { event: 'contract.signed', resourceId: A, resourceType: 'contract' },
			reads: [SIGNED],
		},
	],
	'Everything inside data': [
		{ body: { data: { event: 'contract.signed', contractId: A } }, reads: [SIGNED] },
	],
	'Ids with a prefix': [
		{
			body: { event: 'contract.signed', contractId: `contract_${A}` },
			reads: [{ ...SIGNED, id: `contract_${A}` }],
		},
	],
	'Several events in a list': [
		...['events', 'data', 'items', 'deliveries'].map((list) => ({
			body: {
				id: 'd1',
				[list]: [
					{ id: 'e1', event: 'contract.signed', contractId: A },
					{ id: 'e2', event: 'contract.created', data: { contractId: B } },
				],
			},
			reads: [
				{ ...SIGNED, deliveryId: 'e1' },
				{ id: B, name: 'contract.created', deliveryId: 'e2' },
			],
		})),
		{
			body: [
				{ event: 'contract.signed', contractId: A },
				{ event: 'contract.signed', contractId: B },
			],
			reads: [SIGNED, { ...SIGNED, id: B }],
		},
		{
			body: { event: 'contract.signed', data: [{ contractId: A }, { contractId: B }] },
			reads: [SIGNED, { ...SIGNED, id: B }],
		},
	],
	'Some events of a list without a contract': [
		{
			body: { events: [{ event: 'ping' }, { event: 'contract.signed', contractId: A }] },
			reads: [SIGNED],
		},
	],
	'A counterparty beside the contract': [
		{
			body: { event: 'contract.signed', data: { contractId: A, counterpartyId: PARTY } },
			reads: [SIGNED],
		},
		{
			body: { event: 'contract.signed', data: { id: A, counterparty: { id: PARTY } } },
			reads: [SIGNED],
		},
	],
	'A counterparty alone': [
		{
			body: { event: 'counterparty.updated', data: { counterpartyId: PARTY } },
			reads: [{ subject: 'counterparty', id: PARTY, name: 'counterparty.updated' }],
		},
		{
			body: { event: 'counterparty.created', data: { id: PARTY } },
			reads: [{ subject: 'counterparty', id: PARTY }],
		},
		{
			body: { event: 'updated', counterparty_id: PARTY },
			reads: [{ subject: 'counterparty', id: PARTY }],
		},
	],
	'The id of the delivery': [
		{
			body: { eventId: 'x1', event: 'contract.signed', contractId: A },
			reads: [{ deliveryId: 'x1' }],
		},
		{
			body: { event: 'contract.signed', contractId: A },
			headers: { 'webhook-id': 'msg_1' },
			reads: [{ deliveryId: 'msg_1' }],
		},
		{
			body: { id: A, event: 'contract.signed', contractId: A },
			reads: [{ deliveryId: undefined }],
		},
	],
	'Own paths': [
		{
			body: { meta: { what: 'done' }, event: 'contract.created', doc: { ref: A }, contractId: B },
			paths: { contractId: 'doc.ref', event: 'meta.what' },
			reads: [{ subject: 'contract', id: A, name: 'done' }],
		},
		{
			body: { list: [{ ref: { id: A } }], event: 'contract.signed' },
			paths: { contractId: 'list[0].ref' },
			reads: [SIGNED],
		},
	],
	'No contract at all': [
		{ body: { event: 'ping' }, reads: [] },
		{ body: { event: 'contract.signed', contractId: '../../organization' }, reads: [] },
		{ body: { event: 'contract.signed', contractId: 42 }, reads: [] },
		{ body: {}, reads: [] },
		{ body: [], reads: [] },
		{ body: 'contract.signed', reads: [] },
		{ body: null, reads: [] },
	],
};

const cases = Object.entries(ROWS).flatMap(([row, examples]) =>
	examples.map((example, index) => [`${row} (${index + 1})`, example] as const),
);

test.each(cases)('%s', (_row, { body, headers = {}, paths = {}, reads }) => {
	const hints = hintsOf(body, { headers }, { contractId: '', event: '', ...paths });
	expect(hints).toHaveLength(reads.length);
	hints.forEach((hint, index) => expect(hint).toMatchObject(reads[index]!));
});

test('the documentation has exactly these rows', () => {
	const page = readFileSync('docs/triggers.md', 'utf8');
	const section = page.split('## What payloads are understood')[1]!.split('\n## ')[0]!;
	const rows = [...section.matchAll(/^\| (?!Payload|-)([^|]+?) \|/gm)].map(([, name]) => name);
	expect(rows).toEqual(Object.keys(ROWS));
});

describe('misuse', () => {
	const read = (body: unknown) => hintsOf(body, { headers: {} }, { contractId: '', event: '' });

	test('a contract is not named after the event it pretends to be', () => {
		const [hint] = read({ contractId: A, contract: { id: A, name: 'signed', type: 'signed' } });
		expect(hint!.name).toBe('');
	});

	test('a status that no contract can have is not read', () => {
		const [hint] = read({ contractId: A, status: 'success', previousStatus: '<script>' });
		expect(hint).toMatchObject({ status: undefined, previousStatus: undefined });
	});

	test('a body of enormous depth or width costs little', () => {
		const deep = JSON.parse(`${'{"data":'.repeat(5_000)}{"contractId":"${A}"}${'}'.repeat(5_000)}`);
		const nested = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
		const wide = Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`k${i}`, { i }]));
		const started = performance.now();
		expect(read(deep)).toEqual([]);
		expect(read(nested)).toEqual([]);
		expect(read(wide)).toEqual([]);
		expect(performance.now() - started).toBeLessThan(2_000);
	});

	test('properties of the prototype are not found by a path', () => {
		const paths = { contractId: 'constructor.name', event: '__proto__.x' };
		expect(hintsOf({ event: 'a' }, { headers: {} }, paths)).toEqual([]);
	});
});
