import type { IDataObject } from 'n8n-workflow';
import { dayOf } from '../../api/dates';
import { sameId } from '../../api/identifiers';
import { CONTRACT_STATUSES } from '../../api/limits';
import { containsName } from '../../api/names';
import type { Profile } from '../../api/profile';
import { nameFilter } from '../../api/serviceProfile';
import type { Contract } from '../../api/types';

/** One filter of `GET /contracts` ("Filtering"). Several of them combine with AND. */
export interface Filter {
	name: string;
	operator: 'eq' | 'gte' | 'in' | 'lte' | 'ne';
	values: string[];
	/** Whether records are checked again, as the service may ignore the filter or one side of a range. */
	recheck: boolean;
}

/** What contracts can be checked by, besides the counterparty. */
type Rechecked = 'endAt' | 'folderId' | 'name' | 'startAt' | 'status';

/** The query parameters of the filters; a repeated one combines with AND. */
export function queryOf(filters: Filter[], profile: Profile): IDataObject {
	// The name is assumed to be a filter, unless the person gave it as it is ("Filtering"): our own check sees it, too.
	const isAssumed = ({ name, recheck }: Filter) => name === 'name' && recheck;
	const sent = filters.flatMap((each) => {
		if (!isAssumed(each)) return [each];
		const named = nameFilter(profile, 'contract-name-filter', each.values[0]);
		return Object.entries(named).map(([name, value]) => ({ ...each, name, values: [value] }));
	});
	const all = sent.map(({ name }) => {
		const values = sent.filter((each) => each.name === name).map(valueOf);
		return [name, values.length === 1 ? values[0] : values] as const;
	});
	return Object.fromEntries(all);
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

function valueOf({ operator, values }: Filter): string {
	return operator === 'eq' ? values[0] : `${operator}:${values.join(',')}`;
}

/** Whether the record fulfils the filter; what the record does not show is believed. Dates are calendar days, in `zone`. */
export function passes(
	record: Partial<Contract>,
	{ name, operator, values }: Filter,
	zone: string,
): boolean {
	const { counterparty } = record;
	const counterpartyId = counterparty && (counterparty.id ?? '');
	const shown = name === 'counterpartyId' ? counterpartyId : record[name as Rechecked];
	if (shown === undefined) return true;
	const text = shown ?? '';
	const isNot = operator === 'ne';
	if (name === 'status') return values.includes(text) !== isNot;
	if (name === 'name') return containsName(text, values[0]);
	if (name.endsWith('Id')) return sameId(text, values[0]) !== isNot;
	const day = dayOf(shown, zone);
	if (day === undefined) return shown !== null;
	const bound = dayOf(values[0], zone)!;
	return operator === 'gte' ? day >= bound : day <= bound;
}

/** Start and end are calendar days, whatever the timezone. */
export function isDate(name: string): boolean {
	return name === 'startAt' || name === 'endAt';
}

/** Whether what stands beside others of its name, of which a service may take one only, is seen in records, too. */
export function isSeen(name: string, operator: Filter['operator']): boolean {
	const isBound = operator === 'gte' || operator === 'lte';
	if (name === 'status') return !isBound;
	return isDate(name) ? isBound : name.endsWith('Id') && operator === 'ne';
}
