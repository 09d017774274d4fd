import { NodeHelpers, type INodeProperties } from 'n8n-workflow';
import { ContractManagementPollingTrigger } from '../../../nodes/ContractManagement/ContractManagementPollingTrigger.node';

const OF_CONTRACTS = ['authorEmail', 'contractTypeIds', 'signatoryEmail', 'statusFrom', 'statusTo'];

test.each([
	['contract', [...OF_CONTRACTS, 'counterpartyId']],
	['counterparty', ['counterpartyId']],
])('a polling trigger that watches a %s shows the filters %j', (watch, expected) => {
	const { description } = new ContractManagementPollingTrigger();
	const { options } = description.properties.find(({ name }) => name === 'filters')!;
	const shown = (options as INodeProperties[]).filter((each) =>
		NodeHelpers.displayParameter({}, each, { typeVersion: 1 }, description, { watch }),
	);
	expect(shown.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
});
