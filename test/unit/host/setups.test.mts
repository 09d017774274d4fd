/** jest calls no teardown after a set-up that failed, and nothing else ends the server that it has started. */
test.each(['n8nSetup', 'queueSetup'])(
	'%s stops the PostgreSQL of the run where n8n does not start',
	async (name) => {
		jest.resetModules();
		const stop = jest.fn(async () => undefined);
		const fails = async () => {
			throw new Error('n8n ended with code 1');
		};
		const support = (file: string) => require.resolve(`../../support/${file}.mts`);
		const services = jest.requireActual<object>(support('services'));
		jest.doMock(support('packageSetup'), () => ({ __esModule: true, default: jest.fn() }));
		jest.doMock(support('services'), () => ({ ...services, sharePostgres: async () => stop }));
		jest.doMock(support('n8n'), () => ({ startN8n: fails, packedPackage: jest.fn() }));
		jest.doMock(support('queue'), () => ({ startQueueMode: fails }));
		const { default: setup } = await import(`../../support/${name}.mts`);
		await expect(setup({}, { globals: {} })).rejects.toThrow('n8n ended with code 1');
		expect(stop).toHaveBeenCalledTimes(1);
	},
);
