import { sleep } from 'n8n-workflow';

/**
 * Waits so many milliseconds. n8n's own `sleep` minds no signal in n8n 2.0: a stopped execution would wait on.
 *
 * @throws the signal's reason as soon as it is aborted
 */
export async function waitFor(ms: number, signal = new AbortController().signal): Promise<void> {
	signal.throwIfAborted();
	const done = new AbortController();
	const canceled = new Promise<never>((_resolve, reject) => {
		const cancel = () => reject(signal.reason as Error);
		signal.addEventListener('abort', cancel, { once: true, signal: done.signal });
	});
	try {
		await Promise.race([canceled, sleep(ms, signal)]);
	} finally {
		done.abort();
	}
}
