import {
	NodeConnectionTypes,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { listAllClauses } from './hooks/clauses';
import { createContracts } from './hooks/contracts/create';
import { getContracts } from './hooks/contracts/get';
import { listAllContracts } from './hooks/contracts/list';
import { updateContracts } from './hooks/contracts/update';
import { syncCounterparties } from './hooks/counterparties/sync';
import { updateCounterparties } from './hooks/counterparties/update';
import { uploadFilesOfItems } from './hooks/files/upload';
import { updateMembers } from './hooks/memberUpdate';
import { upsertAllItems } from './hooks/records/upsertItems';
import { markAllAsSigned } from './hooks/signing/markAsSigned';
import { sendAllForSignature } from './hooks/signing/sendForSignature';
import { methods } from './methods';
import { clause } from './resources/clause';
import { contract } from './resources/contract';
import { contractType } from './resources/contractType';
import { counterparty } from './resources/counterparty';
import { customObject } from './resources/customObject';
import { customObjectRecord } from './resources/customObjectRecord';
import { file } from './resources/file';
import { member } from './resources/member';
import { organization } from './resources/organization';
import { operationSubtitle } from './resources/shared/subtitle';
import { sendOne } from './transport/routing';

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
		// Hands every operation to our transport instead of n8n's own request (D1).
		routing: { send: { paginate: true } },
	},
	...clause,
	...contract,
	...contractType,
	...counterparty,
	...customObject,
	...customObjectRecord,
	...file,
	...member,
	...organization,
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
		requestOperations: { pagination: sendOne },
		properties,
	};

	methods = methods;

	/** See all input items at once. Agents and MCP do not know these, and use the declared routes (D1, R6). */
	customOperations = {
		clause: { getAll: listAllClauses },
		contract: {
			create: createContracts,
			get: getContracts,
			getAll: listAllContracts,
			markAsSigned: markAllAsSigned,
			sendForSignature: sendAllForSignature,
			update: updateContracts,
		},
		counterparty: { sync: syncCounterparties, update: updateCounterparties },
		customObjectRecord: { upsert: upsertAllItems },
		file: { upload: uploadFilesOfItems },
		member: { update: updateMembers },
	};
}
