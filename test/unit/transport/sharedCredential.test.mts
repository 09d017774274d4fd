import type { IWebhookFunctions } from 'n8n-workflow';
import { sharedCredential } from '../../../nodes/ContractManagement/transport/credential';

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(async () => {
	await jest.runAllTimersAsync();
	jest.useRealTimers();
});

/** Deliveries to one trigger; its credential holds the number of the reading. */
function trigger({ workflow = 'w', node = 'n', credential = 'c', fails = 0 } = {}) {
	const readings = { count: 0 };
	const context = {
		getWorkflow: () => ({ id: workflow }),
		getNode: () => ({ id: node, credentials: { contractManagementApi: { id: credential } } }),
		getCredentials: async () => {
			readings.count += 1;
			if (readings.count <= fails) throw new Error('The credential is gone');
			return { apiKey: `key ${readings.count}` };
		},
	} as unknown as IWebhookFunctions;
	return { context, readings };
}

test('deliveries within a second share one reading, also those that come at the same moment', async () => {
	const { context, readings } = trigger();
	await Promise.all([sharedCredential(context), sharedCredential(context)]);
	await jest.advanceTimersByTimeAsync(900);
	expect(await sharedCredential(context)).toEqual({ apiKey: 'key 1' });
	expect(readings.count).toBe(1);
});

test('what was changed is known after a second, however many deliveries come', async () => {
	const { context } = trigger();
	for (let i = 0; i < 12; i++) {
		await sharedCredential(context);
		await jest.advanceTimersByTimeAsync(100);
	}
	expect(await sharedCredential(context)).toEqual({ apiKey: 'key 2' });
});

test('a failure is not shared with those who come later', async () => {
	const { context } = trigger({ fails: 1 });
	await expect(sharedCredential(context)).rejects.toThrow('The credential is gone');
	expect(await sharedCredential(context)).toEqual({ apiKey: 'key 2' });
});

test.each([{ workflow: 'other' }, { node: 'other' }, { credential: 'other' }])(
	'%j has a reading of its own',
	async (other) => {
		const { context, readings } = trigger(other);
		await sharedCredential(trigger().context);
		await sharedCredential(context);
		expect(readings.count).toBe(1);
	},
);
