import { keptIn } from './memory';

interface Watch {
	callbacks: Set<() => void>;
	fire: () => void;
}

const watches = new WeakMap<AbortSignal, Watch>();

const watchOn = keptIn(watches, (signal) => {
	const callbacks = new Set<() => void>();
	const fire = () => callbacks.forEach((callback) => callback());
	signal.addEventListener('abort', fire, { once: true });
	return { callbacks, fire };
});

/**
 * Calls back once the signal is aborted, at once if it is; what it returns ends that. A signal gets one listener, however
 * many wait for it: an execution's has thousands of waiters, and Node warns of a leak beyond ten.
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

/** What the task gives, unless the signal is aborted first. The task itself goes on. @throws the signal's reason when it is aborted */
export async function unlessAborted<T>(task: Promise<T>, signal: AbortSignal | undefined) {
	return await new Promise<T>((resolve, reject) => {
		const release = onAbort(signal, () => reject(signal?.reason as Error));
		task.finally(release).then(resolve, reject);
	});
}
