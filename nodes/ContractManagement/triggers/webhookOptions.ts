import type { INodeProperties } from 'n8n-workflow';
import { WEBHOOK_EVENTS } from '../api/events';
import { fieldsAs, readableValues } from '../resources/shared/contractOutput';
import { maxFileSize } from '../resources/shared/fileOutput';
import { viewProperty } from './filterProperties';

const SHARED_SECRET = { show: { '/verification': ['sharedSecret'] } };
const HMAC = { show: { '/verification': ['hmac'] } };

const secretPlaces: INodeProperties[] = [
	{
		displayName: 'Header Name',
		name: 'headerName',
		type: 'string',
		default: 'x-webhook-secret',
		displayOptions: SHARED_SECRET,
		description: 'Name of the header that may carry the Webhook Secret',
	},
	{
		displayName: 'Query Parameter Name',
		name: 'queryName',
		type: 'string',
		default: 'secret',
		displayOptions: SHARED_SECRET,
		description: 'Name of the query parameter of the URL that may carry the Webhook Secret',
	},
];

const signature: INodeProperties[] = [
	{
		displayName: 'Signature Encoding',
		name: 'signatureEncoding',
		type: 'options',
		options: [
			{ name: 'Base64', value: 'base64' },
			{ name: 'Hexadecimal', value: 'hex' },
		],
		default: 'hex',
		displayOptions: HMAC,
		description: 'How the signature is written',
	},
	{
		displayName: 'Signature Header',
		name: 'signatureHeader',
		type: 'string',
		default: 'x-webhook-signature',
		displayOptions: HMAC,
		description: 'Name of the header that carries the signature',
	},
	{
		displayName: 'Signature Prefix',
		name: 'signaturePrefix',
		type: 'string',
		default: 'sha256=',
		displayOptions: HMAC,
		description: 'Text before the signature, cut off where it is there',
	},
	{
		displayName: 'Signature Scheme',
		name: 'signatureScheme',
		type: 'options',
		options: [
			{ name: 'Automatic', value: 'auto', description: 'Timestamped where the header has t=…' },
			{ name: 'Body Only', value: 'plain', description: 'The header is the HMAC of the body' },
			{
				name: 'Standard Webhooks',
				value: 'standardWebhooks',
				description: 'As on standardwebhooks.com; set Signature Header to webhook-signature',
			},
			{
				name: 'Timestamped',
				value: 'timestamped',
				description:
					'The header is t=SECONDS,v1=SIGNATURE; the HMAC covers the time, a dot and the body',
			},
		],
		default: 'auto',
		displayOptions: HMAC,
		description: 'What is signed',
	},
	{
		displayName: 'Signature Tolerance (Seconds)',
		name: 'toleranceSeconds',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 300,
		displayOptions: HMAC,
		description:
			'How far the signed time may be from now, where a time is signed. 0 does not look at it.',
	},
];

const reading: INodeProperties[] = [
	{
		displayName: 'Contract ID Path',
		name: 'contractIdPath',
		type: 'string',
		default: '',
		placeholder: 'e.g. data.agreement.uuid',
		description:
			"Where the contract's ID is in the body, if the node does not find it by itself (the answer is then 400)",
	},
	{
		displayName: 'Event Names',
		name: 'eventNames',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Event Name',
		default: {},
		description: 'What the service calls its events, where the node does not know the name',
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
						options: WEBHOOK_EVENTS.map(({ label, value }) => ({ name: label, value })),
						default: 'signed',
					},
				],
			},
		],
	},
	{
		displayName: 'Event Path',
		name: 'eventPath',
		type: 'string',
		default: '',
		placeholder: 'e.g. meta.what',
		description: "Where the event's name is in the body, if the node does not find it by itself",
	},
];

const output: INodeProperties[] = [
	{
		displayName: 'Answer Text',
		name: 'responseBody',
		type: 'string',
		default: '',
		description:
			'What accepted deliveries are answered with, for services that insist on a certain text. Empty answers with JSON.',
	},
	{
		displayName: 'Download Signed Files',
		name: 'downloadFiles',
		type: 'boolean',
		default: false,
		description:
			'Whether to put the signed PDFs into the binary fields data, data_2 … of Contract Signed. When they are not all there within eight seconds, the event comes without any, and signedFilesError says why.',
	},
	{
		displayName: 'Drop Duplicates',
		name: 'deduplicate',
		type: 'boolean',
		default: true,
		description:
			'Whether an event that was handed on is ignored when it is delivered again. Each n8n process knows its own, for a day at the most and until it restarts. Where that is not enough, keep eventKey in a unique column of a database.',
	},
	{ ...maxFileSize, displayOptions: { show: { downloadFiles: [true] } } },
	fieldsAs,
	readableValues,
	viewProperty,
	{
		displayName: 'Include Payload',
		name: 'includePayload',
		type: 'boolean',
		default: false,
		description: 'Whether to put the body of the delivery into payload, as it came',
	},
];

/** The Options of the webhook trigger; read with `webhookSettings`. */
export const webhookOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...secretPlaces, ...signature, ...reading, ...output].toSorted((a, b) =>
		a.displayName.localeCompare(b.displayName),
	),
};
