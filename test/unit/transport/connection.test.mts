import {
	connect,
	connectionWith,
	type RequestContext,
} from '../../../nodes/ContractManagement/transport/connection';

const CREDENTIALS = { baseUrl: ' https://service.test/v2/ ', apiKey: 'key' };

function contextWith(more: object = {}): RequestContext {
	return { getCredentials: async () => CREDENTIALS, ...more } as never;
}

test('the base URL has no blanks around it and no slash at its end', async () => {
	expect((await connect(contextWith())).baseUrl).toBe('https://service.test/v2');
});

test('requests share a reading of the credential', async () => {
	const getCredentials = jest.fn(async () => CREDENTIALS);
	const { credentials } = await connect(contextWith({ getCredentials }));
	expect(await Promise.all([credentials(), credentials()])).toEqual([CREDENTIALS, CREDENTIALS]);
	expect(getCredentials).toHaveBeenCalledTimes(1);
	expect(await connectionWith(contextWith(), CREDENTIALS).credentials()).toBe(CREDENTIALS);
});

test('a long execution notices a key that is replaced meanwhile', async () => {
	const now = jest.spyOn(performance, 'now').mockReturnValue(0);
	const replaced = { ...CREDENTIALS, apiKey: 'new' };
	const getCredentials = jest.fn(async () => replaced).mockResolvedValueOnce(CREDENTIALS);
	const { credentials } = await connect(contextWith({ getCredentials }));
	now.mockReturnValue(10_000);
	expect(await credentials()).toBe(CREDENTIALS);
	now.mockReturnValue(10_001);
	expect(await credentials()).toBe(replaced);
	expect(await credentials()).toBe(replaced);
	expect(getCredentials).toHaveBeenCalledTimes(2);
	now.mockRestore();
});
