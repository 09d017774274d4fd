import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { methods } from './editor';
import { NODE_VERSIONS } from './node/fields';
import { triggerHint } from './triggers/shared/fields';
import { pollChanges, pollOrHandOn } from './triggers/polling/trigger';
import { pollingProperties } from './triggers/polling/properties';

export class ContractManagementPollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Contract Management Polling Trigger',
		name: 'contractManagementPollingTrigger',
		icon: {
			light: 'file:../../icons/contract-management.svg',
			dark: 'file:../../icons/contract-management.dark.svg',
		},
		group: ['trigger'],
		version: NODE_VERSIONS,
		subtitle: '={{ $parameter["events"].join(", ") }}',
		description:
			'Starts the workflow when contracts or counterparties are created or changed, checking the service at an interval',
		defaults: { name: 'Contract Management Polling Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'contractManagementApi', required: true, testedBy: 'contractManagementApiTest' },
		],
		polling: true,
		// n8n adds Poll Times to the list that it is given, once for each time it loads the node.
		properties: [...pollingProperties],
		builderHint: triggerHint('pollingTrigger'),
	};

	methods = methods;

	async execute(this: IExecuteFunctions) {
		return await pollOrHandOn(this);
	}

	async poll(this: IPollFunctions) {
		return await pollChanges(this);
	}
}
