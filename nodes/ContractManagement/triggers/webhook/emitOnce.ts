import { sleep } from 'n8n-workflow';
import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { DAY_MS } from '../../api/dates';
import type { SelectedEvent } from '../../api/deliveries/event';
import { eventKeyOf, happensOnce } from '../../api/events';
import { unlessAborted } from '../../transport/abort';
import type { Connection } from '../../transport/connection';
import { Memory } from '../../transport/memory';
import type { Delivery } from './answer';
import type { Confirmed } from './confirmedEvents';
import { withSignedFiles } from './signedFiles';

/** Which events this process has emitted. A key is claimed before and settled after; who comes in between waits for the outcome. */
export class Claims {
	private readonly pending = new Map<string, Promise<void>>();
	/** For a day, each with the date of a signature where that was shown. */
	private readonly done = new Memory<string>(DAY_MS);

	/** Undefined where it was not emitted, empty where no date was shown. */
	dateOf(key: string): string | undefined {
		return this.done.get(key);
	}

	/** Claims those of the keys that are not done, once nobody else is at any of them. @throws the signal's reason, with nothing claimed */
	async claim(keys: string[], signal?: AbortSignal, dates?: ReadonlyMap<string, string>) {
		const pending = () => keys.map((key) => this.pending.get(key)).find((other) => other);
		for (let other = pending(); other; other = pending()) await unlessAborted(other, signal);
		const claimed = new Set(keys.filter((key) => this.dateOf(key) === undefined));
		let settled!: () => void;
		const settling = new Promise<void>((resolve) => (settled = resolve));
		for (const key of claimed) this.pending.set(key, settling);
		return {
			has: (key: string) => claimed.has(key),
			settle: (isDone: boolean) => {
				for (const key of claimed) {
					this.pending.delete(key);
					if (isDone) this.done.set(key, dates?.get(key) ?? '');
				}
				settled();
			},
		};
	}
}

const claims = new Claims();

/** After the sender hung up, n8n may be at it for long, up to a day: an execution that waits for a slot is answered once it has one. */
const LONGEST_PAUSE_MS = 5_000;

/** What the events of a delivery are emitted with; `body` tells its bytes from others. */
export interface Emission extends Pick<Delivery, 'context' | 'payload' | 'settings'> {
	connection: Connection;
	body: string;
}

/** Without the events whose key the delivery tells, and which were emitted. Unless it is the same delivery, the record tells whether it was signed again. */
export function newEvents(emission: Emission, events: SelectedEvent[]): SelectedEvent[] {
	if (!remembers(emission)) return events;
	return events.flatMap((told): SelectedEvent[] => {
		const { event, id } = told;
		const key = keyIn(emission, eventKeyOf(event, { id }));
		const signedBefore = happensOnce(event) ? claims.dateOf(key) : undefined;
		const isAgain = event === 'signed' && claims.dateOf(`${key} ${emission.body}`) === undefined;
		return isAgain || signedBefore === undefined ? [{ ...told, signedBefore }] : [];
	});
}

/** Emits as one execution what this process has not emitted before; undefined when nothing is left. */
export async function emitOnce(
	emission: Emission,
	all: Confirmed[],
): Promise<IWebhookResponseData | undefined> {
	if (!remembers(emission)) return await executionOf(emission, all);
	const keysOf = ({ claims }: Confirmed) => claims.map((key) => keyIn(emission, key));
	const dated = all.flatMap((one) => keysOf(one).map((key) => [key, one.signedAt ?? ''] as const));
	const { signal } = emission.connection;
	const claim = await claims.claim(all.flatMap(keysOf), signal, new Map(dated));
	const news = all.filter((one) => keysOf(one).every(claim.has));
	if (news.length === 0) return void claim.settle(false);
	const execution = executionOf(emission, news);
	// Emitted is what n8n has stored and answered.
	const storing = execution.then(async () => await answeredOk(emission.context));
	void storing.catch(() => false).then(claim.settle);
	return await execution;
}

// In the editor a person sends the same event again and again, and wants to see it each time.
function remembers({ context, settings }: Emission): boolean {
	return settings.deduplicate && context.getMode() !== 'manual';
}

// Each trigger has its own memory: two workflows may start on the same event.
function keyIn({ context }: Emission, eventKey: string): string {
	return `${context.getWorkflow().id}\n${context.getNode().id}\n${eventKey}`;
}

async function executionOf(
	{ connection, settings, payload }: Emission,
	events: Confirmed[],
): Promise<IWebhookResponseData> {
	const items = events.map(async ({ item }): Promise<INodeExecutionData> => {
		const json = settings.includePayload ? { ...item, payload: payload as object } : item;
		const isSigned = settings.downloadFiles && item.event === 'signed';
		return isSigned ? await withSignedFiles(connection, json, settings.maxFileBytes) : { json };
	});
	// A key tells the status, which is no stranger's business.
	const keys = settings.isVerified ? events.map(({ item }) => item.eventKey) : [];
	const webhookResponse = settings.responseBody || { status: 'accepted', events: keys };
	return { workflowData: [await Promise.all(items)], webhookResponse };
}

/** Resolves when the delivery is answered: whether n8n said 2xx, which it does once it has stored the execution. */
async function answeredOk(context: IWebhookFunctions): Promise<boolean> {
	const response = context.getResponseObject();
	if (!response.closed) await new Promise((resolve) => response.once('close', resolve));
	// The sender may have hung up; n8n goes on all the same, and answers into the void, perhaps without headers.
	const isAnswered = () => response.headersSent || response.writableEnded;
	for (let waited = 0, pause = 0; !isAnswered() && waited < DAY_MS; waited += pause) {
		pause = Math.min(100 + waited / 10, LONGEST_PAUSE_MS);
		await sleep(pause);
	}
	return isAnswered() && response.statusCode < 300;
}
