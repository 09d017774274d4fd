import { publish } from '../support/triggers.mts';
import { webhookSuite } from '../support/webhookTrigger.mts';

const { sandbox, setup } = webhookSuite();

test('works, and asks for the organization', async () => {
	await sandbox().control.clearRequests();
	await publish(setup());
	expect(await sandbox().control.requests()).toMatchObject([
		{ route: '/organization', status: 200 },
	]);
});

test.each(['sharedSecret', 'hmac'])('needs a secret for %s', async (verification) => {
	for (const webhookSecret of [' ', 'whsec_']) {
		const refused = publish(setup({ verification }, { webhookSecret }));
		await expect(refused).rejects.toThrow(/no Webhook Secret.*set Verification to None/);
	}
	await publish(setup({ verification }, { webhookSecret: '', previousWebhookSecret: 'old' }));
	await publish(setup({ verification: 'none' }, { webhookSecret: '' }));
});

test('needs a credential that works', async () => {
	await expect(publish(setup({}, { apiKey: 'wrong' }))).rejects.toThrow(
		'The service rejected the API key',
	);
	await expect(publish(setup({}, { baseUrl: 'http://127.0.0.1:9/v2' }))).rejects.toThrow(
		/could not be reached/,
	);
});

test('needs filters that something can pass', async () => {
	const refused = publish(setup({ filters: { contractTypeIds: 'NDA' } }));
	await expect(refused).rejects.toThrow(/'NDA' is not an ID/);
	const stop = publish(setup({ filters: { contractTypeIds: 'canceled' } }));
	await expect(stop).rejects.toThrow("'cancel\u2060ed' is not an ID");
	const none = publish(setup({ filters: { contractTypeIds: '={{ $vars.CONTRACT_TYPE_ID }}' } }));
	await expect(none).rejects.toThrow('The filter Contract Types is empty: correct its expression');
});

test.each([
	[['contractSigned', 'Signed'], "'contractSigned, Signed'"],
	['={{ [] }}', 'empty'],
	['={{ "" }}', 'empty'],
])('needs an event that can come: %j', async (events, is) => {
	const message = `Events is ${is}, so nothing could start the workflow. It can be: created, signed, `;
	await expect(publish(setup({ events }))).rejects.toThrow(message);
	await expect(publish(setup({ events }), 'manual')).rejects.toThrow(message);
});

test.each([[['other']], [['contractSigned', 'signed']], ['={{ "counterpartyUpdated" }}']])(
	'one event that can come is enough: %j',
	async (events) => await publish(setup({ events })),
);

test('listening in the editor is checked as well', async () => {
	await expect(publish(setup({}, { webhookSecret: '' }), 'manual')).rejects.toThrow(
		/Webhook Secret/,
	);
});

test('n8n starts again while the service is down', async () => {
	await publish(setup({}, { baseUrl: 'http://127.0.0.1:9/v2' }), 'init');
});
