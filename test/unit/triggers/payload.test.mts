import { readFileSync } from 'node:fs';
import type { NamedEvent } from '../../../nodes/ContractManagement/api/deliveries/event';
import { namedEvents } from '../../../nodes/ContractManagement/api/deliveries/namedEvents';

const A = '3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';
const B = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';
const PARTY = '99999999-8888-4777-a666-555555555555';
const SIGNED: Partial<NamedEvent> = { subject: 'contract', id: A, name: 'contract.signed' };

interface Row {
	body: unknown;
	headers?: Record<string, string>;
	paths?: { contractIdPath?: string; eventPath?: string };
	reads: Array<Partial<NamedEvent>>;
}

const LATER = '2026-04-02T08:00:00Z';

/** One entry per row of the table "What payloads are understood" in docs/reliability.md. */
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
					at: '2026-01-01T00:00:00.000Z',
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
			body: { EVENTS: [{ Event: 'contract.signed', Contract_ID: A }] },
			reads: [SIGNED],
		},
		{ body: { Event: 'contract.signed', ID: A }, reads: [SIGNED] },
		{
			body: { event: 'x', contract_id: A, old_status: 'draft', new_status: 'signing' },
			reads: [{ id: A, previousStatus: 'draft', status: 'signing' }],
		},
	],
	'Other names of the event property': [
		...['eventType', 'event_type', 'eventName', 'type', 'topic', 'action', 'name', 'kind'].map(
			(key) => ({
				body: { [key]: 'contract.signed', contractId: A },
				reads: [SIGNED],
			}),
		),
		{
			body: { type: 'event', action: 'contract.signed', contractId: A },
			reads: [SIGNED],
		},
		{
			body: { type: 'event', data: { type: 'contract.signed', contractId: A } },
			reads: [SIGNED],
		},
	],
	'The event as an object': [
		{ body: { event: { type: 'contract.signed', at: 1 }, contractId: A }, reads: [SIGNED] },
		{ body: { event: { name: 'contract.signed' }, data: { contractId: A } }, reads: [SIGNED] },
	],
	'The event in a header': [
		...['x-event', 'x-webhook-event', 'x-event-name', 'x-brand-event-type', 'x-brand-topic'].map(
			(name) => ({
				body: { contractId: A },
				headers: { 'x-brand-event-id': 'contract.created', [name]: 'contract.signed' },
				reads: [SIGNED],
			}),
		),
		{
			body: { data: { id: A, name: 'New contract', type: 'Update' } },
			headers: { 'x-webhook-event': 'contract.signed' },
			reads: [SIGNED],
		},
		{
			body: { id: A, name: 'New contract', type: 'Update' },
			headers: { 'x-webhook-event': 'contract.signed' },
			reads: [SIGNED],
		},
		{
			body: { contractId: A, topic: 'contracts', type: 'signed' },
			reads: [{ ...SIGNED, name: 'signed' }],
		},
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
		{
			body: { event: 'contract.signed', contract: { uuid: A, status: 'signed' } },
			reads: [SIGNED],
		},
	],
	'The contract as the data itself': [
		{ body: { event: 'contract.signed', data: { id: A, status: 'signed' } }, reads: [SIGNED] },
		{
			body: { event: 'contract.archived', data: { id: A, name: 'New Contract' } },
			reads: [{ ...SIGNED, name: 'contract.archived' }],
		},
		{ body: { event: 'contract.signed', resource: { id: A } }, reads: [SIGNED] },
		{ body: { event: 'contract.signed', data: { id: 42, uuid: A } }, reads: [SIGNED] },
		{ body: { event: 'contract.signed', data: A }, reads: [SIGNED] },
		...['/v2/contracts', 'https://service.test/v2/contracts'].map((address) => ({
			body: { id: B, event: 'contract.signed', resource: `${address}/${A}` },
			reads: [SIGNED],
		})),
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
		...['events', 'data', 'items', 'deliveries', 'payload'].map((list) => ({
			body: {
				id: 'd1',
				[list]: [
					{ id: 'e1', event: 'contract.signed', contractId: A },
					{ id: 'e2', event: 'contract.created', data: { contractId: B } },
				],
			},
			reads: [SIGNED, { id: B, name: 'contract.created' }],
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
	'Several contracts of one event': [
		...[
			{ contractIds: [A, `contract_${B}`] },
			{ data: { contract_ids: [A, 'x', B] } },
			{ data: { contractUuids: [{ id: A, status: 'signed' }, { id: B }] } },
			{ payload: { data: { contractUuids: [{ uuid: A }, B] } } },
		].map((more) => ({
			body: { id: PARTY, event: 'contract.signed', createdAt: '2026-01-01T00:00:00Z', ...more },
			reads: [
				{ ...SIGNED, at: '2026-01-01T00:00:00.000Z' },
				{ name: 'contract.signed', id: expect.stringContaining(B) as string },
			],
		})),
		...[
			{ id: A, contracts: [{ name: 'x' }] },
			{ id: A, contracts: [{ id: B }] },
			{ id: A, contractIds: [] },
			{ data: { id: A, contracts: [{ id: B }] } },
			{ contractId: A, contractIds: [B] },
			{ id: A, amendment: { contractIds: [B] } },
		].map((more) => ({ body: { event: 'contract.signed', ...more }, reads: [SIGNED] })),
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
		{
			body: { event: 'contract.counterparty_signed', contractId: A, counterpartyId: PARTY },
			reads: [{ subject: 'contract', id: A }],
		},
		{
			body: { event: 'contract.counterparty_changed', contractId: A, counterpartyId: PARTY },
			reads: [{ subject: 'contract', id: A, event: undefined }],
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
	'The time of the event': [
		...[
			...['createdAt', 'occurredAt', 'occurredOn'],
			...['updatedAt', 'triggeredAt', 'eventTime', 'eventTimestamp'],
			...['timestamp', 'time'],
		].map((key) => ({
			body: { event: 'contract.signed', contractId: A, [key]: '2026-03-31 16:30:00+02:00' },
			reads: [{ ...SIGNED, at: '2026-03-31T14:30:00.000Z' }],
		})),
		...['event', 'meta'].map((key) => ({
			body: {
				contractId: A,
				[key]: { type: 'contract.signed', time: '2026-03-31T14:30:00Z', updatedAt: LATER },
				webhook: { time: LATER },
			},
			reads: [{ ...SIGNED, at: '2026-03-31T14:30:00.000Z' }],
		})),
		// Those of the record are not of the event.
		...['data', 'payload'].flatMap((key) => {
			const record = { id: A, updatedAt: LATER, createdAt: LATER };
			const named = { type: 'contract.signed', occurredAt: '2026-03-31T14:30:00Z' };
			return [
				{ body: { [key]: { ...record, ...named } }, reads: [{ at: '2026-03-31T14:30:00.000Z' }] },
				{ body: { [key]: { ...record, type: named.type } }, reads: [{ at: undefined }] },
				{
					body: { event: named.type, [key]: { ...record, time: LATER } },
					reads: [{ at: undefined }],
				},
				{ body: { [key]: { ...record, name: 'New', time: LATER } }, reads: [{ at: undefined }] },
			];
		}),
		// The event's own comes first, and that of an attempt or of the customer's data is not its own.
		...['meta', 'metadata', 'message'].map((key) => ({
			body: {
				event: 'contract.signed',
				contractId: A,
				...(key === 'meta' && { createdAt: '2026-03-31T14:30:00Z' }),
				[key]: { timestamp: LATER },
			},
			reads: [{ ...SIGNED, ...(key === 'meta' && { at: '2026-03-31T14:30:00.000Z' }) }],
		})),
		...[1_774_967_400, 1_774_967_400_000, '1774967400', '1774967400000'].map((timestamp) => ({
			body: { event: 'contract.signed', contractId: A, timestamp },
			reads: [{ ...SIGNED, at: '2026-03-31T14:30:00.000Z' }],
		})),
		...[
			'yesterday',
			'2026-13-31T14:30:00Z',
			'20260331',
			'20260331143000',
			'9'.repeat(99),
			1e300,
			null,
			{ at: 1 },
		].map((timestamp) => ({
			body: { event: 'contract.signed', contractId: A, timestamp },
			reads: [{ ...SIGNED, at: undefined }],
		})),
		{
			body: { event: 'contract.signed', data: { id: A, createdAt: '2026-03-31T14:30:00Z' } },
			reads: [{ ...SIGNED, at: undefined }],
		},
		{
			body: { timestamp: '2026-03-31T14:30:00Z', events: [{ event: 'x', contractId: A }] },
			reads: [{ id: A, at: '2026-03-31T14:30:00.000Z' }],
		},
	],
	'A CloudEvent, structured or binary': [
		...[A, `contract_${A}`, `contracts/${A}`, `https://host/v2/contracts/contract_${A}`].flatMap(
			(subject): Row[] => {
				const time = '2026-01-01T00:00:00Z';
				const attributes = { specversion: '1.0', id: B, source: '/crm', time, subject };
				const headers = Object.entries({ ...attributes, type: 'com.host.contract.signed' });
				const reads = [
					{ id: subject.match(/(contract_)?[^/]*$/)![0], at: '2026-01-01T00:00:00.000Z' },
				];
				return [
					{ body: { ...attributes, type: 'contract.signed', data: { status: 'signed' } }, reads },
					{
						body: { status: 'signed' },
						headers: Object.fromEntries(headers.map(([name, value]) => [`ce-${name}`, value])),
						reads: [{ ...reads[0], event: 'signed', status: 'signed' }],
					},
				];
			},
		),
		{
			body: { specversion: '1.0', type: 'contract.signed', id: B, source: `/v2/contracts/${A}` },
			reads: [SIGNED],
		},
		{
			body: { specversion: '1.0', type: 'contract.signed', id: B, subject: B, data: { id: A } },
			reads: [SIGNED],
		},
		{ body: { event: 'contract.signed', id: A, subject: B, source: B }, reads: [SIGNED] },
		{ body: { event: 'contract.signed', contract: `/v2/contracts/${A}` }, reads: [SIGNED] },
	],
	'Own paths': [
		{
			body: { meta: { what: 'done' }, event: 'contract.created', doc: { ref: A }, contractId: B },
			paths: { contractIdPath: 'doc.ref', eventPath: 'meta.what' },
			reads: [{ subject: 'contract', id: A, name: 'done' }],
		},
		{
			body: { data: { contract: { id: A } }, about: { id: B }, event: 'contract.signed' },
			paths: { contractIdPath: 'data.contract.id' },
			reads: [SIGNED],
		},
		{
			body: { changes: [{ ref: { id: A } }], event: 'contract.signed' },
			paths: { contractIdPath: 'changes[0].ref' },
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
	const events = namedEvents(
		body,
		{ headers, query: {} },
		{ contractIdPath: '', eventPath: '', ...paths },
	)!;
	expect(events).toHaveLength(reads.length);
	events.forEach((event, index) => expect(event).toMatchObject(reads[index]!));
});

describe('the table in docs/reliability.md', () => {
	const page = readFileSync('docs/reliability.md', 'utf8');
	const section = page.split('### What payloads are understood')[1]!.split('\n### ')[0]!;
	const rows = [...section.matchAll(/^\| (?!Payload|-)([^|]+?) \| (.+) \|$/gm)];

	test('has exactly these rows', () => {
		expect(rows.map(([, name]) => name)).toEqual(Object.keys(ROWS));
	});

	test.each(rows.map(([, name, examples]) => [name!, examples!]))(
		'every name that the row "%s" shows is in a test of it',
		(name, examples) => {
			const shown = [...examples.matchAll(/`([^`]+)`/g)].flatMap(
				([, code]) => code!.replace(/<\w+>/g, '').match(/[\w-]+/g)!,
			);
			const tested = JSON.stringify(ROWS[name]);
			expect(shown.filter((word) => !tested.includes(word))).toEqual([]);
		},
	);
});

describe('of several contracts', () => {
	test.each<[string, object]>([
		['the one that the data is, not one below it', { data: { id: A, amends: { contractId: B } } }],
		['the same, as an object', { data: { id: A, parent: { contract: { id: B } } } }],
		['the same, deeper', { data: { id: A, parent: { data: { contractId: B } } } }],
		['the same, of a resource', { resource: { id: A, root: { contractUuid: B } } }],
		['the one that is named, before the id of the data', { data: { id: B, contractId: A } }],
		['the same, as an object', { data: { id: B, object: { contract: { id: A } } } }],
		['the one in an unknown object, where nothing else is named', { id: B, it: { contractId: A } }],
	])('%s', (_what, body) => {
		const events = namedEvents(
			{ event: 'contract.signed', ...body },
			{ headers: {}, query: {} },
			{ contractIdPath: '', eventPath: '' },
		);
		expect(events).toMatchObject([SIGNED]);
	});
});

describe('a status beside the contract', () => {
	test.each(['initialContract', 'approval', 'document', 'currentUser', 'amendment'])(
		'is not that of something else: %s',
		(holder) => {
			const other = {
				id: B,
				status: 'signed',
				previousStatus: 'signing',
				contract: { status: 'signed' },
			};
			const [event] = namedEvents(
				{ event: 'x', data: { contractId: A, [holder]: other, changes: { [holder]: other } } },
				{ headers: {}, query: {} },
				{ contractIdPath: '', eventPath: '' },
			)!;
			expect(event).toMatchObject({ id: A, status: undefined, previousStatus: undefined });
		},
	);

	test.each<[string, object, Partial<NamedEvent>]>([
		[
			'how it was, before how it is',
			{ before: { status: 'draft' }, after: { status: 'signing' } },
			{},
		],
		[
			'how the contract was, in an object of its own',
			{ before: { contract: { status: 'draft' } }, data: { contract: { status: 'signing' } } },
			{},
		],
		['what was replaced', { previous: { status: 'draft' }, current: { status: 'signing' } }, {}],
		['old values', { oldValues: { status: 'draft' }, contract: { status: 'signing' } }, {}],
		...[
			['statusBefore', 'statusAfter'],
			['statusFrom', 'statusTo'],
			['status_old', 'status_new'],
			['oldState', 'newState'],
			['fromState', 'toState'],
			['previousState', 'newState'],
			['prevStatus', 'currentStatus'],
			['priorStatus', 'status'],
			['oldValue', 'currentValue'],
		].map(([was, is]): [string, object, object] => [
			`${was} and ${is}`,
			{ data: { [was!]: 'draft', [is!]: 'signing' } },
			{},
		]),
		['from and to', { changes: { status: { from: 'draft', to: 'signing' } } }, {}],
		['from and to as objects', { from: { status: 'draft' }, to: { status: 'signing' } }, {}],
		[
			'who signs',
			{ signatory: { email: 'a@example.com', status: 'signed' }, status: 'signing' },
			{ previousStatus: undefined },
		],
		[
			'who signs, and nothing of the contract',
			{ data: { contractSigner: { status: 'signed', previousStatus: 'draft' } } },
			{ status: undefined, previousStatus: undefined },
		],
	])('is that before, or nobody else’s: %s', (_what, body, reads) => {
		const [event] = namedEvents(
			{ event: 'x', contractId: A, ...body },
			{ headers: {}, query: {} },
			{ contractIdPath: '', eventPath: '' },
		)!;
		expect(event).toMatchObject({ id: A, status: 'signing', previousStatus: 'draft', ...reads });
	});
});

const STATUS = 'contract.status_changed';
const MOVED = { id: A, status: 'signed', previousStatus: 'signing' };

describe('what other services send', () => {
	test.each<[string, object, Partial<NamedEvent>, { query?: object; contractIdPath?: string }?]>([
		[
			'trigger',
			{ type: 'webhook_event', trigger: 'CONTRACT.SIGNED', source: { contractId: A } },
			{ id: A, event: 'signed' },
		],
		[
			'action and entity',
			{
				meta: { action: 'change', entity: 'contract' },
				data: { id: A },
				previous: { status: 'draft' },
			},
			{ event: 'updated', previousStatus: 'draft' },
		],
		[
			'subscriptionType',
			{ subscriptionType: 'contract.signed', contractId: A },
			{ event: 'signed' },
		],
		['webhookEvent', { webhookEvent: 'contract_signed', contractId: A }, { event: 'signed' }],
		['triggerEvent', { triggerEvent: 'CONTRACT_SIGNED', contractId: A }, { event: 'signed' }],
		[
			'the query',
			{ contractId: A },
			{ id: A, event: 'signed' },
			{ query: { event: 'contract.signed' } },
		],
		['by its value', { cause: { what: 'contract.signed' }, contractId: A }, { event: 'signed' }],
		[
			'not by value beside a name',
			{ event: 'note.added', last: 'contract.signed', contractId: A },
			{ name: 'note.added' },
		],
		['document', { event: 'document.signed', id: B, document: { id: A } }, { id: A }],
		[
			'document beside the contract',
			{ event: 'contract.signed', data: { id: A, document: { id: B } } },
			{ id: A },
		],
		['document beside an id', { event: 'contract.signed', id: A, document: { id: B } }, { id: A }],
		['agreement', { event: 'signed', agreement: { uuid: A } }, { id: A, event: 'signed' }],
		['project', { event: 'signed', projectId: A }, { id: A, event: 'signed' }],
		[
			'contractUrl',
			{ event: 'signed', contractUrl: `https://a.test/contracts/${A}/view?x=1` },
			{ id: A },
		],
		[
			'contractUrl, as the specification shows it',
			{
				id: B,
				event: 'contract.signed',
				data: { contractUrl: `https://a.test/acme/project/contract_${A}` },
			},
			{ id: `contract_${A}`, event: 'signed' },
		],
		['agreementUid', { event: 'signed', agreementUid: A }, { id: A, event: 'signed' }],
		[
			'document beside another entity',
			{ event: 'document.signed', document: { id: A }, entity: { id: B } },
			{ id: A },
		],
		[
			'a subject with a type',
			{ id: B, event_type: 'contract_fully_signed', subject: { type: 'contract', id: A } },
			{ id: A, event: 'signed' },
		],
		[
			'a subject that is an address',
			{ id: B, eventType: 'Contract.Signed', subject: `contracts/${A}`, data: {} },
			{ id: A, event: 'signed' },
		],
		[
			'events that are wrapped',
			{ data: { events: [{ type: 'contract.signed', contract_id: A }] }, id: B },
			{ id: A, event: 'signed' },
		],
		[
			'events beside other lists',
			{ data: [{ note: 1 }], events: [{ type: 'contract.signed', contract_id: A }] },
			{ id: A, event: 'signed' },
		],
		[
			'items of a changelog',
			{
				webhookEvent: 'contract_updated',
				contract: { id: A },
				changelog: { items: [{ field: 'status', fromString: 'signing', toString: 'signed' }] },
			},
			{ ...MOVED, event: 'updated' },
		],
		['contracts', { event: 'signed', contracts: [{ id: A }] }, { id: A, event: 'signed' }],
		[
			'a path into the query',
			{ event: 'signed' },
			{ id: A },
			{ contractIdPath: 'query.c', query: { c: A } },
		],
		['a path into headers', { event: 'signed' }, { id: A }, { contractIdPath: 'headers.x-ref' }],
		[
			'a path from the body',
			{ event: 'signed', it: { ref: A } },
			{ id: A },
			{ contractIdPath: 'body.it.ref' },
		],
		[
			'a path from the body, as the editor shows it',
			{ event: 'signed', it: { ref: A } },
			{ id: A },
			{ contractIdPath: 'payload.it.ref' },
		],
		[
			'a path into a payload of its own',
			{ event: 'signed', payload: { ref: A } },
			{ id: A },
			{ contractIdPath: 'payload.ref' },
		],
		[
			'a path to a counterparty',
			{ id: B, event: 'counterparty.updated', party: { ref: A } },
			{ subject: 'counterparty', id: A, event: 'counterpartyUpdated' },
			{ contractIdPath: 'party.ref' },
		],
		[
			'a path to a contract beside a counterparty',
			{ event: 'counterparty.updated', data: { id: B, deal: { ref: A } } },
			{ subject: 'counterparty', id: B },
			{ contractIdPath: 'data.deal.ref' },
		],
		[
			'a path that a counterparty does not have',
			{ event: 'counterparty.updated', id: B },
			{ subject: 'counterparty', id: B },
			{ contractIdPath: 'data.deal.ref' },
		],
		[
			'old and new',
			{ event: STATUS, contractId: A, changes: { status: { old: 'signing', new: 'signed' } } },
			MOVED,
		],
		[
			'fields',
			{
				event: STATUS,
				contractId: A,
				changes: [
					{ field: 'name', old: 'draft' },
					{ field: 'status', old_value: 'signing', new_value: 'signed' },
				],
			},
			MOVED,
		],
		[
			'two statuses',
			{ event: STATUS, contractId: A, changes: { status: ['signing', 'signed'] } },
			MOVED,
		],
		['only two statuses', { event: STATUS, contractId: A, changes: ['signing', 'signed'] }, MOVED],
		...['changelog', 'changed_fields', 'updates', 'fieldChanges'].map(
			(list): [string, object, Partial<NamedEvent>] => [
				`fields in ${list}`,
				{
					event: STATUS,
					data: { id: A, [list]: [{ property: 'Status', from: 'signing', toValue: 'signed' }] },
				},
				MOVED,
			],
		),
		[
			'one field',
			{
				event: STATUS,
				contractId: A,
				change: { field: 'status', before: 'signing', after: 'signed' },
			},
			MOVED,
		],
		[
			'attributes before',
			{
				type: STATUS,
				data: { object: { id: A, status: 'signed' }, previous_attributes: { status: 'signing' } },
			},
			MOVED,
		],
		[
			'two texts that are none',
			{ event: STATUS, contractId: A, changes: ['name', 'status'] },
			{ previousStatus: undefined },
		],
		[
			'of another field',
			{ event: STATUS, contractId: A, changes: { rank: { old: 'signing', new: 'signed' } } },
			{ status: undefined, previousStatus: undefined },
		],
		[
			'of a list of something else',
			{ event: STATUS, contractId: A, tags: [{ field: 'status', old: 'signing' }] },
			{ previousStatus: undefined },
		],
	])('%s', (_what, body, expected, { query = {}, contractIdPath = '' } = {}) => {
		const sent = { headers: { 'x-ref': A }, query: query as Record<string, unknown> };
		const events = namedEvents(body, sent, { contractIdPath, eventPath: '' });
		expect(events).toMatchObject([expected]);
	});
});
