const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

/**
 * The same environment, in which this machine is never asked through a proxy: a company's HTTP_PROXY is about other
 * machines. In both spellings, as some programs read one of them only, and some prefer the other.
 */
export function withoutProxyToLoopback(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const named = [env.no_proxy, env.NO_PROXY].flatMap((hosts = '') => hosts.split(/[\s,]+/));
	const hosts = [...new Set([...named.filter(Boolean), ...LOOPBACK])];
	const list = hosts.includes('*') ? '*' : hosts.join(',');
	return { ...env, NO_PROXY: list, no_proxy: list };
}
