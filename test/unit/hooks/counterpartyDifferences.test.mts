import type { Counterparty } from '../../../nodes/ContractManagement/api/types';
import { counterpartyDifferences } from '../../../nodes/ContractManagement/operations/counterparty/input';

test('what differs is told with both values and its label; what is not wanted is not compared', () => {
	const current = { name: 'Acme', status: 'active', fields: { a: 1, b: 2 } };
	const changes = counterpartyDifferences(current as unknown as Counterparty, {
		properties: { name: 'Acme ', status: 'archived', logoUrl: 'x' },
		fields: { a: '1', b: 3, c: 4 },
		names: new Map([['b', 'Region']]),
	});
	expect(changes).toEqual([
		{ field: 'Status', fieldId: 'status', from: 'active', to: 'archived' },
		{ field: 'Logo URL', fieldId: 'logoUrl', from: null, to: 'x' },
		{ field: 'Region', fieldId: 'b', from: 2, to: 3 },
		{ field: 'c', fieldId: 'c', from: null, to: 4 },
	]);
});
