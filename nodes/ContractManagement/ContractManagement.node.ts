import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { organization } from './resources/organization';
import { sendOne } from './transport/routing';

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
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Create, read and sign contracts, keep counterparties in sync and fill dynamic tables in the contract-management service',
		defaults: { name: 'Contract Management' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'contractManagementApi', required: true }],
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' },
		requestOperations: { pagination: sendOne },
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [{ name: 'Organization', value: 'organization' }],
				default: 'organization',
				// Hands every operation to our transport instead of n8n's own request (D1).
				routing: { send: { paginate: true } },
			},
			...organization,
		],
	};
}
