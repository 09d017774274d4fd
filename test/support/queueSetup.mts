import { packedPackage } from './n8n.mts';
import packageSetup, { type Run, type SuiteConfig } from './packageSetup.mts';
import { SHARED_QUEUE, startQueueMode } from './queue.mts';
import { sharePostgres, stopping } from './services.mts';

export const STOP_QUEUE = Symbol.for('queue.shared.stop');

/** Once per run: packs the package and starts the queue mode that the test files share. */
export default async function setup(run: Run, suite: SuiteConfig): Promise<void> {
	await packageSetup(run, suite);
	const stopPostgres = await sharePostgres();
	const { stop, ...addresses } = await startQueueMode({
		packed: packedPackage(),
		workers: 2,
		webhookProcessors: 2,
	}).catch(stopping(stopPostgres));
	(globalThis as { [STOP_QUEUE]?: () => Promise<void> })[STOP_QUEUE] = async () => {
		await stop();
		await stopPostgres();
	};
	process.env[SHARED_QUEUE] = JSON.stringify(addresses);
}
