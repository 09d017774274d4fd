import type { IExecuteFunctions, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { connect, type Connection } from '../../transport/connection';
import { throwing } from '../../transport/errors/thrown';
import { keptIn } from '../../transport/memory';
import { pollBudgetMs } from '../../transport/olderN8n';
import { handOn } from '../shared/handOn';
import { assertFilters } from '../shared/settings';
import { newItems, type Known } from './newItems';
import { pollSettings } from './properties';
import { sample } from './reader';

const knownOf = keptIn(new Map<string, Known>(), () => {
	return { running: new Set<string>(), newsAt: performance.now(), failures: 0, unshown: 0 };
});

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
	const budget = pollBudgetMs(context);
	if (context.getMode() === 'manual')
		return [[{ json: await sample(await connected(context, budget), settings) }]];
	const name = [context.getWorkflow().id, context.getNode().id, settings.watch];
	const known = knownOf(JSON.stringify(name));
	const filters = JSON.stringify(settings.filters);
	if (known.running.has(filters)) return null;
	known.running.add(filters);
	try {
		const items = await newItems(await connected(context, budget), budget, settings, known);
		return items.length > 0 ? [items.map((json) => ({ json }))] : null;
	} finally {
		known.running.delete(filters);
	}
}

async function connected(context: IPollFunctions, budget: number): Promise<Connection> {
	const signal = AbortSignal.timeout(budget);
	const patience = { retry: { maxTotalMs: budget / 4 }, http: { timeout: budget / 4 } };
	// n8n may use one context for all polls, and what one of them shares must not outlive it.
	return { ...(await connect(context, { signal, ...patience })), execution: {} };
}
