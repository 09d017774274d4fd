import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { connectionWith } from '../transport/connection';
import { send, type Answer } from './answers';
import { bodiesOf, MAX_VALUES, rawBodyOf } from './body';
import { handOn, unknownHints, type HandOver } from './handOn';
import { deliveryKeys } from './deliveryKeys';
import { hintsOf, MAX_EVENTS, type Hint } from './payload';
import type { Proof } from './proof';
import { provenEvents, selectedHints, subjectsOf } from './provenEvents';
import { secretsIn } from './secrets';
import { sharedCredential } from './sharedCredential';
import { refusalOf } from './verify';
import { webhookSettings, type WebhookSettings } from './webhookSettings';

/** For everything between the verification and the answer: senders give up after ten seconds or later. */
const BUDGET_MS = 8_000;

/** Short enough that further attempts fit into the budget. */
const RETRY = { baseDelayMs: 200, maxRetries: 3, maxTotalMs: 5_000 };

/** What the node reads for a stranger: each record is a request with the key, or four. */
const MAX_UNVERIFIED = 10;

/** Deeper values can be read, but not be stored by n8n. */
const MAX_PAYLOAD_LEVELS = 500;

/** What was read of a delivery. */
interface Reading {
	hints: Hint[];
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
		if ('status' in reading) return send(context, reading);
		const signal = AbortSignal.timeout(BUDGET_MS);
		const connection = connectionWith(context, credentials, { signal, retry: RETRY });
		return await proceed(
			{
				context,
				connection,
				settings,
				payload: reading.payload,
				signal,
				keyOf: deliveryKeys(proof),
			},
			reading.hints,
		);
	} catch (error) {
		const { message } = error as Error;
		return send(context, { status: 503, message: 'Send it again later', reason: message });
	}
}

const NO_CONTRACT = refused('The body names no contract');
const TOO_LARGE = refused(`The body is too large: it holds more than ${MAX_VALUES} values`);
const TOO_MANY = refused(`The body holds more than ${MAX_EVENTS} events`);
const TOO_DEEP = refused(
	`Include Payload takes no body with more than ${MAX_PAYLOAD_LEVELS} levels`,
);
const UNVERIFIED = refused(
	`Without verification a delivery may name ${MAX_UNVERIFIED} contracts and counterparties at most`,
);
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

function refused(message: string): Answer {
	return { status: 400, message };
}

function read(
	context: IWebhookFunctions,
	proof: Proof,
	{ paths, includePayload }: WebhookSettings,
): Reading | Answer {
	for (const body of bodiesOf(context)) {
		if (!body) return TOO_LARGE;
		const hints = hintsOf(body.value, proof, paths);
		if (!hints) return TOO_MANY;
		if (hints.length === 0) continue;
		return includePayload && body.levels > MAX_PAYLOAD_LEVELS
			? TOO_DEEP
			: { hints, payload: body.value };
	}
	return NO_CONTRACT;
}

async function proceed(over: HandOver, hints: Hint[]): Promise<IWebhookResponseData> {
	const { context, connection, settings } = over;
	const selected = selectedHints(hints, settings);
	if (selected.length === 0) return send(context, NOT_SELECTED);
	if (settings.rule.kind === 'none' && subjectsOf(selected).size > MAX_UNVERIFIED) {
		return send(context, UNVERIFIED);
	}
	const news = unknownHints(over, selected);
	if (news.length === 0) return send(context, DUPLICATE);

	const events = await provenEvents(connection, news, settings);
	if (events.length === 0) return send(context, NOT_TRUE);

	return (await handOn(over, events)) ?? send(context, DUPLICATE);
}
