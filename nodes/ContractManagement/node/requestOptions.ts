import type { INode } from 'n8n-workflow';
import { isBlank, switchIn } from '../api/options';
import type { HttpSettings } from '../transport/connection';
import { decoded } from '../transport/errors/redaction';
import { unfit, wrongInput } from '../transport/errors/requestError';
import { isTool } from '../transport/errors/toolWords';
import { waitFor } from '../transport/olderN8n';
import { number, inOptions } from './fields';
import type { Given } from './scope';
import { endingSoon } from '../transport/retryPolicy';

/** What every operation has under Options to bound the retries; 0 turns them off. */
export const { retrySeconds } = inOptions({
	retrySeconds: number('Retry for Up To (Seconds)', 120, { minValue: 0, maxValue: 3600 }),
});

/** What the person set under Options and Request Options. @throws NodeOperationError for what cannot be used */
export function connectOptions(item: Given) {
	const { node, parameter } = item;
	return {
		http: httpSettings(node, parameter<RequestOptions>('requestOptions', {})),
		retry: { maxTotalMs: retrySeconds.of(item) * 1000, ...(isTool(node) && endingSoon()) },
	};
}

/** As n8n has them: `timeout` and `batchInterval` in milliseconds; what an expression may give is unknown. */
export interface RequestOptions {
	allowUnauthorizedCerts?: unknown;
	batching?: { batch?: { batchSize?: unknown; batchInterval?: unknown } };
	proxy?: string;
	timeout?: number;
}

/** n8n applies Request Options to the requests that it sends itself; ours go past it. @throws NodeOperationError for a proxy that cannot be used */
export function httpSettings(node: INode, options: RequestOptions): HttpSettings {
	const { timeout, proxy, allowUnauthorizedCerts } = options;
	return {
		...(timeout && { timeout }),
		...(switchIn(allowUnauthorizedCerts) && { skipSslCertificateValidation: true }),
		...(!isBlank(proxy) && { proxy: proxyOf(node, String(proxy).trim()) }),
	};
}

/**
 * Request Options > Batching, which n8n applies to declared routes only: so many items at a time, so far apart. As in n8n's
 * HTTP Request, -1 items turn it off, and 0 are 1.
 */
export function batching({ node, parameter }: Pick<Given, 'node' | 'parameter'>) {
	const options = parameter<RequestOptions>('requestOptions', {});
	const { batchSize, batchInterval } = options.batching?.batch ?? {};
	const startedAt = performance.now();
	return async (itemIndex: number, signal?: AbortSignal): Promise<void> => {
		const numberOf = (field: string, value: unknown, fallback: number): number => {
			const number = isBlank(value) ? fallback : Number(value);
			if (Number.isFinite(number)) return number;
			const advice = 'Give a number such as 50.';
			throw unfit({ node, itemIndex }, [field, value], 'is not a number', advice);
		};
		const size = numberOf('Items per Batch', batchSize, 1);
		const interval = numberOf('Batch Interval', batchInterval, 0);
		if (size < 0) return;
		const due = startedAt + Math.floor(itemIndex / Math.max(1, size)) * interval;
		const ms = due - performance.now();
		if (ms > 0) await waitFor(ms, signal);
	};
}

// Never left out in silence: the request would take a way that the person did not want.
function proxyOf(node: INode, address: string): HttpSettings['proxy'] {
	const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1];
	// The address is not quoted: it may hold a password.
	const refusal = (message: string) =>
		wrongInput({ node }, ['Proxy'], message, 'It looks like http://proxy.example.com:8080.');
	if (scheme !== undefined && !/^https?$/i.test(scheme)) {
		throw refusal(`Proxy begins with ${scheme}://, and takes http:// and https:// only`);
	}
	const url = scheme === undefined ? `http://${address}` : address;
	if (!URL.canParse(url)) throw refusal('The proxy is not an address');
	const { hostname, port, protocol, username, password } = new URL(url);
	return {
		host: hostname,
		port: Number(port) || (protocol === 'https:' ? 443 : 80),
		protocol: protocol.replace(/:$/, ''),
		...(username && { auth: { username: decoded(username), password: decoded(password) } }),
	};
}
