import type { IPollFunctions } from 'n8n-workflow';
import type { ContractOutput } from '../../transport/contractOutput';
import type { TriggerFilters } from '../filters';
import { collection, filtersOf, listOf, outputOf, type ContractView } from '../settings';

/** The parameters of the polling trigger. */
export interface PollSettings {
	resource: 'contract' | 'counterparty';
	events: string[];
	filters: TriggerFilters;
	view: ContractView;
	output: ContractOutput;
	lookbackMs: number;
	/** A poll ends after the page with which it reaches this many changes. */
	maxChanges: number;
}

export function pollSettings(context: IPollFunctions): PollSettings {
	const isCounterparty = context.getNodeParameter('resource', 'contract') === 'counterparty';
	const options = collection(context, 'options');
	return {
		resource: isCounterparty ? 'counterparty' : 'contract',
		events: listOf(context.getNodeParameter('events', [])),
		filters: filtersOf(context),
		view: options.view === 'consolidated' ? 'consolidated' : 'asSigned',
		output: outputOf(context),
		// Times may be cut to whole seconds.
		lookbackMs: Math.max(1, Number(options.lookbackSeconds ?? 60)) * 1000,
		maxChanges: Math.max(1, Number(options.maxChanges ?? 5_000)),
	};
}
