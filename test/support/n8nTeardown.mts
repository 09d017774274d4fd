import type { Server } from '../../host/lib/server.mts';
import { SHARED_SERVER } from './n8nSetup.mts';

export default async function teardown(): Promise<void> {
	await (globalThis as { [SHARED_SERVER]?: Server })[SHARED_SERVER]?.stop();
}
