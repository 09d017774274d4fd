import type { IPollFunctions } from 'n8n-workflow';
import { isLater } from '../../api/instants';
import type { Connection } from '../../transport/connection';
import { statusOf, unusable } from '../../transport/errors/requestError';
import { isInconclusive } from '../../transport/retry';
import { eventItems, type EventItem } from '../shared/records';
import { contractEvents, counterpartyEvents } from './events';
import { ownerOf } from './owner';
import { poll, type Polled, type PollOptions } from './poll';
import type { PollSettings } from './properties';
import { readerOf } from './reader';
import type { PollState } from './state';
import { keep, recalled, type Shelf, type StoredState } from './stored';

/**
 * What this process knows of a trigger: filters of the polls that are under way, as with others it need not wait for them;
 * when something new was found last, by `performance.now()`; how many polls failed in a row, and how many of those had read
 * what changed and could not show it, as they waited for its creation forms.
 */
export type Known = Shelf['known'] &
	Record<'failures' | 'newsAt' | 'unshown', number> & { running: Set<string> };

/** After this part of n8n's budget nothing more is read. */
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
	try {
		const { owner, changed } = await ownerOf(connection, settings.filters, last);
		const before = changed ? undefined : last;
		// Each event counts from the publishing that chose it.
		const chosen = settings.events.filter((event) => before?.events?.includes(event) ?? true);
		const reader = readerOf(connection, settings, budget * READING_SHARE);
		const polled = await poll(reader, before, optionsOf(connection, settings, known, before));
		// Before the state is kept: what fails here is met again by the next poll.
		const givesUp = known.unshown >= QUIET_FAILURES;
		known.unshown += 1;
		const told = eventsOf(polled, chosen, settings);
		const output = { ...settings.output, givesUp };
		const shown = await eventItems(connection, { ...settings, output }, told);
		const items = shown.filter((item) => item !== undefined);
		const events = polled.isCaughtUp ? settings.events : chosen;
		keep(shelf, polled.state, !before, { ...owner, events, told: items.length > 0 });
		if (last && changed) tellOfBeginning(context, last, polled.state, changed);
		if (!polled.isQuiet) known.newsAt = performance.now();
		[known.failures, known.unshown] = [0, 0];
		return items;
	} catch (error) {
		known.failures += 1;
		if (last && isPassedOver(connection, known, error as Error)) return [];
		throw error as Error;
	}
}

function optionsOf(
	{ context, signal }: Connection,
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
		failureOf: ({ id }, error) => {
			const message = `The service shows ${id} by itself as it was before the change, or not at all`;
			const again = 'The next poll reads it again.';
			// As if there had been no answer yet.
			const failure = error ?? unusable({ context }, message, again, { statusCode: 0 });
			const isAboutKey = [401, 429].includes(statusOf(failure)!);
			const isEarly = known.failures - known.unshown < QUIET_FAILURES;
			if (isEarly || signal?.aborted || isAboutKey) throw failure;
			return failure;
		},
	};
}

function eventsOf({ changes }: Polled, chosen: string[], { watch: subject }: PollSettings) {
	return changes.flatMap(({ events, ...change }) =>
		events
			.filter((event) => chosen.includes(event))
			.map((event) => ({ ...change, subject, event })),
	);
}

/** Tells what is left out, as it happened before the trigger began anew. */
function tellOfBeginning(context: IPollFunctions, last: PollState, now: PollState, why: string) {
	const { floor } = last;
	const count = [...now.versions.values()].filter((one) => isLater(one.updatedAt, floor)).length;
	context.logger.warn(
		`"${context.getNode().name}" begins anew, as ${why}. It starts no workflow for what changed since ${floor || 'it was published'}: ${count} of the records that it watches now.`,
	);
}

/** Whether the failure may pass by itself. */
function isPassedOver({ context, signal }: Connection, known: Known, error: Error): boolean {
	context.logger.warn(`"${context.getNode().name}" could not poll: ${error.message}`);
	const status = statusOf(error);
	const mayPass = signal?.aborted || status === 0 || status === 429 || isInconclusive(status!);
	return mayPass && known.failures <= QUIET_FAILURES;
}
