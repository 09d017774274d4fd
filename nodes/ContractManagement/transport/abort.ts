import { sleep } from 'n8n-workflow';

interface Watch {
	callbacks: Set<() => void>;
	fire: () => void;
}

const watches = new WeakMap<AbortSignal, Watch>();

/**
 * Calls back once the signal is aborted, at once if it is. A signal gets one listener, however many wait for it: an
 * execution's has thousands of waiters, and Node warns of a leak beyond ten.
 *
 * @returns ends it; nothing is left at the signal when the last one did
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
	if (signal?.aborted) callback();
	if (!signal || signal.aborted) return () => undefined;
	const { callbacks, fire } = watchOn(signal);
	// The same function may wait twice.
	const entry = () => callback();
	callbacks.add(entry);
	return () => {
		callbacks.delete(entry);
		if (callbacks.size > 0) return;
		signal.removeEventListener('abort', fire);
		watches.delete(signal);
	};
}

/**
 * What the task gives, unless the signal is aborted first. The task itself goes on.
 *
 * @param errorOf makes the error of a signal that is aborted; its reason when absent
 */
export async function unlessAborted<T>(
	task: Promise<T>,
	signal: AbortSignal | undefined,
	errorOf = (reason: unknown) => reason as Error,
): Promise<T> {
	return await new Promise<T>((resolve, reject) => {
		const release = onAbort(signal, () => reject(errorOf(signal?.reason)));
		task.finally(release).then(resolve, reject);
	});
}

/**
 * Waits so many milliseconds. n8n's own `sleep` minds no signal in n8n 2.0: a stopped execution would wait on.
 *
 * @throws the signal's reason as soon as it is aborted
 */
export async function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
	signal?.throwIfAborted();
	const done = new AbortController();
	try {
		await unlessAborted(sleep(ms, done.signal), signal);
	} finally {
		done.abort();
	}
}

function watchOn(signal: AbortSignal): Watch {
	const known = watches.get(signal);
	if (known) return known;
	const callbacks = new Set<() => void>();
	const fire = () => callbacks.forEach((callback) => callback());
	signal.addEventListener('abort', fire, { once: true });
	const watch = { callbacks, fire };
	watches.set(signal, watch);
	return watch;
}
