import { CONTRACT_STATUSES, FILTER_NAMES } from '../../api/limits';
import { choice, choices, collection, fields, list, number, several, text } from '../shared/fields';
import { counterpartyLocator, folderLocator } from '../shared/locators.fields';

const STATUSES = { options: choices(CONTRACT_STATUSES) };

export const filterRow = fields({
	name: choice('Name', 'status', choices(FILTER_NAMES)),
	operator: choice('Operator', 'eq', {
		eq: ['Equals'],
		gte: ['Greater Than or Equal'],
		in: ['In List', 'Any of several values, separated by commas'],
		lte: ['Less Than or Equal'],
		ne: ['Not Equal'],
	}),
	value: text('Value', 'signed').says('For In List several with commas'),
});

const additional = list('Additional Filters', 'Add Filter', ['filter', 'Filter'], filterRow).says(
	'Any documented filter with any operator',
);

const DAY = { type: 'dateTime', typeOptions: { dateOnly: true } } as const;
const DAYS = { minValue: 0 };

/** Filters of Contract > Get Many; read with `contractFilters`. */
export const typedFilters = collection('Filters', 'filters', {
	additional,
	counterpartyId: counterpartyLocator.with({ required: false }),
	startAtFrom: text('Start Date From', DAY).says('That day and later'),
	startAtTo: text('Start Date To', DAY).says('That day and earlier'),
	startsWithinDays: number('Starts Within (Days)', 30, DAYS).says('Counted from today'),
	endAtFrom: text('End Date From', DAY).says('That day and later'),
	endAtTo: text('End Date To', DAY).says('That day and earlier'),
	endsWithinDays: number('Ends Within (Days)', 30, DAYS).says('Counted from today'),
	folderId: folderLocator.with({ required: false }),
	name: text('Name Contains', 'services agreement'),
	status: several('Status Is Any Of', [], STATUSES),
	statusNot: several('Status Is Not', [], STATUSES),
});
