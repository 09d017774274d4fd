import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { connectionWith } from '../transport/connection';
import { send, type Answer } from './answers';
import { bodiesOf, rawBodyOf } from './body';
import { handOn, unknownHints, type HandOver } from './handOn';
import { hintsOf, MAX_EVENTS, type Hint } from './payload';
import type { Proof } from './proof';
import { provenEvents, selectedHints } from './provenEvents';
import { secretsIn } from './secrets';
import { sharedCredential } from './sharedCredential';
import { refusalOf } from './verify';
import { webhookSettings, type WebhookSettings } from './webhookSettings';

/** For everything between the verification and the answer: senders give up after ten seconds or later. */
const BUDGET_MS = 8_000;

/** Short enough that further attempts fit into the budget. */
const RETRY = { baseDelayMs: 200, maxRetries: 3, maxTotalMs: 5_000 };

/** What was read of a delivery. */
interface Reading {
	/** Undefined when there are too many. */
	hints: Hint[] | undefined;
	payload: unknown;
}

/**
 * Takes a delivery (D11): verified, proven at the service, handed on once, answered honestly. Always answers, within its
 * budget, and never makes a failed execution.
 */
export async function takeDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const settings = webhookSettings(context);
		const proof = proofOf(context);
		const credentials = await sharedCredential(context);
		const refusal = refusalOf(settings.rule, secretsIn(credentials), proof, Date.now());
		if (refusal !== undefined) return send(context, { status: 401, message: refusal });

		const reading = read(context, proof, settings);
		if (reading.hints === undefined) return send(context, TOO_MANY);
		if (reading.hints.length === 0) return send(context, NO_CONTRACT);
		const signal = AbortSignal.timeout(BUDGET_MS);
		const connection = connectionWith(context, credentials, { signal, retry: RETRY });
		return await proceed(
			{ context, connection, settings, payload: reading.payload, signal },
			reading.hints,
		);
	} catch (error) {
		const { message } = error as Error;
		return send(context, { status: 503, message: 'Send it again later', reason: message });
	}
}

const NO_CONTRACT: Answer = { status: 400, message: 'The body names no contract' };
const TOO_MANY: Answer = { status: 400, message: `The body holds more than ${MAX_EVENTS} events` };
const NOT_SELECTED: Answer = { status: 200, ignored: 'The workflow does not wait for this event' };
const NOT_TRUE: Answer = { status: 200, ignored: 'Not confirmed by the service, or filtered out' };
const DUPLICATE: Answer = { status: 200, ignored: 'Handed on before' };

function proofOf(context: IWebhookFunctions): Proof {
	return {
		headers: context.getHeaderData(),
		query: (context.getQueryData() ?? {}) as Record<string, unknown>,
		rawBody: rawBodyOf(context),
	};
}

function read(context: IWebhookFunctions, proof: Proof, { paths }: WebhookSettings): Reading {
	for (const payload of bodiesOf(context)) {
		const hints = hintsOf(payload, proof, paths);
		if (hints?.length !== 0) return { hints, payload };
	}
	return { hints: [], payload: undefined };
}

async function proceed(over: HandOver, hints: Hint[]): Promise<IWebhookResponseData> {
	const { context, connection, settings } = over;
	const selected = selectedHints(hints, settings);
	if (selected.length === 0) return send(context, NOT_SELECTED);
	const news = unknownHints(context, settings, selected);
	if (news.length === 0) return send(context, DUPLICATE);

	const events = await provenEvents(connection, news, settings);
	if (events.length === 0) return send(context, NOT_TRUE);

	return (await handOn(over, events)) ?? send(context, DUPLICATE);
}
