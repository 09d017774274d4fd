import type { N8nClient } from './client/n8n.mts';
import type { Workflow, WorkflowNode } from './client/types.mts';
import type { EmbeddedPostgres } from './embeddedPostgres.mts';
import { PACKAGE_NAME } from './environment.mts';
import { importRecipe, recipes, type Credentials, type Recipe } from './recipes.mts';
import type { MailServer } from './mail/server.mts';
import type { SandboxProcess } from './sandbox.mts';
import type { StorageServer } from './storage/server.mts';

/** The sandbox's key that may write. */
export const API_KEY = 'sandbox-admin-key';

const CREDENTIAL_TYPE = 'contractManagementApi';
const CREDENTIAL_NAME = 'Contract Management (sandbox)';

const WEBHOOK_SECRET = 'sandbox-webhook-secret';
/** The recipe that is told of what fails in the others. */
const ERROR_WORKFLOW = 'When something fails';
/** The recipe with which README.md begins: n8n's list begins with what was made last. */
const FIRST_SEEN = 'Contract from a deal';
const TRIGGER = `${PACKAGE_NAME}.contractManagementTrigger`;

/** What runs beside n8n. */
export interface Surroundings {
	sandbox: SandboxProcess;
	crm: EmbeddedPostgres;
	mail: MailServer;
	storage: StorageServer;
}

/** What a recipe became in n8n. */
export interface ImportedRecipe {
	name: string;
	id: string;
	isPublished: boolean;
	/** Whether n8n did not have it before. */
	isNew: boolean;
	/** Why it could not be published. */
	problem?: string;
}

/**
 * Gives an n8n what the demo needs and it does not have yet: the credentials for its surroundings and for itself, the recipes (those
 * that say so published), and the sandbox's webhook subscriptions. What the user changed stays as it is.
 */
export async function provision(
	n8n: N8nClient,
	{ sandbox, crm, mail, storage }: Surroundings,
): Promise<ImportedRecipe[]> {
	const credentials = {
		...(await sandboxCredential(n8n, sandbox)),
		...(await crmCredential(n8n, crm)),
		...(await mailCredential(n8n, mail)),
		...(await storageCredential(n8n, storage)),
		...(await n8nCredential(n8n)),
	};
	const existing = await n8n.workflows();
	const imported: ImportedRecipe[] = [];
	for (const recipe of inOrder(recipes())) {
		const known = existing.find(({ name }) => name === recipe.name);
		const errorWorkflow = imported.find(({ name }) => name === ERROR_WORKFLOW)?.id;
		const settings = { ...recipe.settings, ...(errorWorkflow && { errorWorkflow }) };
		const made = known ?? (await importRecipe(n8n, { ...recipe, settings }, credentials));
		// Such as one that the user has renamed: it is imported again, and n8n has its webhooks already.
		const problem = known || !recipe.active ? undefined : await publishingProblem(n8n, made.id);
		const workflow = await n8n.workflow(made.id);
		if (workflow.active) await subscribe(n8n, sandbox, workflow);
		const { name } = recipe;
		imported.push({ id: made.id, name, isPublished: workflow.active, isNew: !known, problem });
	}
	return imported;
}

/** The others are imported with the id of the first one; n8n's list shows the last one at its top. */
function inOrder(all: Recipe[]): Recipe[] {
	const rank = ({ name }: Recipe) => Number(name === FIRST_SEEN) - Number(name === ERROR_WORKFLOW);
	return all.toSorted((one, other) => rank(one) - rank(other));
}

/** The demo's credential for the sandbox. */
async function sandboxCredential(
	n8n: N8nClient,
	{ baseUrl, profile }: SandboxProcess,
): Promise<Credentials> {
	const data = { baseUrl, apiKey: API_KEY, webhookSecret: WEBHOOK_SECRET, serviceProfile: profile };
	const followed = ['baseUrl', 'serviceProfile'];
	return await demoCredential(n8n, CREDENTIAL_NAME, CREDENTIAL_TYPE, data, followed);
}

/** The demo's credential for the CRM's database. */
async function crmCredential(n8n: N8nClient, crm: EmbeddedPostgres): Promise<Credentials> {
	const { host, port, database, user, password } = crm;
	const data = { host, port, database, user, password, maxConnections: 5, ssl: 'disable' };
	return await demoCredential(n8n, 'CRM database', 'postgres', data, ['port']);
}

/** The demo's credential for the mail server. */
async function mailCredential(n8n: N8nClient, { port }: MailServer): Promise<Credentials> {
	const data = { host: '127.0.0.1', port, user: '', password: '', secure: false };
	const plain = { ...data, disableStartTls: true };
	return await demoCredential(n8n, 'Mail', 'smtp', plain, ['port']);
}

/** The demo's credential for the object storage. */
async function storageCredential(n8n: N8nClient, { account }: StorageServer): Promise<Credentials> {
	const data = { ...account, forcePathStyle: true, ignoreSSLIssues: false };
	return await demoCredential(n8n, 'Storage', 's3', data, ['endpoint']);
}

/** The demo's credential for n8n's own API, with a key that is made with it. */
async function n8nCredential(n8n: N8nClient): Promise<Credentials> {
	const name = 'This n8n';
	const isKnown = (await n8n.credentials()).some((credential) => credential.name === name);
	const apiKey = isKnown ? '' : await n8n.createApiKey(`Recipes ${Date.now()}`);
	const data = { apiKey, baseUrl: `${n8n.url}/api/v1` };
	return await demoCredential(n8n, name, 'n8nApi', data, ['baseUrl']);
}

/**
 * A credential of the demo, made the first time. What is `followed` in it, the address and what goes with it, is set to
 * what it is now, unless the user gave it an address elsewhere; everything else stays as the user has it.
 */
async function demoCredential(
	n8n: N8nClient,
	name: string,
	type: string,
	data: Record<string, unknown>,
	followed: string[],
): Promise<Credentials> {
	const known = (await n8n.credentials()).find((credential) => credential.name === name);
	if (known) {
		const { data: saved = {} } = await n8n.credential(known.id);
		const moved = followed.filter((field) => saved[field] !== data[field]);
		const now = Object.fromEntries(moved.map((field) => [field, data[field]]));
		if (moved.length > 0 && isOnThisMachine(saved)) {
			await n8n.updateCredential(known.id, known.name, type, { ...saved, ...now });
		}
	}
	const { id } = known ?? (await n8n.createCredential(name, type, data));
	return { [type]: { id, name } };
}

function isOnThisMachine({ baseUrl, endpoint, host }: Record<string, unknown>): boolean {
	const address = String(baseUrl ?? endpoint ?? host);
	return /^(https?:\/\/)?(127\.0\.0\.1|localhost)(?![\w.-])/.test(address);
}

/** Publishes a workflow; answers why that failed. It is no reason not to start: all others work. */
async function publishingProblem(n8n: N8nClient, id: string): Promise<string | undefined> {
	try {
		const { status, triggers } = await n8n.publish(id);
		if (status === 'published') return undefined;
		return triggers?.map(({ errorMessage }) => errorMessage).join(', ') || status;
	} catch (error) {
		return (error as Error).message;
	}
}

async function subscribe(n8n: N8nClient, sandbox: SandboxProcess, { nodes }: Workflow) {
	const triggers = nodes.filter(({ type }: WorkflowNode) => type === TRIGGER);
	for (const node of triggers) await sandbox.subscribe(await n8n.webhookUrl(node), WEBHOOK_SECRET);
}
