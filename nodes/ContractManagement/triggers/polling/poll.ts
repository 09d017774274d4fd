import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';
import { connect, type Connection } from '../../transport/connection';
import { statusOf } from '../../transport/errors';
import type { EventItem } from '../eventItem';
import { presentEvents } from '../present';
import { invalidId } from '../settings';
import { contracts, counterparties, itemsOf, type Kind } from './kinds';
import { organizationOf } from './organization';
import { pollSettings, type PollSettings } from './pollSettings';
import { rebased, scopeOf } from './rebase';
import { sample } from './sample';
import type { PolledRecord } from './scan';
import { seed } from './seed';
import type { PollState } from './state';
import { restored, stored } from './stored';
import { tick, type TickResult } from './tick';

/** One poll of one trigger. */
interface Poll {
	context: IPollFunctions;
	settings: PollSettings;
	connection: Connection;
	/** False when the time that n8n gives is nearly used up. */
	mayGoOn: () => boolean;
}

/** Older versions of n8n do not say how long a poll may take. */
const DEFAULT_BUDGET_MS = 300_000;

/** The part of the budget after which no further page is begun. */
const READING_SHARE = 0.8;

/** So many ticks may fail before it is reported: a short outage would only fill the list of executions. */
const QUIET_FAILURES = 2;

const running = new Set<string>();

/** What first polls saw: with durable cursors n8n does not keep it, as they are made on publishing and emit nothing. */
const firstStates = new Map<string, unknown>();

/**
 * Finds what changed since the last poll (D12). n8n may call it while the call before still runs, may forget the state
 * that a poll without changes leaves, and may repeat a poll; each change is emitted once all the same.
 */
export async function pollChanges(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const key = `${keyOf(context)}\n${context.getMode()}`;
	if (running.has(key)) return null;
	running.add(key);
	try {
		const poll = await pollOf(context);
		const { connection, settings } = poll;
		const items =
			settings.resource === 'counterparty'
				? await itemsFor(poll, counterparties(connection, settings))
				: await itemsFor(poll, contracts(connection, settings));
		return items.length > 0 ? [items.map((json) => ({ json }))] : null;
	} finally {
		running.delete(key);
	}
}

function keyOf(context: IPollFunctions): string {
	return `${context.getWorkflow().id}\n${context.getNode().id}`;
}

async function pollOf(context: IPollFunctions): Promise<Poll> {
	const startedAt = Date.now();
	const budget = context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
	const connection = await connect(context, {
		signal: AbortSignal.timeout(budget),
		retry: { maxTotalMs: budget / 4 },
		http: { timeout: budget / 4 },
	});
	return {
		context,
		settings: checked(context, pollSettings(context)),
		connection,
		mayGoOn: () => Date.now() < startedAt + budget * READING_SHARE,
	};
}

function checked(context: IPollFunctions, settings: PollSettings): PollSettings {
	const invalid = invalidId(settings.filters);
	if (invalid === undefined) return settings;
	throw new NodeOperationError(
		context.getNode(),
		`The filter '${invalid}' is not an id, so no event could pass it. An id is a UUID.`,
	);
}

async function itemsFor<T extends PolledRecord>(poll: Poll, kind: Kind<T>): Promise<IDataObject[]> {
	const { context, connection, settings } = poll;
	const present = async (items: EventItem[]) =>
		await presentEvents(connection, items, settings.output);
	if (context.getMode() === 'manual') {
		return await present([await sample(connection, kind, settings)]);
	}

	const data = context.getWorkflowStaticData('node');
	const key = `${keyOf(context)}\n${settings.resource}`;
	const organization = await organizationOf(connection);
	const scope = scopeOf(settings.filters, kind.withStatuses);
	const save = (next: PollState) => {
		const named = { ...next, organization: organization ?? next.organization, scope };
		return (data[settings.resource] = stored(named, connection.baseUrl));
	};
	const seeded = async () =>
		await seed(kind.reader, { ...settings, ...kind, mayGoOn: poll.mayGoOn, now: Date.now() });
	const known = [data[settings.resource], firstStates.get(key)]
		.map((one) => restored(one, connection.baseUrl))
		.find((one) => one && isOf(organization, one));
	if (!known) {
		firstStates.set(key, save(await seeded()));
		return [];
	}
	const state = known.scope === scope ? known : rebased(known, await seeded());
	firstStates.delete(key);
	const result = await tick(kind.reader, state, {
		describe: kind.describe,
		maxChanges: settings.maxChanges,
		settleMs: 2 * settings.lookbackMs,
		mayGoOn: poll.mayGoOn,
		now: Date.now,
	});
	// Before the state is saved: what fails here is met again by the next poll.
	const items = await present(result.changes.flatMap((change) => itemsOf(kind, settings, change)));
	save(afterFailures(poll, state, result));
	if (mustReport(poll, state, result)) throw result.failure as Error;
	return items;
}

/** The key of the credential may have become another organization's. */
function isOf(organization: string | undefined, state: PollState): boolean {
	return (state.organization ?? organization) === (organization ?? state.organization);
}

/** A tick that got anywhere ends the count of failures; what it did not reach is left to the next one. */
function afterFailures<T>(
	{ context }: Poll,
	{ failures }: PollState,
	{ state, failure, hasProgressed }: TickResult<T>,
): PollState {
	if (failure === undefined) return { ...state, failures: 0 };
	const { message } = failure as Error;
	context.logger.warn(`"${context.getNode().name}" stopped a poll early: ${message}`);
	return { ...state, failures: hasProgressed ? 0 : failures + 1 };
}

function mustReport<T>(
	{ connection }: Poll,
	{ failures }: PollState,
	{ failure, hasProgressed }: TickResult<T>,
): boolean {
	if (failure === undefined || hasProgressed) return false;
	const status = statusOf(failure);
	const isPassing = connection.signal?.aborted || status === 0 || status === 429 || status! >= 500;
	return !isPassing || failures >= QUIET_FAILURES;
}
