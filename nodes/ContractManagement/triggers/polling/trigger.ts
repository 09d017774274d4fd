import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';
import { connect } from '../../transport/connection';
import { nodeApiError, statusOf } from '../../transport/errors/requestError';
import { pollBudgetMs } from '../../transport/olderN8n';
import { contractItem, counterpartyItem, type EventItem } from '../shared/eventItem';
import { assertFilters } from '../shared/settings';
import { presentEvents } from '../shared/simplify';
import { contractEvents, counterpartyEvents, itemsOf } from './events';
import { organizationOf } from './organization';
import { poll, type PollOptions } from './poll';
import { pollSettings } from './properties';
import { sample, type Kind, type Run } from './sample';
import { contractReader, counterpartyReader } from './reader';
import type { PolledRecord } from './rows';
import { keep, listNameOf, recalled } from './stored';

/** The part of the budget after which nothing more is read. */
const READING_SHARE = 0.8;

/** So many polls may fail before it is reported: a short outage would only fill the list of executions. */
const QUIET_FAILURES = 2;

const running = new Set<string>();
const unsaved = new Map<string, IDataObject>();

/** Polls that failed one after the other, by trigger. */
const failures = new Map<string, number>();

/** Finds what changed since the last poll. n8n may call it while the call before still runs, and may repeat a poll. */
export async function pollChanges(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const settings = pollSettings(context);
	assertFilters(context, settings.filters);
	const isSample = context.getMode() === 'manual';
	const key = [context.getWorkflow().id, context.getNode().id, settings.watch].join('\n');
	if (running.has(key) && !isSample) return null;
	if (!isSample) running.add(key);
	try {
		const startedAt = Date.now();
		const budget = pollBudgetMs(context);
		const signal = AbortSignal.timeout(budget);
		const patience = { retry: { maxTotalMs: budget / 4 }, http: { timeout: budget / 4 } };
		// n8n may use one context for all polls, and what one of them shares must not outlive it.
		const connection = { ...(await connect(context, { signal, ...patience })), execution: {} };
		const run = { context, settings, connection, key, startedAt, budget };
		const read = isSample ? sample : newItems;
		const items =
			settings.watch === 'counterparty'
				? await read(run, {
						...{ describe: counterpartyEvents, item: counterpartyItem },
						reader: counterpartyReader(connection, settings),
					})
				: await read(run, {
						...{ describe: contractEvents, item: contractItem },
						reader: contractReader(connection, settings),
					});
		return items.length > 0 ? [items.map((json) => ({ json }))] : null;
	} finally {
		if (!isSample) running.delete(key);
	}
}

async function newItems<T extends PolledRecord>(run: Run, kind: Kind<T>): Promise<EventItem[]> {
	const { context, settings, connection, key, startedAt } = run;
	const organization = await organizationOf(connection);
	const owner = { list: listNameOf(connection.baseUrl, settings.filters), organization };
	const data = context.getWorkflowStaticData('node');
	const shelf = { data, name: settings.watch, unsaved, key };
	const state = recalled(shelf, owner);
	const [result] = await Promise.allSettled([poll(kind.reader, state, optionsOf(run, kind))]);
	if (result.status === 'rejected') {
		if (state && isPassedOver(run, result.reason)) return [];
		throw result.reason as Error;
	}
	const { state: after, changes } = result.value;
	const items = changes.flatMap((change) =>
		itemsOf(kind.item, settings.events, settings.filters, change),
	);
	// Before the state is kept: what fails here is met again by the next poll.
	const presented = await presentEvents(connection, items, settings.output);
	keep(shelf, owner, after, state ? undefined : `${startedAt} ${Math.random()}`);
	failures.delete(key);
	return presented;
}

function optionsOf<T extends PolledRecord>(run: Run, { describe }: Kind<T>): PollOptions<T> {
	const { context, settings, connection, key, startedAt, budget } = run;
	const mayGoOn = () => Date.now() < startedAt + budget * READING_SHARE;
	return {
		describe,
		lookbackMs: settings.lookbackMs,
		maxChanges: settings.maxChanges,
		startedAt: new Date(startedAt).toISOString(),
		mayGoOn,
		next: (pages) => {
			if (!mayGoOn()) throw tooLong(run, pages);
		},
		isPatienceOver: (failure) =>
			(failures.get(key) ?? 0) >= QUIET_FAILURES &&
			!connection.signal?.aborted &&
			![401, 429].includes(statusOf(failure)!),
		outdated: ({ id }) => {
			const message = `The service shows ${id} by itself as it was before the change, or not at all`;
			const error = nodeApiError(context.getNode(), {
				message,
				description: 'The next poll reads it again.',
			});
			// As if there had been no answer yet.
			Object.assign(error.context, { statusCode: 0 });
			return error;
		},
	};
}

/** Counts the failure, and tells whether it may pass by itself. */
function isPassedOver({ context, connection, key }: Run, error: unknown): boolean {
	const count = (failures.get(key) ?? 0) + 1;
	failures.set(key, count);
	context.logger.warn(`"${context.getNode().name}" could not poll: ${(error as Error).message}`);
	const status = statusOf(error);
	const mayPass = connection.signal?.aborted || status === 0 || status === 429 || status! >= 500;
	return mayPass && count <= QUIET_FAILURES;
}

function tooLong({ context, budget }: Run, pages: number): NodeOperationError {
	const seconds = Math.round((budget * READING_SHARE) / 1000);
	return new NodeOperationError(
		context.getNode(),
		`The list is too long for one poll: ${pages} pages took more than ${seconds} seconds`,
		{
			description:
				'Nothing was emitted, and the next poll tries again. Set Filters so that the list is shorter, or replace this trigger with a new one to start over without the changes so far.',
		},
	);
}
