import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../../../host/lib/client/until.mts';
import { freePort } from '../../../host/lib/ports.mts';
import { startSandbox, type Sandbox } from '../sandbox.mts';
import type { RecipeHost } from './host.mts';
import { startRecipeHost } from './start.mts';

/** A recipe's host whose service can be killed, and comes up again where it was with what it had stored. */
export interface FragileHost extends RecipeHost {
	/**
	 * Withholds the answer to the next such request, kills the service once it was executed, and starts it again.
	 *
	 * @param begin what leads to the request
	 * @param isExecuted whether the service has done what the request asks for
	 */
	killedDuring(
		route: string,
		begin: () => Promise<unknown>,
		isExecuted?: (sandbox: Sandbox) => Promise<boolean>,
	): Promise<void>;
	stop(): Promise<void>;
}

export async function startFragileHost(n8n: RecipeHost['n8n']): Promise<FragileHost> {
	const folder = mkdtempSync(path.join(tmpdir(), 'recipe-'));
	const db = path.join(folder, 'sandbox.db');
	// A port that no outgoing connection takes while the service is away.
	const port = await freePort();
	const { stop, ...host } = await startRecipeHost(n8n, { db, port });
	return Object.assign(host, {
		async killedDuring(
			route: string,
			begin: () => Promise<unknown>,
			isExecuted: (sandbox: Sandbox) => Promise<boolean> = async () => true,
		) {
			const { sandbox } = host;
			await sandbox.control.fault({ route, kind: 'hang', when: 'after' });
			await begin();
			await until(sandbox.control.faults, (left) => left.length === 0, `request ${route}`);
			await until(() => isExecuted(sandbox), Boolean, `effect of ${route}`);
			await sandbox.kill();
			host.sandbox = await startSandbox({ db, port });
		},
		async stop() {
			await host.sandbox.stop();
			await stop();
			rmSync(folder, { recursive: true, force: true });
		},
	});
}
