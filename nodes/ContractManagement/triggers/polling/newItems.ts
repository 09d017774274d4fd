import type { IPollFunctions } from 'n8n-workflow';
import { isLater } from '../../api/instants';
import type { Connection } from '../../transport/connection';
import { nodeApiError, statusOf } from '../../transport/errors/requestError';
import { isInconclusive } from '../../transport/retry';
import { eventItems, type EventItem } from '../shared/records';
import { contractEvents, counterpartyEvents } from './events';
import { ownerOf } from './owner';
import { poll, type Polled, type PollOptions } from './poll';
import type { PollSettings } from './properties';
import { readerOf } from './reader';
import type { PollState } from './state';
import { keep, recalled, type Shelf, type StoredState } from './stored';

/** What this process knows of a trigger. */
export type Known = Shelf['known'] & {
	/** Filters of the polls that are under way: with others it need not wait for them. */
	running: Set<string>;
	/** When something new was found last, by `performance.now()`. */
	newsAt: number;
	/** Polls that failed one after the other. */
	failures: number;
	/** Those of them that had read what changed, and could not show it: their creation forms were waited for. */
	unshown: number;
};

/** The part of n8n's budget after which nothing more is read. */
const READING_SHARE = 0.8;

/** So many polls may fail before it is reported: a short outage would only fill the list of executions. */
const QUIET_FAILURES = 2;

/** What changed since the last poll, as items; kept in n8n's static data as told. @param budget milliseconds that the poll has */
export async function newItems(
	connection: Connection,
	budget: number,
	settings: PollSettings,
	known: Known,
): Promise<EventItem[]> {
	const context = connection.context as IPollFunctions;
	const shelf = { data: context.getWorkflowStaticData('node'), name: settings.watch, known };
	const last = recalled(shelf);
	return await changedItems(connection, budget, settings, known, shelf, last).catch(
		(error: Error) => {
			if (last && isPassedOver(connection, known, error)) return [];
			throw error;
		},
	);
}

async function changedItems(
	connection: Connection,
	budget: number,
	settings: PollSettings,
	known: Known,
	shelf: Shelf,
	last: StoredState | undefined,
): Promise<EventItem[]> {
	const { owner, changed } = await ownerOf(connection, settings.filters, last);
	const before = changed ? undefined : last;
	const reader = readerOf(connection, settings, budget * READING_SHARE);
	const polled = await poll(reader, before, optionsOf(connection, settings, known, before));
	const items = await itemsOf(connection, settings, known, { polled, before });
	const { isCaughtUp, state } = polled;
	const events = isCaughtUp ? settings.events : chosenBefore(settings, before);
	keep(shelf, state, before, { ...owner, events, told: items.length > 0 });
	if (last && changed) tellOfBeginning(connection.context as IPollFunctions, last, state, changed);
	if (!polled.isQuiet) known.newsAt = performance.now();
	[known.failures, known.unshown] = [0, 0];
	return items;
}

function optionsOf(
	connection: Connection,
	settings: PollSettings,
	known: Known,
	before: StoredState | undefined,
): PollOptions {
	const { events, filters, watch } = settings;
	const isFiltered = filters.statusFrom.length + filters.statusTo.length > 0;
	const tellsMoves = events.includes('statusChanged') && !isFiltered;
	return {
		...settings,
		describe: watch === 'contract' ? contractEvents : counterpartyEvents,
		quietMs: performance.now() - known.newsAt,
		isDoubtful: before?.told && before.poll !== known.last && !tellsMoves,
		failureOf: failureOf(connection, known),
	};
}

/** The items of what was found, before the state is kept: what fails here is met again by the next poll. */
async function itemsOf(
	connection: Connection,
	settings: PollSettings,
	known: Known,
	{ polled, before }: { polled: Polled; before: StoredState | undefined },
): Promise<EventItem[]> {
	const chosen: string[] = chosenBefore(settings, before);
	const events = polled.changes
		.flatMap((change) =>
			change.events.map((event) => ({ ...change, subject: settings.watch, event })),
		)
		.filter(({ event }) => chosen.includes(event));
	const output = { ...settings.output, givesUp: known.unshown >= QUIET_FAILURES };
	known.unshown += 1;
	const items = await eventItems(connection, { ...settings, output }, events);
	return items.filter((item) => item !== undefined);
}

/** The events without those that were not chosen yet when the changes happened. */
function chosenBefore({ events }: PollSettings, before: StoredState | undefined): string[] {
	return events.filter((event) => before?.events?.includes(event) ?? true);
}

/** Tells what is left out, as it happened before the trigger began anew. */
function tellOfBeginning(
	context: IPollFunctions,
	{ floor }: StoredState,
	{ versions }: PollState,
	changed: string,
) {
	const count = [...versions.values()].filter(({ updatedAt }) => isLater(updatedAt, floor)).length;
	context.logger.warn(
		`"${context.getNode().name}" begins anew, as ${changed}. It starts no workflow for what changed since ${floor || 'it was published'}: ${count} of the records that it watches now.`,
	);
}

function failureOf(connection: Connection, { failures, unshown }: Known): PollOptions['failureOf'] {
	const { context, signal } = connection;
	return ({ id }, error) => {
		const message = `The service shows ${id} by itself as it was before the change, or not at all`;
		const told = { message, description: 'The next poll reads it again.' };
		// As if there had been no answer yet.
		const failure = error ?? nodeApiError(context.getNode(), told, { statusCode: 0 });
		const isAboutKey = [401, 429].includes(statusOf(failure)!);
		if (failures - unshown < QUIET_FAILURES || signal?.aborted || isAboutKey) throw failure;
		return failure;
	};
}

/** Counts the failure, and tells whether it may pass by itself. */
function isPassedOver({ context, signal }: Connection, known: Known, error: Error): boolean {
	known.failures += 1;
	const { name } = context.getNode();
	context.logger.warn(`"${name}" could not poll: ${error.message}`);
	const status = statusOf(error);
	const mayPass = signal?.aborted || status === 0 || status === 429 || isInconclusive(status!);
	return mayPass && known.failures <= QUIET_FAILURES;
}
