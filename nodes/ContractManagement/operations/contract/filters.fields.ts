import { CONTRACT_STATUSES, FILTER_NAMES } from '../../api/limits';
import { choices, collection, described, fields, list } from '../shared/fields';
import { counterpartyLocator, folderLocator, optional } from '../shared/locators.fields';

const STATUSES = { options: choices(CONTRACT_STATUSES) };

const OPERATORS = described({
	eq: ['Equals'],
	gte: ['Greater Than or Equal'],
	in: ['In List', 'Any of several values, separated by commas'],
	lte: ['Less Than or Equal'],
	ne: ['Not Equal'],
});

const additional = list(
	{
		displayName: 'Additional Filters',
		name: 'additional',
		placeholder: 'Add Filter',
		description: 'Any documented filter with any operator',
	},
	{
		displayName: 'Filter',
		name: 'filter',
		values: fields({
			name: ['Name', 'status', { options: choices(FILTER_NAMES) }],
			operator: ['Operator', 'eq', { options: OPERATORS }],
			value: ['Value', '', 'For In List several with commas', { placeholder: 'e.g. signed' }],
		}),
	},
);

const DAY = { type: 'dateTime', typeOptions: { dateOnly: true } } as const;
const DAYS = { typeOptions: { minValue: 0 } };

const dateFilters = ['Start', 'End'].flatMap((edge) => {
	const name = edge.toLowerCase();
	return fields({
		[`${name}AtFrom`]: [`${edge} Date From`, '', 'That day and later', DAY],
		[`${name}AtTo`]: [`${edge} Date To`, '', 'That day and earlier', DAY],
		[`${name}sWithinDays`]: [`${edge}s Within (Days)`, 30, 'Counted from today', DAYS],
	});
});

/** Filters of Contract > Get Many; read with `contractFilters`. */
export const contractFilterFields = collection('Filters', [
	additional,
	optional(counterpartyLocator),
	...dateFilters,
	optional(folderLocator),
	...fields({
		name: ['Name Contains', '', { placeholder: 'e.g. services agreement' }],
		status: ['Status Is Any Of', [], STATUSES],
		statusNot: ['Status Is Not', [], STATUSES],
	}),
]);
