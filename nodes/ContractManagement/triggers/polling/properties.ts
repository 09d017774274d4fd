import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { subjectOf, WEBHOOK_EVENTS } from '../../api/events';
import { fieldsAs, readableValues, view } from '../../operations/shared/contractOutput.fields';
import { simplify, tagExecutions } from '../../operations/shared/parameters.fields';
import type { ContractOutput } from '../../transport/contractOutput';
import { filterProperties } from '../shared/filterProperties';
import type { TriggerFilters } from '../shared/filters';
import { collection, filtersOf, listOf, outputOf, type ContractView } from '../shared/settings';

function eventsOf(watched: 'contract' | 'counterparty', byDefault: string[]): INodeProperties {
	const options = WEBHOOK_EVENTS.filter(({ value }) => subjectOf(value) === watched);
	return {
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		displayOptions: { show: { watch: [watched] } },
		options: options.map(({ label, value, description }) => ({ name: label, value, description })),
		default: [...byDefault],
		description: 'The events that start the workflow',
	};
}

const OF_CONTRACTS = { displayOptions: { show: { '/watch': ['contract'] } } };

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{ ...view, ...OF_CONTRACTS },
		{ ...fieldsAs, ...OF_CONTRACTS },
		{
			displayName: 'Lookback (Seconds)',
			name: 'lookbackSeconds',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 3600 },
			default: 60,
			description:
				'How far before the last change to look again, so that changes that show up late are found (seconds)',
		},
		{
			displayName: 'Max Changes per Poll',
			name: 'maxChanges',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 5000,
			description:
				'At most how many changes start one execution, oldest first; the rest follow with the next poll',
		},
		{ ...readableValues, ...OF_CONTRACTS },
		tagExecutions,
	],
};

/** The parameters of the polling trigger. */
export const pollingProperties: INodeProperties[] = [
	{
		displayName: 'Watch',
		name: 'watch',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Contract', value: 'contract' },
			{ name: 'Counterparty', value: 'counterparty' },
		],
		default: 'contract',
		description: 'What to look for changes in',
	},
	eventsOf('contract', ['signed']),
	eventsOf('counterparty', ['counterpartyCreated', 'counterpartyUpdated']),
	filterProperties,
	{ ...simplify, displayOptions: { show: { watch: ['contract'] } } },
	options,
];

/** What the parameters say. */
export interface PollSettings {
	watch: 'contract' | 'counterparty';
	events: string[];
	filters: TriggerFilters;
	view: ContractView;
	output: ContractOutput;
	lookbackMs: number;
	maxChanges: number;
}

export function pollSettings(context: IPollFunctions): PollSettings {
	const values = collection(context, 'options');
	const watch = context.getNodeParameter('watch', 'contract');
	return {
		watch: watch === 'counterparty' ? 'counterparty' : 'contract',
		events: listOf(context.getNodeParameter('events', [])),
		filters: filtersOf(context),
		view: values.view === 'consolidated' ? 'consolidated' : 'asSigned',
		output: outputOf(context),
		// Times may be cut to whole seconds.
		lookbackMs: atLeastOne(values.lookbackSeconds, 60) * 1000,
		maxChanges: atLeastOne(values.maxChanges, 5_000),
	};
}

// An expression may come to nothing.
function atLeastOne(value: unknown, otherwise: number): number {
	const number = Number.parseInt(String(value), 10);
	return Number.isNaN(number) ? otherwise : Math.max(1, number);
}
