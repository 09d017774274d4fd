import { ContractManagementTrigger } from '../../nodes/ContractManagement/ContractManagementTrigger.node';
import { listedVisits, visitsOf, type Visit } from '../support/visits.mts';
import { proof, said, webhookSuite } from '../support/webhookTrigger.mts';

/** The way of one delivery: which files of the trigger it enters, and how often, as docs/architecture.md lists it. */
const ENTRY = 'ContractManagementTrigger.node.ts';
const FILES = '{triggers,api/deliveries}/**/*.ts';
const { listen, contract } = webhookSuite();
let visits: Visit[];

beforeAll(() => {
	visits = visitsOf(ContractManagementTrigger.prototype, 'webhook', ENTRY, FILES);
});

test.each([
	['contract.status_changed', { status: 'signing', previousStatus: 'draft' }],
	['contract.signed', { status: 'signed' }],
])('the way that the page lists is at most 30 stays in 12 rooms: %s', async (event, told) => {
	const host = await listen();
	const { id } = await contract(told.status);
	visits.length = 0;
	await host.deliver(said(event, id, told), proof);
	expect(host.executions).toHaveLength(1);
	const way = visits.slice();
	expect(way).toEqual(listedVisits('The way of one delivery'));
	// Each visit but the first is a stay, and so is being back where it was made.
	expect(2 * (way.length - 1) + 1).toBeLessThanOrEqual(30);
	expect(new Set(way.map(({ file }) => file)).size).toBeLessThanOrEqual(12);
});
