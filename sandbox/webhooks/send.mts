import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import axios from 'axios';
import type { Clock } from '../clock.mts';
import type { Attempt } from './delivery.mts';
import { signature } from './signature.mts';
import type { Subscription } from './subscription.mts';

/** A kept connection may be one that the receiver is just closing, and the delivery on it would be lost. */
const AGENTS = {
	httpAgent: new Agent({ keepAlive: false }),
	httpsAgent: new SecureAgent({ keepAlive: false }),
};

/** How much of an answer is kept, in characters, and how much is read, in bytes, decompressed. */
const LONGEST_ANSWER = 1_000;
const MOST_BYTES = 10_000_000;

/** Sends a delivery once, signed at this moment. Never rejects: what went wrong is in the attempt. */
export async function sendOnce(
	subscription: Subscription,
	body: string,
	clock: Clock,
	{ timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<Attempt> {
	const started = performance.now();
	const at = clock.timestamp();
	const outcome = await axios
		.post(subscription.url, body, {
			...AGENTS,
			headers: headers(subscription, body),
			// The text is sent byte for byte as it was signed.
			transformRequest: (data: string) => data,
			responseType: 'text',
			maxRedirects: 0,
			maxContentLength: MOST_BYTES,
			proxy: false,
			timeout: timeoutMs,
			signal,
			validateStatus: () => true,
		})
		.then(
			({ status, data }) => ({
				status,
				error: null,
				answer: String(data).slice(0, LONGEST_ANSWER),
			}),
			(error: Error & { code?: string }) => ({
				status: null,
				error: error.code ?? error.message,
				answer: null,
			}),
		);
	return { at, ...outcome, ms: Math.round(performance.now() - started) };
}

export function succeeded({ status }: Attempt): boolean {
	return status !== null && status >= 200 && status < 300;
}

function headers(subscription: Subscription, body: string): Record<string, string> {
	const { secret, signatureHeader, secretHeader } = subscription;
	return {
		'content-type': 'application/json',
		'user-agent': 'contract-management-sandbox',
		// The receiver compares it with its own clock, which nobody has moved.
		[signatureHeader]: signature(secret, body, Math.floor(Date.now() / 1000)),
		...(secretHeader ? { [secretHeader]: secret } : {}),
	};
}
