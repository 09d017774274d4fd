import { NodeOperationError, type INodeExecutionData, type IPollFunctions } from 'n8n-workflow';
import { connect, type Connection } from '../../transport/connection';
import { nodeApiError, statusOf } from '../../transport/errors/requestError';
import { pollBudgetMs } from '../../transport/olderN8n';
import { eventItems, isPossible, type EventItem } from '../shared/records';
import { assertFilters } from '../shared/settings';
import { contractEvents, counterpartyEvents } from './events';
import { organizationOf } from './organization';
import { poll, type PollOptions } from './poll';
import { pollSettings, type PollSettings } from './properties';
import { readerOf } from './reader';
import type { Reader } from './rows';
import { keep, listNameOf, recalled, type Shelf } from './stored';

/** What this process knows of a trigger. */
interface Known {
	isRunning: boolean;
	/** Polls that failed one after the other. */
	failures: number;
	unsaved?: Shelf['known']['unsaved'];
}

const triggers = new Map<string, Known>();

/** One run of `poll()` in n8n. */
interface Run {
	context: IPollFunctions;
	settings: PollSettings;
	connection: Connection;
	reader: Reader;
	known: Known;
	startedAt: number;
	/** Milliseconds that n8n gives. */
	budget: number;
}

/** The part of the budget after which nothing more is read. */
const READING_SHARE = 0.8;

/** So many polls may fail before it is reported: a short outage would only fill the list of executions. */
const QUIET_FAILURES = 2;

const TOO_LONG =
	'Nothing was emitted, and the next poll tries again. Set Filters so that the list is shorter, or replace this trigger with a new one to start over without the changes so far.';

/** Finds what changed since the last poll. n8n may call it while the call before still runs, and may repeat a poll. */
export async function pollChanges(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const settings = pollSettings(context);
	assertFilters(context, settings.filters);
	const isSample = context.getMode() === 'manual';
	const key = [context.getWorkflow().id, context.getNode().id, settings.watch].join('\n');
	const known = triggers.get(key) ?? { isRunning: false, failures: 0 };
	triggers.set(key, known);
	if (known.isRunning && !isSample) return null;
	if (!isSample) known.isRunning = true;
	try {
		const startedAt = Date.now();
		const budget = pollBudgetMs(context);
		const signal = AbortSignal.timeout(budget);
		const patience = { retry: { maxTotalMs: budget / 4 }, http: { timeout: budget / 4 } };
		// n8n may use one context for all polls, and what one of them shares must not outlive it.
		const connection = { ...(await connect(context, { signal, ...patience })), execution: {} };
		const reader = readerOf(connection, settings);
		const run = { context, settings, connection, reader, known, startedAt, budget };
		const items = isSample ? [await sample(run)] : await newItems(run);
		return items.length > 0 ? [items.map((json) => ({ json }))] : null;
	} finally {
		if (!isSample) known.isRunning = false;
	}
}

async function newItems(run: Run): Promise<EventItem[]> {
	const { context, settings, connection, reader, known } = run;
	const organization = await organizationOf(connection);
	const list = listNameOf(connection.baseUrl, settings.filters);
	const data = context.getWorkflowStaticData('node');
	const shelf = { data, name: settings.watch, list, organization, known };
	const state = recalled(shelf);
	const [polled] = await Promise.allSettled([poll(reader, state, optionsOf(run))]);
	if (polled.status === 'rejected') {
		if (state && isPassedOver(run, polled.reason)) return [];
		throw polled.reason as Error;
	}
	const { state: after, changes } = polled.value;
	const events = changes.flatMap(({ events: all, ...change }) =>
		all
			.filter((event) => settings.events.includes(event))
			.map((event) => ({ ...change, subject: settings.watch, event })),
	);
	// Before the state is kept: what fails here is met again by the next poll.
	const items = await eventItems(connection, settings, events);
	keep(shelf, after, state);
	known.failures = 0;
	return items.filter((item) => item !== undefined);
}

/** What the editor shows: the record that changed last and that one of the events could be about, as that event. */
async function sample({ context, settings, connection, reader }: Run): Promise<EventItem> {
	const { events, filters, watch: subject } = settings;
	const { value: newest } = await reader.pages()[Symbol.asyncIterator]().next();
	for (const listed of newest?.records ?? []) {
		const event = events.find((one) => isPossible(filters, one, listed.status, null));
		if (event === undefined || !reader.concerns(listed, true)) continue;
		const record = await reader.whole(listed);
		const about = { subject, event, record, previousStatus: null };
		const [item] = await eventItems(connection, settings, [about]);
		if (item) return item;
	}
	throw new NodeOperationError(
		context.getNode(),
		'None of the records that changed last fits the events and filters',
		{ description: 'Change one in the service and try again, or widen the filters.' },
	);
}

function optionsOf({ context, settings, connection, known, startedAt, budget }: Run): PollOptions {
	const mayGoOn = () => Date.now() < startedAt + budget * READING_SHARE;
	return {
		describe: settings.watch === 'contract' ? contractEvents : counterpartyEvents,
		lookbackMs: settings.lookbackMs,
		maxChanges: settings.maxChanges,
		startedAt: new Date(startedAt).toISOString(),
		mayGoOn,
		next: (pages) => {
			if (mayGoOn()) return;
			const seconds = Math.round((budget * READING_SHARE) / 1000);
			const message = `The list is too long for one poll: ${pages} pages took more than ${seconds} seconds`;
			throw new NodeOperationError(context.getNode(), message, { description: TOO_LONG });
		},
		isPatienceOver: (failure) =>
			known.failures >= QUIET_FAILURES &&
			!connection.signal?.aborted &&
			![401, 429].includes(statusOf(failure)!),
		outdated: ({ id }) => {
			const message = `The service shows ${id} by itself as it was before the change, or not at all`;
			const description = 'The next poll reads it again.';
			// As if there had been no answer yet.
			return nodeApiError(context.getNode(), { message, description }, { statusCode: 0 });
		},
	};
}

/** Counts the failure, and tells whether it may pass by itself. */
function isPassedOver({ context, connection, known }: Run, error: unknown): boolean {
	known.failures += 1;
	context.logger.warn(`"${context.getNode().name}" could not poll: ${(error as Error).message}`);
	const status = statusOf(error);
	const mayPass = connection.signal?.aborted || status === 0 || status === 429 || status! >= 500;
	return mayPass && known.failures <= QUIET_FAILURES;
}
