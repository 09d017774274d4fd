import type { INodeProperties } from 'n8n-workflow';
import { WEBHOOK_EVENTS } from '../../api/events';
import { fieldsAs, readableValues, view } from '../../operations/shared/contractOutput.fields';
import { maxFileSize } from '../../operations/shared/fileOutput.fields';
import { tagExecutions } from '../../operations/shared/parameters.fields';
import { verificationOptions } from './verificationProperties';

const reading: INodeProperties[] = [
	{
		displayName: 'Contract ID Path',
		name: 'contractIdPath',
		type: 'string',
		default: '',
		placeholder: 'e.g. data.agreement.uuid',
		description:
			'Where the contract ID is in the body, if the node does not find it (it then answers 400)',
	},
	{
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
		description: 'Where the event name is in the body, if the node does not find it',
	},
];

const output: INodeProperties[] = [
	{
		displayName: 'Answer Text',
		name: 'responseBody',
		type: 'string',
		default: '',
		description:
			'The answer to accepted deliveries, if the service expects a certain text. Leave empty to answer with JSON.',
	},
	{
		displayName: 'Download Signed Files',
		name: 'downloadFiles',
		type: 'boolean',
		default: false,
		description:
			'Whether Contract Signed has the signed PDFs as data, data_2 … If they are not ready within 8 seconds, it has none, and signedFilesError says why',
	},
	{
		displayName: 'Drop Duplicates',
		name: 'deduplicate',
		type: 'boolean',
		default: true,
		description:
			'Whether to ignore events that already started this workflow (per n8n process, 24 hours)',
	},
	{ ...maxFileSize, displayOptions: { show: { downloadFiles: [true] } } },
	fieldsAs,
	readableValues,
	view,
	tagExecutions,
	{
		displayName: 'Include Payload',
		name: 'includePayload',
		type: 'boolean',
		default: false,
		description: 'Whether to add the body of the delivery as payload',
	},
];

/** The Options of the webhook trigger; read with `webhookSettings`. */
export const webhookOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...verificationOptions, ...reading, ...output].toSorted((a, b) =>
		a.displayName.localeCompare(b.displayName),
	),
};
