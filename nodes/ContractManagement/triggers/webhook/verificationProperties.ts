import type { INodeProperties } from 'n8n-workflow';

/** The parameter Verification. Each way shows an example of its header. */
export const verification: INodeProperties = {
	displayName: 'Verification',
	name: 'verification',
	type: 'options',
	options: [
		{
			name: 'HMAC Signature',
			value: 'hmac',
			description:
				'Each delivery is signed with the Webhook Secret (HMAC-SHA256), such as x-webhook-signature: sha256=5257a869…',
		},
		{
			name: 'None',
			value: 'none',
			description:
				'Anyone who knows the URL and a contract ID can start the workflow, for at most 10 contracts per delivery. The data still comes from the service.',
		},
		{
			name: 'Shared Secret',
			value: 'sharedSecret',
			description:
				'Each delivery contains the Webhook Secret, such as x-webhook-secret: SECRET (or ?secret=SECRET in the URL)',
		},
	],
	default: 'sharedSecret',
	description:
		'How to verify that a delivery comes from the service. If it signs its deliveries, choose HMAC Signature.',
};

const SHARED_SECRET = { show: { '/verification': ['sharedSecret'] } };
const HMAC = { show: { '/verification': ['hmac'] } };

/** What belongs to one way of verification, among the Options. */
export const verificationOptions: INodeProperties[] = [
	{
		displayName: 'Header Name',
		name: 'headerName',
		type: 'string',
		default: 'x-webhook-secret',
		displayOptions: SHARED_SECRET,
		description: 'Name of the header with the Webhook Secret',
	},
	{
		displayName: 'Query Parameter Name',
		name: 'queryName',
		type: 'string',
		default: 'secret',
		displayOptions: SHARED_SECRET,
		description: 'Name of the query parameter with the Webhook Secret',
	},
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
		description: 'The encoding of the signature',
	},
	{
		displayName: 'Signature Header',
		name: 'signatureHeader',
		type: 'string',
		default: 'x-webhook-signature',
		displayOptions: HMAC,
		description: 'Name of the header with the signature',
	},
	{
		displayName: 'Signature Prefix',
		name: 'signaturePrefix',
		type: 'string',
		default: 'sha256=',
		displayOptions: HMAC,
		description: 'Text before the signature, removed if present',
	},
	{
		displayName: 'Signature Scheme',
		name: 'signatureScheme',
		type: 'options',
		options: [
			{
				name: 'Automatic',
				value: 'auto',
				description:
					'Body Only or Timestamped, such as x-webhook-signature: sha256=5257a869… or t=1735689600,v1=5257a869…',
			},
			{
				name: 'Body Only',
				value: 'plain',
				description: 'The HMAC of the body, such as x-webhook-signature: sha256=5257a869…',
			},
			{
				name: 'Standard Webhooks',
				value: 'standardWebhooks',
				description:
					'As on standardwebhooks.com, such as webhook-signature: v1,K5oZfzN9… (set Signature Header to webhook-signature)',
			},
			{
				name: 'Timestamped',
				value: 'timestamped',
				description:
					'The HMAC of the time, a dot and the body, such as x-webhook-signature: t=1735689600,v1=5257a869…',
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
		description: 'How far the signed time may be from now. 0 accepts any time.',
	},
];
