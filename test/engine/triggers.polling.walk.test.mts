import { ContractManagementPollingTrigger } from '../../nodes/ContractManagement/ContractManagementPollingTrigger.node';
import { pollSuite } from '../support/pollSuite.mts';
import { listedVisits, visitsOf, type Visit } from '../support/visits.mts';

/** The way of one poll: which functions it comes to, in the order in which it does first. */
const ENTRY = 'ContractManagementPollingTrigger.node.ts';
const { trigger, newest, move } = pollSuite();
let visits: Visit[];

beforeAll(() => {
	const type = ContractManagementPollingTrigger.prototype;
	visits = visitsOf(type, 'poll', ENTRY, 'triggers/**/*.ts');
});

test('a poll that finds a change takes the way that the page lists', async () => {
	const host = trigger();
	await host.tick();
	const draft = await newest('draft');
	await move(draft.id, 'signing');
	visits.length = 0;
	expect(await host.tick()).toHaveLength(2);
	const told = visits.map(({ file, name }) => `${file} ${name}`);
	const firsts = visits.filter((_visit, index) => told.indexOf(told[index]!) === index);
	expect(firsts).toEqual(listedVisits('The way of one poll'));
});
