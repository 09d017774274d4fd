import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { timestampOf } from '../../api/dates';
import { CONTRACT_STATUSES } from '../../api/limits';
import { readsAsOperator } from '../../api/names';
import { isBlank } from '../../api/options';
import type { Contract } from '../../api/types';
import { checkedIdentifier } from '../../transport/path';
import type { ItemScope } from '../../transport/scope';
import { additionalFilters, checkedStatus } from './additionalFilters';
import { passes } from './filterChecks';
import { refusedParameter, wholeNumber } from '../parameters';
import { dateParameter } from '../dateParameter';

/** One filter of `GET /contracts` ("Filtering"). Several of them combine with AND. */
export interface Filter {
	name: string;
	operator: 'eq' | 'gte' | 'in' | 'lte' | 'ne';
	values: string[];
	/** Whether records are checked again, as the service may ignore the filter or one side of a range. */
	recheck: boolean;
}

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

/** The query parameters of the filters; a repeated one combines with AND. */
export function queryOf(filters: Filter[]): IDataObject {
	const query: Record<string, string[]> = {};
	for (const filter of filters) {
		if (!isSent(filter)) continue;
		query[filter.name] = [...(query[filter.name] ?? []), textOf(filter)];
	}
	const entries = Object.entries(query);
	return Object.fromEntries(entries.map(([key, all]) => [key, all.length === 1 ? all[0] : all]));
}

/** Whether the specification names the filter for contracts, or the person gave it as it is ("Filtering"). */
export function isNamed({ name, recheck }: Filter): boolean {
	return name !== 'name' || !recheck;
}

/** Checks a record against the typed filters; what a record does not show is believed. */
export function matching(filters: Filter[], zone: string): (record: Partial<Contract>) => boolean {
	const checks = filters.filter(({ recheck }) => recheck);
	return (record) => checks.every((filter) => passes(record, filter, zone));
}

/** The statuses that the filters let through, when they restrict them. */
export function statusesOf(filters: Filter[]): string[] {
	const restricting = filters.filter(({ name }) => name === 'status');
	if (restricting.length === 0) return [];
	return CONTRACT_STATUSES.filter((status) =>
		restricting.every((filter) => passes({ status }, filter, 'UTC')),
	);
}

// A name such as "in:side" would be taken for an operator, so only our own check sees it.
function isSent({ name, operator, values, recheck }: Filter): boolean {
	return !(recheck && name === 'name' && operator === 'eq' && readsAsOperator(values[0]));
}

function textOf({ operator, values }: Filter): string {
	return operator === 'eq' ? values[0] : `${operator}:${values.join(',')}`;
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

/** A list, or text with commas, as expressions and agents give it. */
function statusList(scope: ItemScope, label: string, value: unknown): string[] {
	const list = Array.isArray(value) ? value : String(value ?? '').split(',');
	const statuses = list.map((status) => String(status).trim()).filter((status) => status !== '');
	// Fast Listing, which splits by the known ones, would find nothing and not say why.
	return statuses.map((status) => checkedStatus(scope, label, status));
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
	const filter = (name: string, label: string, value: unknown): Filter[] => [
		{ name, operator: 'eq', values: [checkedIdentifier(scope, label, value)], recheck: true },
	];
	const counterpartyId =
		'counterpartyId' in given ? scope.parameter<unknown>('filters.counterpartyId', '') : undefined;
	return [
		...('counterpartyId' in given ? filter('counterpartyId', 'Counterparty', counterpartyId) : []),
		...('folderId' in given ? filter('folderId', 'Folder ID', given.folderId) : []),
	];
}

function nameFilters({ name }: IDataObject): Filter[] {
	if (isBlank(name)) return [];
	return [{ name: 'name', operator: 'eq', values: [String(name).trim()], recheck: true }];
}
