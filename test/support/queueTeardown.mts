import { STOP_QUEUE } from './queueSetup.mts';

export default async function teardown(): Promise<void> {
	await (globalThis as { [STOP_QUEUE]?: () => Promise<void> })[STOP_QUEUE]?.();
}
