import type { INodeProperties } from 'n8n-workflow';
import { described, field, fields, type Rows } from '../../operations/shared/fields';

const WAYS = described({
	hmac: [
		'HMAC Signature',
		'Each delivery is signed with the Webhook Secret (HMAC with SHA-256 or SHA-512), such as x-webhook-signature: sha256=5257a869…',
	],
	none: [
		'None',
		'Anyone who knows the URL and a contract ID can start the workflow, for at most 10 contracts per delivery. The data still comes from the service.',
	],
	sharedSecret: [
		'Shared Secret',
		'Each delivery contains the Webhook Secret, such as x-webhook-secret: SECRET (or ?secret=SECRET in the URL)',
	],
});

/** The parameter Verification. Each way shows an example of its header. */
export const verification = field('verification', [
	'Verification',
	'sharedSecret',
	'How to verify that a delivery comes from the service. If it signs its deliveries, choose HMAC Signature.',
	{ options: WAYS },
]);

const SCHEMES = described({
	auto: [
		'Automatic',
		'Any of these that the headers show, such as x-webhook-signature: sha256=5257a869… or t=1735689600,v1=5257a869…',
	],
	plain: ['Body Only', 'The HMAC of the body, such as x-webhook-signature: sha256=5257a869…'],
	standardWebhooks: [
		'Standard Webhooks',
		"As on standardwebhooks.com, such as webhook-signature: v1,K5oZfzN9… (set 'Signature Header' to its name, such as webhook-signature, svix-signature)",
	],
	timestamped: [
		'Timestamped',
		'The HMAC of the time, a dot and the body, such as x-webhook-signature: t=1735689600,v1=5257a869…',
	],
});

const OF_SECRET = {
	headerName: ['Header Name', 'x-webhook-secret', 'Name of the header with the Webhook Secret'],
	queryName: ['Query Parameter Name', 'secret', 'Query parameter with the Webhook Secret'],
} satisfies Rows;

const OF_SIGNATURE = {
	signatureHeader: [
		'Signature Header',
		'x-webhook-signature',
		'Header (or query parameter) with the signature, in hexadecimal or base64',
	],
	signatureScheme: ['Signature Scheme', 'auto', 'What is signed', { options: SCHEMES }],
	signedText: [
		'Signed Text',
		'',
		'How the signed text is put together, if no scheme fits: {body} once, {timestamp}, and any header by its name in braces',
		{ placeholder: 'e.g. v0:{timestamp}:{body}' },
	],
	timestampHeader: [
		'Timestamp Header',
		'',
		'Header with the signed time, if it is not in the signature and its name does not end with timestamp',
		{ placeholder: 'e.g. x-signed-at' },
	],
	toleranceSeconds: [
		'Signature Tolerance (Seconds)',
		300,
		'How far the signed time may be from now. 0 accepts any time.',
		{ typeOptions: { minValue: 0 } },
	],
} satisfies Rows;

export const VERIFICATION_ROWS = { ...OF_SECRET, ...OF_SIGNATURE };

export const verificationOptions: INodeProperties[] = [
	...fields(OF_SECRET, { displayOptions: { show: { '/verification': ['sharedSecret'] } } }),
	...fields(OF_SIGNATURE, { displayOptions: { show: { '/verification': ['hmac'] } } }),
];
