import {
	EVENTS,
	eventKeyOf,
	eventNamed,
	eventOfStatus,
	statusOfEvent,
} from '../../../nodes/ContractManagement/api/events';
import { compareInstants, instantOf } from '../../../nodes/ContractManagement/api/instants';
import { DELIVERIES } from '../../../nodes/ContractManagement/api/deliveries/profile';

const UUID = '3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';
const contract = {
	id: `contract_${UUID.toUpperCase()}`,
	status: 'signing',
	updatedAt: '2026-03-31T14:30:00.000Z',
};

test.each([
	['created', `${UUID}:created`],
	['signed', `${UUID}:signed`],
	['sentForSignature', `${UUID}:sentForSignature:2026-03-31T14:30:00.000Z`],
	['canceled', `${UUID}:canceled:2026-03-31T14:30:00.000Z`],
	['statusChanged', `${UUID}:statusChanged:signing:2026-03-31T14:30:00.000Z`],
	['updated', `${UUID}:updated:2026-03-31T14:30:00.000Z`],
	['counterpartyCreated', `${UUID}:counterpartyCreated`],
	['counterpartyUpdated', `${UUID}:counterpartyUpdated:2026-03-31T14:30:00.000Z`],
	['contract.archived', `${UUID}:contract.archived:2026-03-31T14:30:00.000Z`],
])('the key of %s', (event, key) => {
	expect(eventKeyOf(event, contract)).toBe(key);
});

test('no name of the service’s own makes the key of another event', () => {
	expect(eventKeyOf('statusChanged:signing', contract)).not.toBe(
		eventKeyOf('statusChanged', contract),
	);
	expect(eventKeyOf('contract:a%3Ab', contract)).toBe(
		`${UUID}:contract%3Aa%253Ab:2026-03-31T14:30:00.000Z`,
	);
});

test('a key is the same however the id and the time are written', () => {
	const other = { id: UUID, status: 'signing', updatedAt: '2026-03-31T16:30:00+02:00' };
	expect(eventKeyOf('updated', other)).toBe(eventKeyOf('updated', contract));
});

test.each([
	['contract.created', 'created'],
	['ContractCreated', 'created'],
	['CONTRACT_SIGNED', 'signed'],
	['contract-signed', 'signed'],
	['contract signed', 'signed'],
	['signed', 'signed'],
	['contract.completed', 'signed'],
	['contract.status_changed', 'statusChanged'],
	['contractStatusChanged', 'statusChanged'],
	['contract.status.changed.v2', 'statusChanged'],
	['created.contract', 'created'],
	['contracts/signed', 'signed'],
	['CONTRACTS_STATUS_CHANGED', 'statusChanged'],
	['com.example.contracts.sent_for_signature', 'sentForSignature'],
	['created.contracts', 'created'],
	['contracts', undefined],
	['contractsigned', 'signed'],
	['com.example.crm-2.contract.status_changed.v2', 'statusChanged'],
	['com.example.counterparty.updated', 'counterpartyUpdated'],
	['status_change', 'statusChanged'],
	['contract.sent_for_signature', 'sentForSignature'],
	['contract.canceled', 'canceled'],
	['CONTRACT_CANCELLED', 'canceled'],
	['contract.updated', 'updated'],
	['counterparty.updated', 'counterpartyUpdated'],
	['contract.counterparty_changed', undefined],
	['contract.counterparty_added', undefined],
	['contract.counterparty.updated', undefined],
	['COUNTERPARTY_CREATED', 'counterpartyCreated'],
	['contract.archived', undefined],
	['contract.unsigned', undefined],
	['', undefined],
	['contract', undefined],
])('the name %s is read as %s', (name, event) => {
	expect(eventNamed(name)).toBe(event);
});

test.each([
	['signing', 'sentForSignature'],
	['signed', 'signed'],
	['canceled', 'canceled'],
	['negotiating', undefined],
])('a move to %s is also the event %s', (status, event) => {
	expect(eventOfStatus(status)).toBe(event);
	if (event) expect(statusOfEvent(event)).toBe(status);
});

test('no name stands for two events', () => {
	const names = Object.values(DELIVERIES.events).flatMap((each) => each.split(' '));
	expect(Object.keys(DELIVERIES.events)).toEqual(Object.keys(EVENTS));
	expect(new Set(names).size).toBe(names.length);
});

test.each([
	['2026-03-31T14:30:00.000Z', '2026-03-31T14:30:00.000Z'],
	['2026-03-31T14:30:00Z', '2026-03-31T14:30:00.000Z'],
	['2026-03-31T16:30:00+02:00', '2026-03-31T14:30:00.000Z'],
	['2026-03-31 14:30:00', '2026-03-31T14:30:00.000Z'],
	['2026-03-31T14:30:00.123456Z', '2026-03-31T14:30:00.123456Z'],
	['2026-03-31T14:30:00.123000Z', '2026-03-31T14:30:00.123Z'],
	['2026-03-31T16:30:00.1239+02:00', '2026-03-31T14:30:00.1239Z'],
	['yesterday', undefined],
	[undefined, undefined],
	[1774967400123, undefined],
])('the instant of %s is %s', (given, instant) => {
	expect(instantOf(given)).toBe(instant);
});

test('instants are ordered by time, also within a millisecond', () => {
	const ordered = [
		'2026-03-31T14:30:00.122Z',
		'2026-03-31T14:30:00.123Z',
		'2026-03-31T14:30:00.1234Z',
		'2026-03-31T14:30:00.124Z',
	];
	expect(ordered.toReversed().toSorted(compareInstants)).toEqual(ordered);
	expect(compareInstants(ordered[0]!, ordered[0]!)).toBe(0);
});
