import { differences } from '../../../nodes/ContractManagement/api/differences';

test('what differs is told with both values; what is not wanted is not compared', () => {
	const current = { name: 'Acme', status: 'active', other: 1 };
	expect(differences(current, { name: 'Acme ', status: 'archived', logoUrl: 'x' })).toEqual([
		{ field: 'status', from: 'active', to: 'archived' },
		{ field: 'logoUrl', from: null, to: 'x' },
	]);
});
