import {
	NodeConnectionTypes,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { methods } from './editor';
import { clause } from './operations/clause';
import { contract } from './operations/contract';
import { contractType } from './operations/contractType';
import { counterparty } from './operations/counterparty';
import { customObject } from './operations/customObject';
import { customObjectRecord } from './operations/customObjectRecord';
import { file } from './operations/file';
import { member } from './operations/member';
import { organization } from './operations/organization';
import { operationSubtitle } from './operations/shared/subtitle';
import { toolOutput } from './operations/shared/toolOutput.fields';

const resources = {
	clause,
	contract,
	contractType,
	counterparty,
	customObject,
	customObjectRecord,
	file,
	member,
	organization,
};

const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Clause', value: 'clause' },
			{ name: 'Contract', value: 'contract' },
			{ name: 'Contract Type', value: 'contractType' },
			{ name: 'Counterparty', value: 'counterparty' },
			{ name: 'Custom Object', value: 'customObject' },
			{ name: 'Custom Object Record', value: 'customObjectRecord' },
			{ name: 'File', value: 'file' },
			{ name: 'Member', value: 'member' },
			{ name: 'Organization', value: 'organization' },
		],
		default: 'contract',
		// Hands every operation to our transport instead of n8n's own request.
		routing: { send: { paginate: true } },
	},
	...Object.values(resources).flatMap((resource) => resource.properties),
	...toolOutput,
];

export class ContractManagement implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Contract Management',
		name: 'contractManagement',
		icon: {
			light: 'file:../../icons/contract-management.svg',
			dark: 'file:../../icons/contract-management.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: operationSubtitle(properties),
		description:
			'Create, read and sign contracts, keep counterparties in sync and fill dynamic tables in the contract-management service',
		defaults: { name: 'Contract Management' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'contractManagementApi',
				required: true,
				testedBy: 'contractManagementApiTest',
			},
		],
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' },
		properties,
	};

	methods = methods;

	/** See all input items at once. Agents and MCP do not know these, and use the declared routes. */
	customOperations = Object.fromEntries(
		Object.entries(resources).map(([name, { customOperations }]) => [name, customOperations]),
	);
}
