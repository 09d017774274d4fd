import type { Organization } from '../../../sandbox/schemas/organization.mts';
import { operationCase, uuid } from './case.mts';

export const organizationCases = [
	operationCase<Organization>({
		operation: 'organization.get',
		does: 'gets the organization of the key for each input',
		fixture: {
			recorded: () => ({ id: uuid('o', 1), name: 'Acme', slug: 'acme' }),
			live: async (sandbox) => (await sandbox.api('GET', '/organization')).body,
		},
		run: (organization) => ({
			parameters: {},
			inputs: [{}, {}, {}],
			calls: Array(3).fill({ method: 'GET', path: '/organization', reply: { body: organization } }),
			outputs: Array(3).fill([organization]),
		}),
	}),
];
