import type { IWebhookFunctions } from 'n8n-workflow';
import { recentCredentials } from '../../../nodes/ContractManagement/transport/credential';

/** What a delivery is given: each reading has another key. */
function trigger(id: string, mode = 'webhook') {
	let readings = 0;
	const read = jest.fn(async () => ({ apiKey: `key ${(readings += 1)}` }));
	const context = {
		getWorkflow: () => ({ id }),
		getNode: () => ({ credentials: {} }),
		getMode: () => mode,
		getCredentials: read,
	} as unknown as IWebhookFunctions;
	return { read, next: async () => (await recentCredentials(context).next()).value, context };
}

test('the last reading comes first, then a new one', async () => {
	const { next, context } = trigger('A');
	expect(await next()).toEqual({ apiKey: 'key 1' });
	const all = [];
	for await (const one of recentCredentials(context)) all.push(one);
	expect(all).toEqual([{ apiKey: 'key 1' }, { apiKey: 'key 2' }]);
	expect(await next()).toEqual({ apiKey: 'key 2' });
	expect(await trigger('another').next()).toEqual({ apiKey: 'key 1' });
});

test('while the editor listens, each delivery reads anew', async () => {
	const { next } = trigger('B', 'manual');
	expect([await next(), await next()]).toEqual([{ apiKey: 'key 1' }, { apiKey: 'key 2' }]);
});

test('a reading that failed is not kept, and who shares it reads anew', async () => {
	const { next, read } = trigger('C');
	let fail = () => {};
	read.mockReturnValueOnce(new Promise((_, reject) => (fail = () => reject(new Error('gone')))));
	const failed = expect(next()).rejects.toThrow('gone');
	await new Promise(setImmediate);
	const sharing = next();
	fail();
	await failed;
	expect(await sharing).toEqual({ apiKey: 'key 1' });
	expect(await next()).toEqual({ apiKey: 'key 1' });
});
