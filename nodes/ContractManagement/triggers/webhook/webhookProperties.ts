import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { WEBHOOK_EVENTS } from '../../api/events';
import { simplify } from '../../operations/shared/parameters.fields';
import { filterProperties } from '../shared/filterProperties';
import { verification } from './verificationProperties';
import { webhookOptions } from './webhookOptions';
import { OTHER } from './webhookSettings';

const other: INodePropertyOptions = {
	name: 'Any Other Event',
	value: OTHER,
	description: 'Events that this node does not know, under the name that the service uses',
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
			'Register the production URL (above) in the integration settings, with the Webhook Secret of the credential as header x-webhook-secret or ?secret=… in the URL.',
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
		description: 'The events that start the workflow. The service must be set to deliver them.',
	},
	verification,
	filterProperties,
	simplify,
	webhookOptions,
];
