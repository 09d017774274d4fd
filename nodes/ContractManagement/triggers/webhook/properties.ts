import type { IDataObject, IWebhookFunctions, TriggerPanelDefinition } from 'n8n-workflow';
import type { PayloadSettings } from '../../api/deliveries/event';
import { OTHER } from '../../api/deliveries/namedEvents';
import { maxBytesOf } from '../../api/files';
import { DEFAULT_MAX_FILE_MB, MEGABYTE } from '../../api/limits';
import { choice, fields, plain, several, text, toggle } from '../../node/fields';
import { collection, list } from '../../operations/shared/fields';
import { simplify } from '../../node/toolOutput.fields';
import {
	fieldsAs,
	maxFileSizeMb,
	readableValues,
	view,
} from '../../operations/shared/parameters.fields';
import { EVENTS, filters } from '../shared/fields';
import { triggerSettings } from '../shared/settings';
import { verification, verificationOptions } from './verification.fields';

const TRY =
	'choose <b>Execute step</b> and make the service deliver an event to the test URL. It is shown here.<br /><br />';

/** Setup help beside the node's parameters. */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Copy the test URL, then receive an event',
	executionsHelp: {
		inactive: `Both URLs are under <b>Webhook URLs</b>.<br /><br /><b>While you build the workflow</b>, ${TRY}<b>When the workflow is ready</b>, register the production URL in the integration settings of the organization, with the Webhook Secret, and publish.`,
		active: `<b>While you change the workflow</b>, ${TRY}<b>The workflow is published</b>: deliveries to the production URL start executions.`,
	},
	activationHint: 'Publish the workflow, so that deliveries to the production URL start it.',
};

const OWN = fields({
	...verificationOptions,
	contractIdPath: text('Contract ID Path', 'data.agreement.uuid').says(
		'Where the ID of the contract (or counterparty) is in the body (or query. or headers.), if the node does not find it',
	),
	eventPath: text('Event Path', 'meta.what').says(
		'Where the event name is in the body (or query. or headers.), if the node does not find it',
	),
	responseBody: text('Answer Text', 'OK').says('The body of every 200, in place of JSON'),
	downloadFiles: toggle('Download Signed Files').says(
		'Whether Contract Signed has the signed PDFs as data, data_2 … If they take more than 8 seconds, signedFilesError says so',
	),
	deduplicate: toggle('Drop Duplicates', true).says(
		'Whether to ignore events that already started this workflow (per n8n process, 24 hours)',
	),
	includePayload: toggle('Include Payload').says(
		'Whether to add the body of the delivery as payload',
	),
});

const eventNames = list('Event Names', 'Add Event Name', ['names', 'Name'], {
	name: text('Name in the Delivery', 'agreement.done'),
	event: choice('Event', 'signed', EVENTS),
}).says('Event names of the service that the node does not know');

export const events = several('Events', ['signed'], {
	name: 'events',
	required: true,
	options: [
		...EVENTS,
		{
			name: 'Any Other Event',
			value: OTHER,
			description: 'Events that this node does not know, under the name that the service uses',
		},
	],
	description: 'The events that start the workflow. The service must be set to deliver them.',
});

/** The parameters of the webhook trigger. */
export const webhookProperties = plain([
	{
		displayName:
			'In the service, register the test URL while you build, then the production URL (both above), with the Webhook Secret as header x-webhook-secret or as ?secret=…',
		name: 'setupNotice',
		type: 'notice',
		default: '',
	},
	events,
	verification,
	filters,
	simplify,
	collection('Options', 'options', {
		...OWN,
		eventNames,
		maxFileSizeMb: maxFileSizeMb.when({ downloadFiles: [true] }),
		fieldsAs,
		readableValues,
		view,
	}),
]);

export type WebhookSettings = ReturnType<typeof webhookSettings>;

/** What the parameters say; what an option holds that is of no use counts as its default. */
export function webhookSettings(context: IWebhookFunctions) {
	const { given, options, ...settings } = triggerSettings(context, OWN);
	const { names } = (given.eventNames ?? {}) as IDataObject;
	const way = String(verification.saved(context));
	return {
		...settings,
		...options,
		verification: way,
		/** Whether somebody has proved that the delivery comes from the service. */
		isVerified: way !== 'none',
		names: Array.isArray(names) ? (names as PayloadSettings['names']) : [],
		maxFileBytes: maxBytesOf(given[maxFileSizeMb.name]) ?? DEFAULT_MAX_FILE_MB * MEGABYTE,
	};
}
