import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { subjectOf, type Subject } from '../../api/events';
import { collection, described, field, fields, type Rows } from '../../operations/shared/fields';
import {
	fieldsAs,
	readableValues,
	simplify,
	view,
} from '../../operations/shared/parameters.fields';
import { isStranger } from '../../operations/shared/strangers';
import { EVENTS, filters } from '../shared/fields';
import { assertKnown, assertOffered, triggerSettings } from '../shared/settings';

/** An entry of a collection that says nothing of counterparties. */
function ofContracts(entry: INodeProperties): INodeProperties {
	return { ...entry, displayOptions: { show: { '/watch': ['contract'] } } };
}

const OWN = {
	lookbackSeconds: [
		'Lookback (Seconds)',
		60,
		'How far before the last change to look again, so that changes that show up late are found',
		{ typeOptions: { minValue: 1, maxValue: 3600 } },
	],
	maxChanges: [
		'Max Changes per Poll',
		5000,
		'The most changes that start one execution, oldest first; the rest follow with the next poll',
		{ typeOptions: { minValue: 1 } },
	],
} satisfies Rows;

const eventsAbout = (watched: string) =>
	EVENTS.filter(({ value }) => subjectOf(String(value)) === watched);

const eventsOf = (watched: Subject['subject'], byDefault: string[]) => {
	const options = eventsAbout(watched);
	const more = { required: true, options, displayOptions: { show: { watch: [watched] } } };
	return field('events', ['Events', byDefault, 'The events that start the workflow', more]);
};

const WATCHED = described({ contract: ['Contract'], counterparty: ['Counterparty'] });
const CHOICE = { noDataExpression: true, options: WATCHED };

/** The parameters of the polling trigger. */
export const pollingProperties: INodeProperties[] = [
	field('watch', ['Watch', 'contract', 'What to look for changes in', CHOICE]),
	eventsOf('contract', ['signed']),
	eventsOf('counterparty', ['counterpartyCreated', 'counterpartyUpdated']),
	{
		...filters,
		options: (filters.options as INodeProperties[]).map((each) =>
			each.name === 'counterpartyId' || isStranger(each) ? each : ofContracts(each),
		),
	},
	{ ...simplify, displayOptions: { show: { watch: ['contract'] } } },
	collection('Options', [...[view, fieldsAs, readableValues].map(ofContracts), ...fields(OWN)]),
];

/** What the parameters say. */
export type PollSettings = ReturnType<typeof pollSettings>;

/** @throws NodeOperationError where they name nothing that could start the workflow */
export function pollSettings(context: IPollFunctions) {
	assertKnown(context, pollingProperties);
	const { options, ...settings } = triggerSettings(context, OWN);
	const watch = context.getNodeParameter('watch', 'contract') as Subject['subject'];
	assertOffered(context, 'Watch', [watch], WATCHED);
	assertOffered(context, 'Events', settings.events, eventsAbout(watch));
	// Times may be cut to whole seconds.
	return { ...settings, ...options, watch, lookbackMs: options.lookbackSeconds * 1000 };
}
