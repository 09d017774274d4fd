import type { N8nClient } from './client/n8n.mts';
import type { Workflow, WorkflowNode } from './client/types.mts';
import { demoCredentials, WEBHOOK_SECRET, type Surroundings } from './demoCredentials.mts';
import { PACKAGE_NAME } from './environment.mts';
import { importRecipe, recipes, type Recipe } from './recipes.mts';
import type { SandboxProcess } from './sandbox.mts';

/** The recipe that is told of what fails in the others. */
const ERROR_WORKFLOW = 'When something fails';
/** The recipe with which README.md begins: n8n's list begins with what was made last. */
const FIRST_SEEN = 'Contract from a deal';
const TRIGGER = `${PACKAGE_NAME}.contractManagementTrigger`;

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

/** What the demo has, beside n8n. */
export interface Provided {
	recipes: ImportedRecipe[];
	/** A line for each credential that is not followed, as the user changed it. */
	left: string[];
}

/**
 * Gives an n8n what the demo needs and it does not have yet: the credentials for its surroundings and for itself, the recipes (those
 * that say so published), and the sandbox's webhook subscriptions. What the user changed stays as it is.
 *
 * @param data the folder that remembers what was written into the credentials
 */
export async function provision(
	n8n: N8nClient,
	surroundings: Surroundings,
	data: string,
): Promise<Provided> {
	const { sandbox } = surroundings;
	const { credentials, left } = await demoCredentials(n8n, surroundings, data);
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
	return { recipes: imported, left };
}

/** The others are imported with the id of the first one; n8n's list shows the last one at its top. */
function inOrder(all: Recipe[]): Recipe[] {
	const rank = ({ name }: Recipe) => Number(name === FIRST_SEEN) - Number(name === ERROR_WORKFLOW);
	return all.toSorted((one, other) => rank(one) - rank(other));
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
