import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { WEBHOOK_EVENTS } from '../api/events';
import { simplify } from '../resources/shared/fields';
import { filterProperties } from './filterProperties';
import { webhookOptions } from './webhookOptions';
import { OTHER } from './webhookSettings';

const other: INodePropertyOptions = {
	name: 'Any Other Event',
	value: OTHER,
	description:
		"Events with a name that this node does not know, emitted under the service's own name",
};

const events: INodePropertyOptions[] = WEBHOOK_EVENTS.map(({ label, value, description }) => ({
	name: label,
	value,
	description,
}));

/** The parameters of the webhook trigger. */
export const webhookProperties: INodeProperties[] = [
	{
		displayName:
			'Open Webhook URLs above and copy the production URL into the integration settings of the organization, together with the Webhook Secret of the credential: as the header x-webhook-secret, or as ?secret=… at the end of the URL. If the service signs its deliveries instead, choose HMAC Signature below.',
		name: 'setupNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: [other, ...events],
		default: ['signed'],
		description: 'The events to start on. The service has to be set to deliver them, too.',
	},
	{
		displayName: 'Verification',
		name: 'verification',
		type: 'options',
		options: [
			{
				name: 'HMAC Signature',
				value: 'hmac',
				description:
					'Each delivery carries an HMAC-SHA256 of its body, made with the Webhook Secret',
			},
			{
				name: 'None',
				value: 'none',
				description:
					'Anybody who knows the URL and the ID of a contract can start the workflow for it. What is emitted is still only what the service confirms. At most 10 contracts per delivery.',
			},
			{
				name: 'Shared Secret',
				value: 'sharedSecret',
				description: 'Each delivery carries the Webhook Secret itself, in a header or in the URL',
			},
		],
		default: 'sharedSecret',
		description: 'How a delivery proves that it comes from the service',
	},
	filterProperties,
	simplify,
	webhookOptions,
];
