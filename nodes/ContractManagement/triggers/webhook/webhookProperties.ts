import type { INodeProperties, TriggerPanelDefinition } from 'n8n-workflow';
import { fieldsAs, readableValues, view } from '../../operations/shared/contractOutput.fields';
import { maxFileSize } from '../../operations/shared/fileOutput.fields';
import { simplify, tagExecutions } from '../../operations/shared/parameters.fields';
import { collection, described, EVENTS, fields, filters } from '../shared/fields';
import { OTHER } from './namedEvents';

/** Setup help beside the node's parameters. */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Receive events of contracts',
	executionsHelp: {
		inactive:
			'The node has two addresses, see <b>Webhook URLs</b> in its parameters.<br /><br /><b>While you build the workflow</b>, choose <b>Execute step</b> and make the service (or the page of the sandbox) deliver an event to the test URL. It is shown here.<br /><br /><b>When the workflow is ready</b>, register the production URL in the integration settings of the organization, with the Webhook Secret of the credential, and publish the workflow. Each delivery then starts an execution, which you find in the executions list.',
		active:
			'<b>While you change the workflow</b>, choose <b>Execute step</b> and make the service (or the page of the sandbox) deliver an event to the test URL. It is shown here.<br /><br /><b>The workflow is published</b>: deliveries to the production URL start executions, which you find in the executions list.',
	},
	activationHint:
		'Once you have finished building the workflow, publish it, so that deliveries to the production URL start it.',
};

/** The parameter Verification. Each way shows an example of its header. */
export const verification: INodeProperties = {
	displayName: 'Verification',
	name: 'verification',
	type: 'options',
	options: described({
		hmac: [
			'HMAC Signature',
			'Each delivery is signed with the Webhook Secret (HMAC-SHA256), such as x-webhook-signature: sha256=5257a869…',
		],
		none: [
			'None',
			'Anyone who knows the URL and a contract ID can start the workflow, for at most 10 contracts per delivery. The data still comes from the service.',
		],
		sharedSecret: [
			'Shared Secret',
			'Each delivery contains the Webhook Secret, such as x-webhook-secret: SECRET (or ?secret=SECRET in the URL)',
		],
	}),
	default: 'sharedSecret',
	description:
		'How to verify that a delivery comes from the service. If it signs its deliveries, choose HMAC Signature.',
};

const SCHEMES = described({
	auto: [
		'Automatic',
		'Body Only or Timestamped, such as x-webhook-signature: sha256=5257a869… or t=1735689600,v1=5257a869…',
	],
	plain: ['Body Only', 'The HMAC of the body, such as x-webhook-signature: sha256=5257a869…'],
	standardWebhooks: [
		'Standard Webhooks',
		'As on standardwebhooks.com, such as webhook-signature: v1,K5oZfzN9… (set Signature Header to webhook-signature)',
	],
	timestamped: [
		'Timestamped',
		'The HMAC of the time, a dot and the body, such as x-webhook-signature: t=1735689600,v1=5257a869…',
	],
});

const ENCODINGS = [
	{ name: 'Base64', value: 'base64' },
	{ name: 'Hexadecimal', value: 'hex' },
];

const ofSecret = fields(
	{
		headerName: ['Header Name', 'x-webhook-secret', 'Name of the header with the Webhook Secret'],
		queryName: [
			'Query Parameter Name',
			'secret',
			'Name of the query parameter with the Webhook Secret',
		],
	},
	{ displayOptions: { show: { '/verification': ['sharedSecret'] } } },
);

const ofSignature = fields(
	{
		signatureEncoding: [
			'Signature Encoding',
			'hex',
			'The encoding of the signature',
			{ options: ENCODINGS },
		],
		signatureHeader: [
			'Signature Header',
			'x-webhook-signature',
			'Name of the header with the signature',
		],
		signaturePrefix: [
			'Signature Prefix',
			'sha256=',
			'Text before the signature, removed if present',
		],
		signatureScheme: ['Signature Scheme', 'auto', 'What is signed', { options: SCHEMES }],
		toleranceSeconds: [
			'Signature Tolerance (Seconds)',
			300,
			'How far the signed time may be from now. 0 accepts any time.',
			{ typeOptions: { minValue: 0 } },
		],
	},
	{ displayOptions: { show: { '/verification': ['hmac'] } } },
);

const eventNames: INodeProperties = {
	displayName: 'Event Names',
	name: 'eventNames',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Event Name',
	default: {},
	description: 'Event names of the service that the node does not know',
	options: [
		{
			displayName: 'Name',
			name: 'names',
			values: [
				{
					displayName: 'Name in the Delivery',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. agreement.done',
				},
				{
					displayName: 'Event',
					name: 'event',
					type: 'options',
					options: EVENTS.map(({ name, value }) => ({ name, value })),
					default: 'signed',
				},
			],
		},
	],
};

/** The entries of Options. */
export const webhookOptions: INodeProperties[] = [
	...ofSecret,
	...ofSignature,
	eventNames,
	...fields({
		contractIdPath: [
			'Contract ID Path',
			'',
			'Where the contract ID is in the body, if the node does not find it (it then answers 400)',
			{ placeholder: 'e.g. data.agreement.uuid' },
		],
		eventPath: [
			'Event Path',
			'',
			'Where the event name is in the body, if the node does not find it',
			{ placeholder: 'e.g. meta.what' },
		],
		responseBody: [
			'Answer Text',
			'',
			'The answer to accepted deliveries, if the service expects a certain text. Leave empty to answer with JSON.',
		],
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
		includePayload: [
			'Include Payload',
			false,
			'Whether to add the body of the delivery as payload',
		],
	}),
	{ ...maxFileSize, displayOptions: { show: { downloadFiles: [true] } } },
	fieldsAs,
	readableValues,
	view,
	tagExecutions,
];

/** The parameters of the webhook trigger. */
export const webhookProperties: INodeProperties[] = [
	{
		displayName:
			'In the service, register the test URL while you build, then the production URL (both above), with the Webhook Secret as header x-webhook-secret or as ?secret=….',
		name: 'setupNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: [
			{
				name: 'Any Other Event',
				value: OTHER,
				description: 'Events that this node does not know, under the name that the service uses',
			},
			...EVENTS,
		],
		default: ['signed'],
		description: 'The events that start the workflow. The service must be set to deliver them.',
	},
	verification,
	filters,
	simplify,
	collection('Options', webhookOptions),
];
