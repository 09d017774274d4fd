import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookDescription,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { methods } from './editor';
import { NODE_VERSIONS } from './node/fields';
import { triggerHint } from './triggers/shared/fields';
import { handOn } from './triggers/shared/settings';
import { takeDelivery } from './triggers/webhook/delivery';
import { assertPublishable } from './triggers/webhook/publish';
import { triggerPanel, webhookProperties } from './triggers/webhook/properties';

const WEBHOOK: IWebhookDescription = {
	name: 'default',
	httpMethod: 'POST',
	responseMode: 'onReceived',
	// Without it n8n answers the literal text `firstEntryJson`.
	responseData: '',
	path: 'contract-management',
};

export class ContractManagementTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Contract Management Trigger',
		name: 'contractManagementTrigger',
		icon: {
			light: 'file:../../icons/contract-management.svg',
			dark: 'file:../../icons/contract-management.dark.svg',
		},
		group: ['trigger'],
		version: NODE_VERSIONS,
		subtitle: '={{ $parameter["events"].join(", ") }}',
		description: 'Starts the workflow when a contract is created, signed or changes its status',
		eventTriggerDescription: 'Waiting for an event at the test URL',
		activationMessage:
			'Events sent to the production URL now start this workflow. Register that URL in the service, with the Webhook Secret.',
		defaults: { name: 'Contract Management Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'contractManagementApi', required: true, testedBy: 'contractManagementApiTest' },
		],
		webhooks: [
			WEBHOOK,
			// For services that try the address first. The panel shows one URL, which is the same.
			{ ...WEBHOOK, name: 'setup', httpMethod: 'GET', ndvHideUrl: true },
			{ ...WEBHOOK, name: 'setup', httpMethod: 'HEAD', ndvHideUrl: true },
		],
		triggerPanel,
		properties: [...webhookProperties],
		builderHint: triggerHint('trigger'),
	};

	methods = methods;

	webhookMethods = {
		default: {
			// Nothing is kept at the service, so there is nothing that could exist already.
			checkExists: async () => false,
			create: async function (this: IHookFunctions) {
				await assertPublishable(this);
				return true;
			},
			delete: async () => true,
		},
	};

	async execute(this: IExecuteFunctions) {
		return handOn(this, this.getInputData());
	}

	async webhook(this: IWebhookFunctions) {
		return await takeDelivery(this);
	}
}
