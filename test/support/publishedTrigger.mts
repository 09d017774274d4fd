import axios from 'axios';
import type { N8nClient } from '../../host/lib/client/n8n.mts';
import type { NodeInput, Workflow } from '../../host/lib/client/types.mts';
import { signature, SIGNATURE_HEADER } from '../../sandbox/webhooks/signature.mts';
import { credentialFor, NODES } from './n8n.mts';

export const SECRET = 'published-trigger-secret';

export interface PublishedTrigger {
	workflow: Workflow;
	/** Its production URL. */
	url: string;
}

/** Publishes a workflow that begins with the webhook trigger. */
export async function publishedTrigger(
	n8n: N8nClient,
	baseUrl: string,
	parameters: Record<string, unknown>,
	nodes: NodeInput[] = [],
): Promise<PublishedTrigger> {
	const credentials = await credentialFor(n8n, baseUrl, { webhookSecret: SECRET });
	const trigger = { name: 'Trigger', type: NODES.trigger, credentials, parameters };
	const workflow = await n8n.createWorkflow({ nodes: [trigger, ...nodes] });
	expect(await n8n.publish(workflow.id)).toMatchObject({ status: 'published' });
	return { workflow, url: await n8n.webhookUrl(workflow.nodes[0]!) };
}

export interface SignedDelivery {
	/** What is signed. */
	body: string;
	/** What is sent instead of it. */
	sent?: string;
	secret?: string;
	/** How long ago it was signed. */
	ageSeconds?: number;
}

/** Delivers as the sandbox does: signed over time and body. Resolves to the status of the answer. */
export async function deliverSigned(
	url: string,
	{ body, sent = body, secret = SECRET, ageSeconds = 0 }: SignedDelivery,
): Promise<number> {
	const seconds = Math.floor(Date.now() / 1000) - ageSeconds;
	const { status } = await axios.post(url, sent, {
		headers: {
			'content-type': 'application/json',
			[SIGNATURE_HEADER]: signature(secret, body, seconds),
		},
		// The text goes out byte for byte as it was signed.
		transformRequest: (data: string) => data,
		validateStatus: () => true,
		proxy: false,
	});
	return status;
}
