import {
	connect,
	connections,
	connectionWith,
	type RequestContext,
} from '../../../nodes/ContractManagement/transport/connection';

const CREDENTIALS = { baseUrl: ' https://service.test/v2/ ', apiKey: 'key' };

function contextWith(more: object = {}): RequestContext {
	return { getCredentials: async () => CREDENTIALS, ...more } as never;
}

test.each(['', '\u200b', ' \u200e', '\u2060 ', '\ufeff'])(
	'the base URL has no blanks around it, no %j, and no slash at its end',
	async (unseen) => {
		const baseUrl = `${unseen}${CREDENTIALS.baseUrl}${unseen}`;
		const getCredentials = async () => ({ ...CREDENTIALS, baseUrl });
		const connection = await connect(contextWith({ getCredentials }));
		expect(connection.baseUrl).toBe('https://service.test/v2');
		expect(connection.account).toBe((await connect(contextWith())).account);
	},
);

test.each([
	['that is the same for all items once', () => 'key', 1],
	['that asks for the item for each', (item: number) => `key ${item}`, 4],
	['that asks for what is at its index for each', (item: number) => ['a', 'b', 'a'][item], 4],
])('many items read a credential %s', async (_which, keyOf, times) => {
	const getCredentials = jest.fn(async (_type: string, item: number) => ({
		...CREDENTIALS,
		apiKey: keyOf(item),
	}));
	const connectionAt = connections(contextWith({ getCredentials }));
	const found = await Promise.all([0, 1, 2].map(async (item) => await connectionAt({}, item)));
	expect(found.map(({ credentials }) => credentials.apiKey)).toEqual([0, 1, 2].map(keyOf));
	expect(getCredentials).toHaveBeenCalledTimes(times);
	expect(found[0] === found[2]).toBe(keyOf(0) === keyOf(2));
});

test('where the credential cannot be read, each item says so by itself', async () => {
	const getCredentials = async (_type: string, item: number) => {
		throw new Error(`None at ${item}`);
	};
	const connectionAt = connections(contextWith({ getCredentials }));
	await expect(connectionAt({}, 0)).rejects.toThrow('None at 0');
	await expect(connectionAt({}, 1)).rejects.toThrow('None at 1');
});

test('the credential is read once for all requests', async () => {
	const getCredentials = jest.fn(async () => CREDENTIALS);
	expect((await connect(contextWith({ getCredentials }))).credentials).toBe(CREDENTIALS);
	expect(getCredentials).toHaveBeenCalledTimes(1);
	expect(connectionWith(contextWith(), CREDENTIALS).credentials).toBe(CREDENTIALS);
});

test.each([
	['manual', 1],
	['trigger', undefined],
])('in mode %s so many retries follow where nothing listens: %s', async (mode, maxRefused) => {
	const { retry } = await connect(contextWith({ getMode: () => mode }));
	expect(retry.maxRefused).toBe(maxRefused);
});

test('a Service Profile with an entry that there is not is refused before anything is sent', async () => {
	const credentials = { ...CREDENTIALS, serviceProfile: '{"file-urls": "href"}' };
	const context = { getCredentials: async () => credentials, getNode: () => ({}) };
	await expect(connect(contextWith(context))).rejects.toMatchObject({
		message: expect.stringContaining("Service Profile has no entry 'file-urls'"),
		description: 'Nothing was sent. Open the credential and correct its Service Profile.',
	});
});
