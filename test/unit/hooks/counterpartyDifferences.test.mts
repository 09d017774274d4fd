import type { Counterparty } from '../../../nodes/ContractManagement/api/types';
import {
	counterpartyDifferences,
	counterpartyPatch,
} from '../../../nodes/ContractManagement/operations/counterparty/input';

test('what differs is told with both values and its label; what is not wanted is not compared', () => {
	const current = { name: 'Acme', status: 'active', fields: { a: 1, b: 2 } };
	const changes = counterpartyDifferences(current as unknown as Counterparty, {
		properties: { name: 'Acme ', status: 'archived', logoUrl: 'x' },
		fields: { a: '1', b: 3, c: 4 },
		chosen: new Map(Object.entries({ a: { name: 'a' }, b: { name: 'Region' }, c: { name: 'c' } })),
	});
	expect(changes).toEqual([
		{ field: 'Status', fieldId: 'status', from: 'active', to: 'archived' },
		{ field: 'Logo URL', fieldId: 'logoUrl', from: null, to: 'x' },
		{ field: 'Region', fieldId: 'b', from: 2, to: 3 },
		{ field: 'c', fieldId: 'c', from: null, to: 4 },
	]);
});

const wanted = {
	properties: { name: 'Acme' },
	fields: { a: 2, b: 3 },
	chosen: new Map(Object.entries({ a: { name: 'a' }, b: { name: 'b' } })),
};

test.each([
	['replace', { a: 2, b: 3, c: 4 }],
	['merge', { a: 2, b: 3 }],
] as const)(
	'where the service does %s fields, the patch has those that need to be sent',
	(mode, fields) => {
		const patch = counterpartyPatch(mode, { fields: { a: 1, c: 4 } }, wanted);
		expect(patch).toEqual({ name: 'Acme', fields });
	},
);
