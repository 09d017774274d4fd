import type {
	IDataObject,
	INodeProperties,
	IWebhookFunctions,
	TriggerPanelDefinition,
} from 'n8n-workflow';
import type { PayloadSettings } from '../../api/deliveries/event';
import { OTHER } from '../../api/deliveries/namedEvents';
import { maxBytesOf } from '../../api/files';
import { DEFAULT_MAX_FILE_MB, MEGABYTE } from '../../api/limits';
import { collection, field, fields, list, type Rows } from '../../operations/shared/fields';
import {
	fieldsAs,
	maxFileSize,
	readableValues,
	simplify,
	view,
} from '../../operations/shared/parameters.fields';
import { EVENTS, filters } from '../shared/fields';
import { triggerSettings } from '../shared/settings';
import { VERIFICATION_ROWS, verification, verificationOptions } from './verification.fields';

const TRY =
	'choose <b>Execute step</b> and make the service (or the page of the sandbox) deliver an event to the test URL. It is shown here.<br /><br />';

/** Setup help beside the node's parameters. */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Copy the test URL, then receive an event',
	executionsHelp: {
		inactive: `The node has two addresses, see <b>Webhook URLs</b> in its parameters.<br /><br /><b>While you build the workflow</b>, ${TRY}<b>When the workflow is ready</b>, register the production URL in the integration settings of the organization, with the Webhook Secret of the credential, and publish the workflow. Each delivery then starts an execution, which you find in the executions list.`,
		active: `<b>While you change the workflow</b>, ${TRY}<b>The workflow is published</b>: deliveries to the production URL start executions, which you find in the executions list.`,
	},
	activationHint:
		'Once you have finished building the workflow, publish it, so that deliveries to the production URL start it.',
};

const OWN = {
	contractIdPath: [
		'Contract ID Path',
		'',
		'Where the contract ID is in the body, if the node does not find it. It may also begin with query. or headers.',
		{ placeholder: 'e.g. data.agreement.uuid' },
	],
	eventPath: [
		'Event Path',
		'',
		'Where the event name is in the body (or query. or headers.), if the node does not find it',
		{ placeholder: 'e.g. meta.what' },
	],
	responseBody: ['Answer Text', '', 'If JSON is not accepted', { placeholder: 'e.g. OK' }],
	downloadFiles: [
		'Download Signed Files',
		false,
		'Whether Contract Signed has the signed PDFs as data, data_2 … If they are not ready within 8 seconds, it has none, and signedFilesError says why',
	],
	deduplicate: [
		'Drop Duplicates',
		true,
		'Whether to ignore events that already started this workflow (per n8n process, 24 hours)',
	],
	includePayload: ['Include Payload', false, 'Whether to add the body of the delivery as payload'],
} satisfies Rows;

const eventNames = list(
	{
		displayName: 'Event Names',
		name: 'eventNames',
		placeholder: 'Add Event Name',
		description: 'Event names of the service that the node does not know',
	},
	{
		displayName: 'Name',
		name: 'names',
		values: fields({
			name: ['Name in the Delivery', '', { placeholder: 'e.g. agreement.done' }],
			event: ['Event', 'signed', { options: EVENTS }],
		}),
	},
);

/** The events that can be chosen. */
export const OFFERED = [
	...EVENTS,
	{
		name: 'Any Other Event',
		value: OTHER,
		description: 'Events that this node does not know, under the name that the service uses',
	},
];

/** The parameters of the webhook trigger. */
export const webhookProperties: INodeProperties[] = [
	{
		displayName:
			'In the service, register the test URL while you build, then the production URL (both above), with the Webhook Secret as header x-webhook-secret or as ?secret=…',
		name: 'setupNotice',
		type: 'notice',
		default: '',
	},
	field('events', [
		'Events',
		['signed'],
		'The events that start the workflow. The service must be set to deliver them.',
		{ required: true, options: OFFERED },
	]),
	verification,
	filters,
	simplify,
	collection('Options', [
		...verificationOptions,
		...fields(OWN),
		eventNames,
		{ ...maxFileSize, displayOptions: { show: { downloadFiles: [true] } } },
		fieldsAs,
		readableValues,
		view,
	]),
];

/** What the parameters say. */
export type WebhookSettings = ReturnType<typeof webhookSettings>;

export function webhookSettings(context: IWebhookFunctions) {
	const { given, options, ...settings } = triggerSettings(context, {
		...VERIFICATION_ROWS,
		...OWN,
	});
	const { names } = (given.eventNames ?? {}) as IDataObject;
	const verification = String(context.getNodeParameter('verification', 'sharedSecret'));
	return {
		...settings,
		...options,
		verification,
		/** Whether somebody has proved that the delivery comes from the service. */
		isVerified: verification !== 'none',
		names: Array.isArray(names) ? (names as PayloadSettings['names']) : [],
		/** Of each signed file, in bytes. */
		maxFileBytes: maxBytesOf(given.maxFileSizeMb) ?? DEFAULT_MAX_FILE_MB * MEGABYTE,
	};
}
