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

test('the credential is read once for all requests', async () => {
	const getCredentials = jest.fn(async () => CREDENTIALS);
	expect((await connect(contextWith({ getCredentials }))).credentials).toBe(CREDENTIALS);
	expect(getCredentials).toHaveBeenCalledTimes(1);
	expect(connectionWith(contextWith(), CREDENTIALS).credentials).toBe(CREDENTIALS);
});
