import { PollContext } from 'n8n-core';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { ContractManagementPollingTrigger } from '../../nodes/ContractManagement/ContractManagementPollingTrigger.node';
import { additionalData } from './engine.mts';
import { triggerWorkflow, type TriggerSetup } from './triggers.mts';

export interface PollHostOptions extends TriggerSetup {
	/** `legacy` is n8n's default engine; `durable` has its durable cursors switched on. */
	engine?: 'durable' | 'legacy';
	/** Milliseconds that a poll may take. */
	budgetMs?: number;
}

export interface PollHost {
	/** Items of every execution that polls started, oldest first. */
	executions: INodeExecutionData[][];
	/** One tick: resolves to the items that it emitted. */
	tick(): Promise<IDataObject[]>;
	/** One poll by hand in the editor. */
	sample(): Promise<IDataObject[]>;
	/** n8n is killed and starts again, with what it had stored. */
	crash(): void;
	/** The workflow is unpublished and published again, perhaps with other parameters. */
	republish(parameters?: IDataObject): void;
	/** What n8n has stored. */
	stored(): IDataObject;
}

/**
 * Polls as n8n's server does, in n8n-core's context. The legacy engine keeps one workflow in memory and stores its static
 * data after the poll on publishing or at its start, and when a poll emitted something; with durable cursors every poll
 * begins with what is stored, and stores its state together with the execution, except that the poll on publishing stores
 * nothing when it emits nothing.
 */
export function pollHost({ engine = 'legacy', budgetMs, ...setup }: PollHostOptions): PollHost {
	const type = new ContractManagementPollingTrigger();
	const workflowId = `wf-${Math.random()}`;
	const executions: INodeExecutionData[][] = [];
	let { parameters } = setup;
	let disk: IDataObject = {};
	let running = load();
	let isPublishing = true;

	function load() {
		const staticData = JSON.parse(JSON.stringify(disk)) as IDataObject;
		return triggerWorkflow({ ...setup, parameters, type, workflowId, staticData });
	}

	function store() {
		disk = JSON.parse(JSON.stringify(running.workflow.staticData)) as IDataObject;
	}

	/** With durable cursors a schedule outlives a start, which then makes no poll. */
	function begin(isStart: boolean) {
		isPublishing = !isStart || engine === 'legacy';
		running = load();
	}

	async function poll(mode: 'manual' | 'trigger') {
		const { workflow, node } = running;
		// A poll belongs to no execution.
		const data = additionalData(workflow, setup, { executionId: undefined });
		// n8n gives a scheduled poll less time with durable cursors.
		const ms = budgetMs ?? (engine === 'durable' && !isPublishing ? 36_000 : undefined);
		const more = ms && [undefined, undefined, undefined, undefined, undefined, () => ms];
		const context = new PollContext(
			workflow,
			node,
			data,
			mode,
			'activate',
			...((more ?? []) as []),
		);
		const output = await type.poll.call(context as never);
		return output?.[0] ?? null;
	}

	return {
		executions,
		tick: async () => {
			if (engine === 'durable') running = load();
			const items = await poll('trigger');
			if (items !== null || (engine === 'legacy') === isPublishing) store();
			isPublishing = false;
			if (items !== null) executions.push(items);
			return (items ?? []).map(({ json }) => json);
		},
		sample: async () => ((await poll('manual')) ?? []).map(({ json }) => json),
		crash: () => begin(true),
		republish: (changed = parameters) => {
			parameters = changed;
			begin(false);
		},
		stored: () => disk,
	};
}
