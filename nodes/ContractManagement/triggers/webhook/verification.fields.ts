import { choice, fields, number, text } from '../../node/fields';

/** The parameter Verification. Each way shows an example of its header. */
export const { verification } = fields({
	verification: choice('Verification', 'sharedSecret', {
		hmac: [
			'HMAC Signature',
			'Each delivery is signed with the Webhook Secret (SHA-256 or SHA-512), such as x-webhook-signature: sha256=5257a869…',
		],
		none: [
			'None',
			'Anyone who knows the URL and a contract ID can start the workflow, for at most 10 contracts per delivery. The data still comes from the service.',
		],
		sharedSecret: [
			'Shared Secret',
			'Each delivery contains the Webhook Secret, such as x-webhook-secret: SECRET (or ?secret=SECRET in the URL)',
		],
	}).says(
		'How to verify that a delivery comes from the service. If it signs its deliveries, choose HMAC Signature.',
	),
});

const shownBy = (way: string) => ({ displayOptions: { show: { '/verification': [way] } } });

const ofSecret = fields(
	{
		headerName: text('Header Name', { default: 'x-webhook-secret' }).says(
			'Name of the header with the Webhook Secret',
		),
		queryName: text('Query Parameter Name', { default: 'secret' }).says(
			'Query parameter with the Webhook Secret',
		),
	},
	'options',
	shownBy('sharedSecret'),
);

const ofSignature = fields(
	{
		signatureHeader: text('Signature Header', { default: 'x-webhook-signature' }).says(
			'Header (or query parameter) with the signature, in hexadecimal or base64',
		),
		signatureScheme: choice('Signature Scheme', 'auto', {
			auto: [
				'Automatic',
				'Any of these that the headers show, such as x-webhook-signature: sha256=5257a869…',
			],
			plain: ['Body Only', 'The HMAC of the body, such as x-webhook-signature: sha256=5257a869…'],
			standardWebhooks: [
				'Standard Webhooks',
				"As on standardwebhooks.com, such as webhook-signature: v1,K5oZfzN9… (set 'Signature Header' to its name, such as svix-signature)",
			],
			timestamped: [
				'Timestamped',
				'The HMAC of the time, a dot and the body, such as x-webhook-signature: t=1735689600,v1=5257a869…',
			],
		}).says('What is signed'),
		signedText: text('Signed Text', 'v0:{timestamp}:{body}').says(
			'How the signed text is put together, if no scheme fits: {body} once, {timestamp}, and any header by its name in braces',
		),
		timestampHeader: text('Timestamp Header', 'x-signed-at').says(
			'Header with the signed time, if it is not in the signature and its name does not end with timestamp',
		),
		toleranceSeconds: number('Signature Tolerance (Seconds)', 300, { minValue: 0 }).says(
			'How far the signed time may be from now. 0 accepts any time.',
		),
	},
	'options',
	shownBy('hmac'),
);

export const verificationOptions = { ...ofSecret, ...ofSignature };
