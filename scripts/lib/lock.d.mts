/**
 * Runs something while no other process on this machine does so under the same lock, a folder. `onWait` is told the number
 * of the process that is waited for, once.
 */
export function withLock<T>(
	lock: string,
	work: () => Promise<T>,
	onWait?: (pid: number) => void,
): Promise<T>;
