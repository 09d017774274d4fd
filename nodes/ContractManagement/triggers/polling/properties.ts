import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { subjectOf, type Subject } from '../../api/events';
import { choice, fields, number, plain, several } from '../../node/fields';
import { collection } from '../../operations/shared/fields';
import { simplify } from '../../node/toolOutput.fields';
import { fieldsAs, readableValues, view } from '../../operations/shared/parameters.fields';
import { isStranger } from '../../operations/shared/strangers';
import { EVENTS, filters } from '../shared/fields';
import { assertKnown, assertOffered, triggerSettings } from '../shared/settings';

/** What an entry of a collection has that says nothing of counterparties. */
const OF_CONTRACTS = { displayOptions: { show: { '/watch': ['contract'] } } };

const OWN = fields({
	lookbackSeconds: number('Lookback (Seconds)', 60, { minValue: 1, maxValue: 3600 }).says(
		'How far before the last change to look again for late ones',
	),
	maxChanges: number('Max Changes per Poll', 5000, { minValue: 1 }).says(
		'The most changes that start one execution, oldest first; the next poll has the rest',
	),
});

const eventsOf = (watched: Subject['subject'], byDefault: string[]) => {
	const options = EVENTS.filter(({ value }) => subjectOf(String(value)) === watched);
	const more = { required: true, options, displayOptions: { show: { watch: [watched] } } };
	return several('Events', byDefault, { name: 'events', ...more }).says(
		'The events that start the workflow',
	);
};

const events = {
	contract: eventsOf('contract', ['signed']),
	counterparty: eventsOf('counterparty', ['counterpartyCreated', 'counterpartyUpdated']),
};

const watch = choice(
	'Watch',
	'contract',
	{ contract: ['Contract'], counterparty: ['Counterparty'] },
	{ name: 'watch', noDataExpression: true },
).says('What to look for changes in');

/** The parameters of the polling trigger. */
export const pollingProperties = plain([
	watch,
	events.contract,
	events.counterparty,
	filters.with({
		options: (filters.options as INodeProperties[]).map((each) =>
			each.name === 'counterpartyId' || isStranger(each) ? each : { ...each, ...OF_CONTRACTS },
		),
	}),
	simplify.when({ watch: ['contract'] }),
	collection('Options', 'options', {
		view: view.with(OF_CONTRACTS),
		fieldsAs: fieldsAs.with(OF_CONTRACTS),
		readableValues: readableValues.with(OF_CONTRACTS),
		...OWN,
	}),
]);

/** What the parameters say. */
export type PollSettings = ReturnType<typeof pollSettings>;

/** @throws NodeOperationError where they name nothing that could start the workflow */
export function pollSettings(context: IPollFunctions) {
	assertKnown(context, pollingProperties);
	const { options, ...settings } = triggerSettings(context, OWN);
	const watched = watch.saved(context) as Subject['subject'];
	assertOffered(context, watch, [watched]);
	assertOffered(context, events[watched], settings.events);
	return { ...settings, ...options, watch: watched, lookbackMs: options.lookbackSeconds * 1000 };
}
