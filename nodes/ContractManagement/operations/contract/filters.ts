import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { timestampOf } from '../../api/dates';
import { CONTRACT_STATUSES } from '../../api/limits';
import { chosen, commaList, isBlank } from '../../api/options';
import { checkedIdentifier } from '../../transport/path';
import type { ItemScope } from '../../transport/scope';
import { additionalFilters, checkedStatus } from './additionalFilters';
import type { Filter } from './filterChecks';
import { dateParameter, refusedParameter, wholeNumber } from '../shared/parameters';

/** The filters of the item: its typed fields and Additional Filters. Blank fields are left out, blank ids refused. */
export function contractFilters(scope: ItemScope): Filter[] {
	const given = scope.parameter<IDataObject>('filters', {});
	return [
		...statusFilters(scope, given),
		...dateFilters(scope, given, 'startAt', 'Start Date'),
		...dateFilters(scope, given, 'endAt', 'End Date'),
		...idFilters(scope, given),
		...nameFilters(given),
		...additionalFilters(scope),
	];
}

function statusFilters(scope: ItemScope, given: IDataObject): Filter[] {
	const anyOf = statusList(scope, 'Status Is Any Of', given.status);
	const noneOf = statusList(scope, 'Status Is Not', given.statusNot);
	if (anyOf.length === 0 && noneOf.length === 0) return [];
	const base = { name: 'status', recheck: true };
	if (anyOf.length === 0 && noneOf.length === 1) {
		return [{ ...base, operator: 'ne', values: noneOf }];
	}
	// `ne:` takes one value, so several are said by what remains.
	const candidates = anyOf.length > 0 ? anyOf : [...CONTRACT_STATUSES];
	const values = candidates.filter((status) => !noneOf.includes(status));
	if (values.length > 0) return [{ ...base, operator: values.length > 1 ? 'in' : 'eq', values }];
	throw refusedParameter(scope, {
		field: 'Status',
		message: 'The status filters exclude every contract',
		description: 'No status is left of Status Is Any Of without those of Status Is Not.',
		value: { status: anyOf, statusNot: noneOf },
	});
}

function statusList(scope: ItemScope, label: string, value: unknown): string[] {
	// Fast Listing, which splits by the known ones, would find nothing and not say why.
	return commaList(value).map((status) => checkedStatus(scope, label, status));
}

function dateFilters(
	scope: ItemScope,
	given: IDataObject,
	name: 'endAt' | 'startAt',
	label: string,
): Filter[] {
	const bound = (operator: 'gte' | 'lte', moment: DateTime<true> | undefined): Filter[] =>
		moment ? [{ name, operator, values: [timestampOf(moment)], recheck: true }] : [];
	const from = dateParameter(scope, `${label} From`, given[`${name}From`], 'start');
	const to = dateParameter(scope, `${label} To`, given[`${name}To`], 'end');
	return [
		...bound('gte', from),
		...bound('lte', to),
		...withinDays(scope, given, name).flatMap(([operator, moment]) => bound(operator, moment)),
	];
}

function withinDays(
	scope: ItemScope,
	given: IDataObject,
	name: 'endAt' | 'startAt',
): Array<['gte' | 'lte', DateTime<true>]> {
	const [key, label] =
		name === 'endAt'
			? ['endsWithinDays', 'Ends Within (Days)']
			: ['startsWithinDays', 'Starts Within (Days)'];
	if (isBlank(given[key])) return [];
	const days = wholeNumber(scope, label, given[key], 0);
	const today = DateTime.now().setZone(scope.context.getTimezone()) as DateTime<true>;
	return [
		['gte', today.startOf('day')],
		['lte', today.plus({ days }).endOf('day')],
	];
}

function idFilters(scope: ItemScope, given: IDataObject): Filter[] {
	const filter = (name: string, label: string): Filter[] => {
		if (!(name in given)) return [];
		const id = checkedIdentifier(scope, label, chosen(given[name]));
		return [{ name, operator: 'eq', values: [id], recheck: true }];
	};
	return [...filter('counterpartyId', 'Counterparty'), ...filter('folderId', 'Folder')];
}

function nameFilters({ name }: IDataObject): Filter[] {
	if (isBlank(name)) return [];
	return [{ name: 'name', operator: 'eq', values: [String(name).trim()], recheck: true }];
}
