import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { Connection } from '../transport/connection';
import { accepted, answeredOk } from './answers';
import { claims, type Claim } from './claims';
import { deliveryKeyOf, type ProvenEvent, type SelectedHint } from './provenEvents';
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
}

/** The hints that this process has not handed on yet, by the ids of their deliveries: no need to fetch those again. */
export function unknownHints(
	context: IWebhookFunctions,
	settings: WebhookSettings,
	hints: SelectedHint[],
): SelectedHint[] {
	if (!remembers(context, settings)) return hints;
	return hints.filter((hint) => !deliveryKeys(context, hint).some((key) => claims.isDone(key)));
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
	const { context, settings, signal } = over;
	if (!remembers(context, settings)) return await workflowData(over, events);

	const keys = ({ item, hint }: ProvenEvent) => [
		scoped(context, item.eventKey),
		...deliveryKeys(context, hint),
	];
	const claim = await claims.claim(events.map(keys), signal);
	const news = events.filter((event) => claim.has(keys(event)[0]));
	try {
		const data = news.length > 0 ? await workflowData(over, news) : undefined;
		void settleWhenAnswered(context, claim, data !== undefined);
		return data;
	} catch (error) {
		claim.settle(false);
		throw failure(error);
	}
}

// In the editor a person sends the same event again and again, and wants to see it each time.
function remembers(context: IWebhookFunctions, { deduplicate }: WebhookSettings): boolean {
	return deduplicate && context.getMode() !== 'manual';
}

async function settleWhenAnswered(context: IWebhookFunctions, claim: Claim, isHandedOn: boolean) {
	claim.settle(isHandedOn && (await answeredOk(context)));
}

async function workflowData(
	{ connection, settings, payload }: HandOver,
	events: ProvenEvent[],
): Promise<IWebhookResponseData> {
	const items = await Promise.all(
		events.map(async ({ item }): Promise<INodeExecutionData> => {
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

function deliveryKeys(context: IWebhookFunctions, hint: SelectedHint): string[] {
	const key = deliveryKeyOf(hint);
	return key === undefined ? [] : [scoped(context, key)];
}

/** Each trigger has its own memory: two workflows may start on the same event. */
function scoped(context: IWebhookFunctions, key: string): string {
	return `${context.getWorkflow().id}\n${context.getNode().id}\n${key}`;
}

// A function call, as n8n's lint forbids to throw a caught variable.
function failure(error: unknown): Error {
	return error as Error;
}
