import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { subjectOf } from '../../api/events';
import { fieldsAs, readableValues, view } from '../../operations/shared/contractOutput.fields';
import { simplify, tagExecutions } from '../../operations/shared/parameters.fields';
import { collection, EVENTS, fields, filters } from '../shared/fields';
import type { Subject } from '../shared/records';
import { triggerSettings, type TriggerSettings } from '../shared/settings';

function eventsOf(watched: Subject['subject'], byDefault: string[]): INodeProperties {
	return {
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		displayOptions: { show: { watch: [watched] } },
		options: EVENTS.filter(({ value }) => subjectOf(String(value)) === watched),
		default: [...byDefault],
		description: 'The events that start the workflow',
	};
}

const OF_CONTRACTS = { displayOptions: { show: { '/watch': ['contract'] } } };

const options = collection('Options', [
	...[view, fieldsAs, readableValues].map((field) => ({ ...field, ...OF_CONTRACTS })),
	tagExecutions,
	...fields({
		lookbackSeconds: [
			'Lookback (Seconds)',
			60,
			'How far before the last change to look again, so that changes that show up late are found (seconds)',
			{ typeOptions: { minValue: 1, maxValue: 3600 } },
		],
		maxChanges: [
			'Max Changes per Poll',
			5000,
			'At most how many changes start one execution, oldest first; the rest follow with the next poll',
			{ typeOptions: { minValue: 1 } },
		],
	}),
]);

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
	filters,
	{ ...simplify, displayOptions: { show: { watch: ['contract'] } } },
	options,
];

/** What the parameters say. */
export interface PollSettings extends TriggerSettings {
	watch: Subject['subject'];
	lookbackMs: number;
	maxChanges: number;
}

export function pollSettings(context: IPollFunctions): PollSettings {
	const settings = triggerSettings(context);
	const { lookbackSeconds, maxChanges } = settings.options;
	const watch = context.getNodeParameter('watch', 'contract');
	return {
		...settings,
		watch: watch === 'counterparty' ? watch : 'contract',
		// Times may be cut to whole seconds.
		lookbackMs: atLeastOne(lookbackSeconds, 60) * 1000,
		maxChanges: atLeastOne(maxChanges, 5_000),
	};
}

// An expression may come to nothing.
function atLeastOne(value: unknown, otherwise: number): number {
	const number = Number.parseInt(String(value), 10);
	return Number.isNaN(number) ? otherwise : Math.max(1, number);
}
