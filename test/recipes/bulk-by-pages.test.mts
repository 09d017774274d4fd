import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../../host/lib/client/until.mts';
import { freePort } from '../../host/lib/ports.mts';
import { sharedN8n } from '../support/n8n.mts';
import { expectEverything, happy, startLoop } from '../support/recipes/bulk-by-pages.mts';
import { startRecipeHost } from '../support/recipes/start.mts';
import { startSandbox } from '../support/sandbox.mts';

const RUN_MS = 900_000;

test(
	'5,000 contracts arrive exactly once, and the loop remembers no contract',
	async () => {
		const host = await startRecipeHost(await sharedN8n());
		try {
			await happy(host);
			const { byRoute } = await host.sandbox.control.requestSummary();
			expect(byRoute['GET /contracts']).toMatchObject({ statuses: { 200: 51 } });
		} finally {
			await host.stop();
		}
	},
	RUN_MS,
);

test(
	'the service goes down in the middle of the loop: the page that failed is read again, and nothing arrives twice',
	async () => {
		const folder = mkdtempSync(path.join(tmpdir(), 'bulk-'));
		// A port that no outgoing connection takes while the service is away.
		const port = await freePort();
		const service = { db: path.join(folder, 'sandbox.db'), port };
		const host = await startRecipeHost(await sharedN8n(), service);
		try {
			const { n8n } = host;
			const loop = await startLoop(host);
			await until(
				async () => loop.files().length,
				(count) => count >= 10,
				'page 10',
			);
			await host.sandbox.kill();
			// Longer than the node's own attempts: a page failed as a whole.
			await until(
				async () => await n8n.executions(loop.workflowId),
				(all) => all.some(({ status, mode }) => status === 'error' && mode === 'integrated'),
				'page that failed',
			);
			host.sandbox = await startSandbox(service);

			await expectEverything(host, loop);
		} finally {
			await host.sandbox.stop();
			await host.stop();
			rmSync(folder, { recursive: true, force: true });
		}
	},
	RUN_MS,
);

test(
	'a loop that ended with an error goes on with the page that failed, by Retry',
	async () => {
		const host = await startRecipeHost(await sharedN8n());
		const { n8n, sandbox } = host;
		try {
			const refused = { status: 403, message: 'The key was revoked', skip: 5, times: 0 };
			await sandbox.control.fault({ route: 'GET /contracts', kind: 'status', ...refused });
			const loop = await startLoop(host, 1_000);
			const failed = await n8n.execution(loop.executionId, RUN_MS);
			expect(failed.status).toBe('error');
			expect(failed.runData['One page']).toHaveLength(6);
			expect(loop.files()).toHaveLength(5);

			await sandbox.control.clearFaults();
			expect(await n8n.publish(loop.workflowId)).toMatchObject({ status: 'published' });
			await n8n.rest('POST', `/executions/${failed.id}/retry`, { loadWorkflow: false });
			const retries = (await n8n.executions(loop.workflowId)).filter(
				({ mode }) => mode === 'retry',
			);
			expect(retries).toHaveLength(1);
			await expectEverything(host, { ...loop, executionId: retries[0]!.id });
			const { byRoute } = await sandbox.control.requestSummary();
			expect(byRoute['GET /contracts']!.statuses['200']).toBe(11);
			await n8n.unpublish(loop.workflowId);
		} finally {
			await host.stop();
		}
	},
	RUN_MS,
);
