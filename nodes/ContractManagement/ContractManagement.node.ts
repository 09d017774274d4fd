import {
	NodeConnectionTypes,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { methods } from './editor';
import { toolOutput } from './node/toolOutput.fields';
import { get as getClause } from './operations/clause/get';
import { getAll as getClauses } from './operations/clause/getAll';
import { contract } from './operations/contract';
import { getCreationForm } from './operations/contractType/getCreationForm';
import { counterparty } from './operations/counterparty';
import { get as getCustomObject } from './operations/customObject/get';
import { getAll as getRecords } from './operations/customObjectRecord/getAll';
import { upsert } from './operations/customObjectRecord/upsert';
import { upload } from './operations/file/upload';
import { update as updateMember } from './operations/member/update';
import { get as getOrganization } from './operations/organization/get';
import { builderHint } from './operations/shared/builderHint';
import { choice, choices, NODE_VERSIONS, plain } from './operations/shared/fields';
import { refusesUnknown } from './operations/shared/offered';
import { resource, type Operation } from './operations/shared/operation';
import { misplaced } from './operations/shared/strangers';

/** By its value, which tells its label: its operations, and what it is there for. What people want first is first. */
const RESOURCES: Record<string, [operations: Record<string, Operation>, description: string]> = {
	contract: [contract, 'Create, find, sign, download'],
	contractType: [{ getCreationForm }, 'What creating a contract needs'],
	counterparty: [counterparty, 'Companies you contract with'],
	customObject: [{ get: getCustomObject }, 'The fields of a dynamic table'],
	customObjectRecord: [
		{ upsert, getAll: getRecords },
		'Rows of dynamic tables, such as line items',
	],
	clause: [{ getAll: getClauses, get: getClause }, 'The library of clauses, and their text'],
	file: [{ upload }, 'Upload files for other requests'],
	member: [{ update: updateMember }, 'People of the organization: role, groups, folders'],
	organization: [{ get: getOrganization }, 'The owner of the API key'],
};

const all = Object.entries(RESOURCES);
const resources = Object.fromEntries(
	all.map(([value, [operations]]) => [value, resource(value, operations)]),
);
const options = all.map(([value, [, description]]) => ({ ...choices([value])[0], description }));

const properties: INodeProperties[] = [
	choice('Resource', 'contract', options, {
		name: 'resource',
		noDataExpression: true,
		routing: {
			send: { paginate: true },
			operations: { pagination: refusesUnknown(options, resources) },
		},
	}),
	...Object.values(resources).flatMap(({ properties: own }) => own),
	...toolOutput(resources),
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
		version: NODE_VERSIONS,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Create, read and sign contracts, keep counterparties in sync and fill dynamic tables in the contract-management service',
		defaults: { name: 'Contract Management' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'contractManagementApi', required: true, testedBy: 'contractManagementApiTest' },
		],
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' },
		// n8n adds parameters to the list that it is given, once for each time it loads the node.
		properties: plain([...properties, ...misplaced(properties)]),
		builderHint: builderHint(Object.values(resources).flatMap(({ items }) => items)),
	};

	methods = methods;

	/** See all input items at once. Agents and MCP do not know these, and use the declared routes. */
	customOperations = Object.fromEntries(
		Object.entries(resources).map(([name, { customOperations }]) => [name, customOperations]),
	);
}
