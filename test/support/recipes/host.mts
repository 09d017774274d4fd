import type { N8nClient } from '../../../host/lib/client/n8n.mts';
import type { Credentials } from '../../../host/lib/recipes.mts';
import type { KilledHost } from '../cutOff.mts';
import type { Mailbox } from '../mail.mts';
import type { Model } from '../model.mts';
import type { Sandbox } from '../sandbox.mts';
import type { Postgres } from '../services.mts';
import type { Storage } from '../storage.mts';

/** What a recipe's run needs, the same for one process and for queue mode. */
export interface RecipeHost extends KilledHost {
	/** `files` is the folder that workflows may read and write files in. */
	n8n: N8nClient & { files: string };
	/** Started with the demo seed, for this recipe alone. */
	sandbox: Sandbox;
	/** For the recipes that take PostgreSQL as the CRM; without tables of theirs at the start. */
	postgres: Postgres;
	/** What recipes send mail to. */
	mailbox: Mailbox;
	/** For the recipe that uploads; empty at the start. */
	storage: Storage;
	/** What recipes ask as their chat model. */
	model: Model;
	/** For `importRecipe`: the sandbox's account (with webhook secret `WEBHOOK_SECRET`), the database's, the mailbox's, the storage's, the model's and this n8n's. */
	credentials: Credentials;
}

/** The credential's webhook secret, sent by the sandbox in the header x-webhook-secret. */
export const WEBHOOK_SECRET = 'recipe-secret';

/**
 * A recipe run as its page describes it, with what it has to leave behind. Each file of this folder that is named after
 * a recipe exports it as `happy`: imports the workflow, runs or publishes it, asserts on the sandbox, the database and
 * the files, and unpublishes what it published. The same function runs in one process and in queue mode. Recipes with a `driver`
 * (drive.mts) need none.
 */
export type HappyRun = (host: RecipeHost) => Promise<void>;
