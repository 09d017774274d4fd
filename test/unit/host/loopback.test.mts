import { environment } from '../../../host/lib/environment.mts';
import { withoutProxyToLoopback } from '../../../host/lib/loopback.mts';

test.each([
	[{}, 'localhost,127.0.0.1,::1'],
	[{ NO_PROXY: '' }, 'localhost,127.0.0.1,::1'],
	[{ NO_PROXY: '.corp, 127.0.0.1' }, '.corp,127.0.0.1,localhost,::1'],
	[{ no_proxy: 'a.corp b.corp', NO_PROXY: 'b.corp' }, 'a.corp,b.corp,localhost,127.0.0.1,::1'],
	[{ NO_PROXY: '*' }, '*'],
])('this machine is never asked through a proxy: %j', (env, list) => {
	const given = { HTTP_PROXY: 'http://proxy.corp:3128', ...env };
	expect(withoutProxyToLoopback(given)).toEqual({ ...given, NO_PROXY: list, no_proxy: list });
});

test('n8n keeps the proxy, and has the list', () => {
	const before = process.env;
	process.env = { HTTP_PROXY: 'http://proxy.corp:3128', NO_PROXY: 'a.corp' };
	const { HTTP_PROXY, NO_PROXY } = environment({
		folder: '/f',
		files: '/f',
		port: 1,
		brokerPort: 2,
	}) as NodeJS.ProcessEnv;
	process.env = before;
	expect({ HTTP_PROXY, NO_PROXY }).toEqual({
		HTTP_PROXY: 'http://proxy.corp:3128',
		NO_PROXY: 'a.corp,localhost,127.0.0.1,::1',
	});
});
