import type { IExecuteFunctions, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { connect, type Connection } from '../../transport/connection';
import { statusOf, unusable } from '../../transport/errors/requestError';
import { throwing } from '../../transport/errors/thrown';
import { keptIn } from '../../transport/memory';
import { pollBudgetMs } from '../../transport/olderN8n';
import { isInconclusive } from '../../transport/retry';
import { eventItems, type EventItem } from '../shared/records';
import { assertFilters, handOn } from '../shared/settings';
import { poll, type PollOptions } from './poll';
import { pollSettings, type PollSettings } from './properties';
import { readerOf, sample } from './reader';
import { leftOut } from './state';
import { keep, ownerOf, recalled, type Shelf, type StoredState } from './stored';
import { contractEvents, counterpartyEvents } from './versions';

/**
 * What this process knows of a trigger: filters of the polls that are under way, as with others it need not wait for them;
 * when something new was found last, by `performance.now()`; how many polls failed in a row, and how many of those had read
 * what changed and could not show it, as they waited for its creation forms.
 */
type Known = Shelf['known'] &
	Record<'failures' | 'newsAt' | 'unshown', number> & { running: Set<string> };

const knownOf = keptIn(new Map<string, Known>(), () => {
	return { running: new Set<string>(), newsAt: performance.now(), failures: 0, unshown: 0 };
});

/** So many polls may fail before it is reported: a short outage would only fill the list of executions. */
const QUIET_FAILURES = 2;

/** In an execution: hands on what a poll has found. Where a person tries it in the editor, n8n leaves the poll to the node as well. */
export async function pollOrHandOn(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	if (context.getMode() !== 'manual') return handOn(context, context.getInputData());
	const getNodeParameter: IPollFunctions['getNodeParameter'] = (name: string, fallback?: unknown) =>
		context.getNodeParameter(name, 0, fallback) as never;
	const asPoll: object = Object.create(context, { getNodeParameter: { value: getNodeParameter } });
	const [items] = (await pollChanges(asPoll as IPollFunctions)) ?? [[]];
	return handOn(context, items);
}

/** Finds what changed since the last poll. n8n may call it while the call before still runs, and may repeat a poll. */
export async function pollChanges(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	return await throwing(changesOf(context));
}

async function changesOf(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const settings = pollSettings(context);
	assertFilters(context, settings.filters);
	const budget = pollBudgetMs(context);
	const patience = { retry: { maxTotalMs: budget / 4 }, http: { timeout: budget / 4 } };
	const connected = async (): Promise<Connection> => {
		const signal = AbortSignal.timeout(budget);
		// n8n may use one context for all polls, and what one of them shares must not outlive it.
		return { ...(await connect(context, { signal, ...patience })), execution: {} };
	};
	if (context.getMode() === 'manual')
		return [[{ json: await sample(await connected(), settings) }]];
	const name = [context.getWorkflow().id, context.getNode().id, settings.watch];
	const known = knownOf(JSON.stringify(name));
	const filters = JSON.stringify(settings.filters);
	if (known.running.has(filters)) return null;
	known.running.add(filters);
	try {
		const items = await newItems(context, await connected(), budget, settings, known);
		return items.length > 0 ? [items.map((json) => ({ json }))] : null;
	} finally {
		known.running.delete(filters);
	}
}

/** What changed since the last poll, as items; kept in n8n's static data as told. @param budget milliseconds that the poll has */
async function newItems(
	context: IPollFunctions,
	connection: Connection,
	budget: number,
	settings: PollSettings,
	known: Known,
): Promise<EventItem[]> {
	const { watch: subject } = settings;
	const shelf = { data: context.getWorkflowStaticData('node'), name: subject, known };
	const last = recalled(shelf);
	const warn = (text: string) => context.logger.warn(`"${context.getNode().name}" ${text}`);
	try {
		const { owner, changed } = await ownerOf(connection, settings.filters, last);
		const before = changed ? undefined : last;
		// Each event counts from the publishing that chose it.
		const chosen = settings.events.filter((event) => before?.events?.includes(event) ?? true);
		const reader = readerOf(connection, settings, budget);
		const polled = await poll(reader, before, optionsOf(connection, settings, known, before));
		// Before the state is kept: what fails here is met again by the next poll.
		const output = { ...settings.output, givesUp: known.unshown >= QUIET_FAILURES };
		known.unshown += 1;
		const about = polled.changes.flatMap(({ events, ...change }) => {
			const wanted = events.filter((event) => chosen.includes(event));
			return wanted.map((event) => ({ ...change, subject, event }));
		});
		const shown = await eventItems(connection, { ...settings, output }, about);
		const items = shown.filter((item) => item !== undefined);
		const events = polled.isCaughtUp ? settings.events : chosen;
		const isFirst = !before || (items.length === 0 && chosen.length < settings.events.length);
		keep(shelf, polled.state, isFirst, { ...owner, events, told: items.length > 0 });
		if (last && changed) warn(`begins anew, as ${changed}. ${leftOut(last, polled.state)}`);
		if (!polled.isQuiet) known.newsAt = performance.now();
		[known.failures, known.unshown] = [0, 0];
		return items;
	} catch (error) {
		known.failures += 1;
		if (last) warn(`could not poll: ${(error as Error).message}`);
		const status = statusOf(error)!;
		const mayPass =
			connection.signal?.aborted || [0, 429].includes(status) || isInconclusive(status);
		if (last && mayPass && known.failures <= QUIET_FAILURES) return [];
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
