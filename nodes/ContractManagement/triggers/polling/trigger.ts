import type { IExecuteFunctions, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { connect, type Connection } from '../../transport/connection';
import { nodeApiError, statusOf } from '../../transport/errors/requestError';
import { throwing } from '../../transport/errors/thrown';
import { keptIn } from '../../transport/memory';
import { pollBudgetMs } from '../../transport/olderN8n';
import { isInconclusive } from '../../transport/retry';
import { handOn } from '../shared/handOn';
import { eventItems, type EventItem } from '../shared/records';
import { assertFilters } from '../shared/settings';
import { contractEvents, counterpartyEvents } from './events';
import { poll, type PollOptions } from './poll';
import { pollSettings, type PollSettings } from './properties';
import { readerOf, sample } from './reader';
import { keep, listNameOf, organizationOf, recalled, type Shelf } from './stored';

/** What this process knows of a trigger, with these filters: with others it has to note anew what is there. */
type Known = Shelf['known'] & {
	isRunning: boolean;
	/** Polls that failed one after the other. */
	failures: number;
	/** Those of them that had read what changed, and could not show it: their creation forms were waited for. */
	unshown: number;
};

const knownOf = keptIn(new Map<string, Known>(), () => ({
	isRunning: false,
	failures: 0,
	unshown: 0,
}));

/** The part of n8n's budget after which nothing more is read. */
const READING_SHARE = 0.8;

/** So many polls may fail before it is reported: a short outage would only fill the list of executions. */
const QUIET_FAILURES = 2;

/**
 * The polling trigger in an execution: hands on what a poll has found. When a person tries it in the editor nothing was
 * polled, and n8n leaves that to the node as well.
 */
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
	if (context.getMode() === 'manual') {
		const connection = await connected(context, pollBudgetMs(context));
		return [[{ json: await sample(connection, settings) }]];
	}
	const { watch, filters } = settings;
	const trigger = [context.getWorkflow().id, context.getNode().id, watch, filters];
	const known = knownOf(JSON.stringify(trigger));
	if (known.isRunning) return null;
	known.isRunning = true;
	try {
		const items = await newItems(context, settings, known);
		return items.length > 0 ? [items.map((json) => ({ json }))] : null;
	} finally {
		known.isRunning = false;
	}
}

async function connected(context: IPollFunctions, budget: number): Promise<Connection> {
	const signal = AbortSignal.timeout(budget);
	const patience = { retry: { maxTotalMs: budget / 4 }, http: { timeout: budget / 4 } };
	// n8n may use one context for all polls, and what one of them shares must not outlive it.
	return { ...(await connect(context, { signal, ...patience })), execution: {} };
}

async function newItems(
	context: IPollFunctions,
	settings: PollSettings,
	known: Known,
): Promise<EventItem[]> {
	const budget = pollBudgetMs(context);
	const connection = await connected(context, budget);
	const reader = readerOf(connection, settings, budget * READING_SHARE);
	const organization = await organizationOf(connection);
	const list = listNameOf(connection.baseUrl, settings.filters);
	const data = context.getWorkflowStaticData('node');
	const shelf = { data, name: settings.watch, list, organization, known };
	const state = recalled(shelf);
	const polling = async () => {
		const polled = await poll(reader, state, {
			...settings,
			describe: settings.watch === 'contract' ? contractEvents : counterpartyEvents,
			startedAt: new Date().toISOString(),
			failureOf: failureOf(connection, known),
		});
		const all = polled.changes.flatMap(({ events, ...change }) =>
			events.map((event) => ({ ...change, subject: settings.watch, event })),
		);
		const events = all.filter(({ event }) => settings.events.includes(event));
		const output = { ...settings.output, givesUp: known.unshown >= QUIET_FAILURES };
		known.unshown += 1;
		// Before the state is kept: what fails here is met again by the next poll.
		const items = await eventItems(connection, { ...settings, output }, events);
		return { ...polled, items };
	};
	const polled = await polling().catch((error: Error) => {
		if (state && isPassedOver(connection, known, error)) return undefined;
		throw error;
	});
	if (!polled) return [];
	keep(shelf, polled.state, state);
	[known.failures, known.unshown] = [0, 0];
	return polled.items.filter((item) => item !== undefined);
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
