import {
	sleep,
	type INodeExecutionData,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { eventKeyOf, happensOnce } from '../../api/events';
import type { Connection } from '../../transport/connection';
import type { EventItem } from '../shared/eventItem';
import { presentEvents } from '../shared/simplify';
import { claims } from './memory';
import type { SelectedEvent } from './namedEvents';
import { withSignedFiles } from './signedFiles';
import type { WebhookSettings } from './webhookSettings';

/** How long n8n may take to store an execution after the sender has hung up. */
const STORING_MS = 60_000;
const LOOK_EVERY_MS = 100;

/** What the events of one delivery are emitted with. */
export interface Emission {
	context: IWebhookFunctions;
	connection: Connection;
	settings: WebhookSettings;
	/** The body as it was read. */
	payload: unknown;
	signal: AbortSignal;
}

/** Without the events whose key the delivery tells, and which this process has emitted: no need to read their records. */
export function newEvents(emission: Emission, events: SelectedEvent[]): SelectedEvent[] {
	if (!remembers(emission)) return events;
	const key = keyIn(emission);
	return events.filter(
		({ event, id }) => !happensOnce(event) || !claims.isDone(key(eventKeyOf(event, { id }))),
	);
}

/**
 * Emits the items as one execution, without those whose `eventKey` this process has emitted before. They count as emitted
 * when n8n has stored the execution and answered.
 *
 * @returns undefined when none is left
 */
export async function emitOnce(
	emission: Emission,
	items: EventItem[],
): Promise<IWebhookResponseData | undefined> {
	if (!remembers(emission)) return await executionOf(emission, items);
	const key = keyIn(emission);
	const claim = await claims.claim(
		items.map(({ eventKey }) => key(eventKey)),
		emission.signal,
	);
	let isStored: Promise<boolean> | undefined;
	try {
		const news = items.filter(({ eventKey }) => claim.has(key(eventKey)));
		if (news.length === 0) return undefined;
		const execution = await executionOf(emission, news);
		isStored = answeredOk(emission.context);
		return execution;
	} finally {
		void Promise.resolve(isStored ?? false).then((isDone) => claim.settle(isDone));
	}
}

// In the editor a person sends the same event again and again, and wants to see it each time.
function remembers({ context, settings }: Emission): boolean {
	return settings.deduplicate && context.getMode() !== 'manual';
}

// Each trigger has its own memory: two workflows may start on the same event.
function keyIn({ context }: Emission): (eventKey: string) => string {
	const scope = `${context.getWorkflow().id}\n${context.getNode().id}`;
	return (eventKey) => `${scope}\n${eventKey}`;
}

async function executionOf(
	{ connection, settings, payload }: Emission,
	events: EventItem[],
): Promise<IWebhookResponseData> {
	const presented = await presentEvents(connection, events, settings.output);
	const items = await Promise.all(
		presented.map(async (item): Promise<INodeExecutionData> => {
			const json = settings.includePayload ? { ...item, payload: payload as object } : item;
			const isSigned = settings.downloadFiles && item.event === 'signed';
			return isSigned ? await withSignedFiles(connection, json, settings.maxFileBytes) : { json };
		}),
	);
	const accepted = { status: 'accepted', events: events.map(({ eventKey }) => eventKey) };
	return { workflowData: [items], webhookResponse: settings.responseBody || accepted };
}

/** Resolves when the delivery is answered: whether n8n said 2xx, which it does once it has stored the execution. */
async function answeredOk(context: IWebhookFunctions): Promise<boolean> {
	const response = context.getResponseObject();
	if (!response.closed) await new Promise((resolve) => response.once('close', resolve));
	// The sender may have hung up; n8n goes on all the same, and answers into the void.
	for (let waited = 0; !response.headersSent && waited < STORING_MS; waited += LOOK_EVERY_MS) {
		await sleep(LOOK_EVERY_MS);
	}
	return response.headersSent && response.statusCode < 300;
}
