import type { N8nClient } from '../../../host/lib/client/n8n.mts';
import { credentialFor } from '../n8n.mts';
import { startSandbox, type SandboxOptions } from '../sandbox.mts';
import { startPostgres, type Postgres } from '../services.mts';
import { WEBHOOK_SECRET, type RecipeHost } from './host.mts';

/** A host of one recipe's own: a sandbox and a database, with credentials for both in this n8n. */
export async function startRecipeHost(
	n8n: RecipeHost['n8n'],
	sandboxOptions: SandboxOptions = {},
): Promise<RecipeHost & { stop(): Promise<void> }> {
	const [sandbox, postgres] = await Promise.all([
		startSandbox({ seed: 'demo', ...sandboxOptions }),
		startPostgres(),
	]);
	const credentials = {
		...(await credentialFor(n8n, sandbox.baseUrl, { webhookSecret: WEBHOOK_SECRET })),
		...(await postgresCredential(n8n, postgres)),
	};
	const stop = async () => {
		await sandbox.stop();
		await postgres.stop();
	};
	return { n8n, sandbox, postgres, credentials, stop };
}

/** A credential of n8n's Postgres node for this database; resolves to what a node's `credentials` takes. */
async function postgresCredential(
	n8n: N8nClient,
	{ host, port, user, password, database }: Postgres,
) {
	const data = { host, port, user, password, database, maxConnections: 5, ssl: 'disable' };
	const { id, name } = await n8n.createCredential(`Database ${port}`, 'postgres', data);
	return { postgres: { id, name } };
}
