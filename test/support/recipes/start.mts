import { randomUUID } from 'node:crypto';
import type { N8nClient } from '../../../host/lib/client/n8n.mts';
import { smtpCredential, startMailbox } from '../mail.mts';
import { startModel } from '../model.mts';
import { modelCredential } from '../modelAgent.mts';
import { credentialFor } from '../n8n.mts';
import { startSandbox, type SandboxOptions } from '../sandbox.mts';
import { startPostgres, type Postgres } from '../services.mts';
import { s3Credential, startTestStorage } from '../storage.mts';
import { WEBHOOK_SECRET, type RecipeHost } from './host.mts';

/** A host of one recipe's own: a sandbox and a database, with credentials for both in this n8n. */
export async function startRecipeHost(
	n8n: RecipeHost['n8n'],
	sandboxOptions: SandboxOptions = {},
): Promise<RecipeHost & { stop(): Promise<void> }> {
	const [sandbox, postgres, mailbox, storage, model] = await Promise.all([
		startSandbox({ seed: 'demo', ...sandboxOptions }),
		startPostgres(),
		startMailbox(),
		startTestStorage(),
		startModel(),
	]);
	const credentials = {
		...(await credentialFor(n8n, sandbox.baseUrl, { webhookSecret: WEBHOOK_SECRET })),
		...(await postgresCredential(n8n, postgres)),
		...(await smtpCredential(n8n, mailbox)),
		...(await s3Credential(n8n, storage)),
		...(await modelCredential(n8n, model)),
		...(await n8nCredential(n8n)),
	};
	const stop = async () => {
		await sandbox.stop();
		await postgres.stop();
		await mailbox.stop();
		await storage.stop();
		await model.stop();
	};
	return { n8n, sandbox, postgres, mailbox, storage, model, credentials, stop };
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

/** A credential with which workflows speak to the API of this n8n itself. */
async function n8nCredential(n8n: N8nClient) {
	const label = randomUUID();
	const data = { apiKey: await n8n.createApiKey(label), baseUrl: `${n8n.url}/api/v1` };
	const { id, name } = await n8n.createCredential(`n8n ${label}`, 'n8nApi', data);
	return { n8nApi: { id, name } };
}
