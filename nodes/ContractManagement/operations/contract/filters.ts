import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { dayOf, edgeOf, wholeDayOf } from '../../api/dates';
import { shown } from '../../api/fieldProblems';
import { CONTRACT_STATUSES } from '../../api/limits';
import { sameName } from '../../api/names';
import { commaList, isBlank } from '../../api/options';
import { wrongInput } from '../../transport/errors/requestError';
import { checkedIdentifier } from '../../node/path';
import type { ItemScope } from '../../node/scope';
import { dateParameter, zoneOf } from '../shared/dateParameters';
import { numberOf, textOf } from '../shared/parameters';
import { isDate, isRange, type Filter } from './filterChecks';

/** The typed fields with one value: their label, what they filter, and how. */
const TYPED: Record<string, [label: string, name: string, operator: Filter['operator']]> = {
	startAtFrom: ['Start Date From', 'startAt', 'gte'],
	startAtTo: ['Start Date To', 'startAt', 'lte'],
	endAtFrom: ['End Date From', 'endAt', 'gte'],
	endAtTo: ['End Date To', 'endAt', 'lte'],
	counterpartyId: ['Counterparty', 'counterpartyId', 'eq'],
	folderId: ['Folder', 'folderId', 'eq'],
	name: ['Name Contains', 'name', 'eq'],
};

/** The filters of the item: its typed fields and Additional Filters. Blank fields are left out, blank ids refused. */
export function contractFilters(scope: ItemScope): Filter[] {
	const given = scope.parameter<IDataObject>('filters', {});
	const typed = Object.entries(TYPED).filter(([field]) =>
		field.endsWith('Id') ? field in given : !isBlank(given[field]),
	);
	return [
		...statusFilters(scope, given),
		...typed.map(([field, [label, name, operator]]) => ({
			name,
			operator,
			values: [valueOf(scope, [label, given[field], `filters.${field}`], name, operator)],
			recheck: true,
		})),
		...withinDays(scope, 'startAt', 'Starts Within (Days)', given.startsWithinDays),
		...withinDays(scope, 'endAt', 'Ends Within (Days)', given.endsWithinDays),
		...scope
			.parameter<IDataObject[]>('filters.additional.filter', [])
			.map(
				(row, i) => ({ ...row, parameter: `filters.additional.filter.${i}.value` }) as IDataObject,
			)
			.filter(({ name, value }) => String(name).endsWith('Id') || !isBlank(value))
			.map((row) => additionalFilter(scope, row)),
	];
}

function statusFilters(scope: ItemScope, given: IDataObject): Filter[] {
	// Fast Listing, which splits by the known ones, would find nothing of another and not say why.
	const statuses = (label: string, value: unknown) =>
		commaList(value).map((status) => checkedStatus(scope, label, status));
	const anyOf = statuses('Status Is Any Of', given.status);
	const noneOf = statuses('Status Is Not', given.statusNot);
	const filter = { name: 'status', recheck: true };
	if (anyOf.length === 0 && noneOf.length < 2) {
		return noneOf.map((status) => ({ ...filter, operator: 'ne', values: [status] }));
	}
	// `ne:` takes one value, so several are said by what remains.
	const candidates = anyOf.length > 0 ? anyOf : [...CONTRACT_STATUSES];
	const values = candidates.filter((status) => !noneOf.includes(status));
	if (values.length > 0) return [{ ...filter, operator: values.length > 1 ? 'in' : 'eq', values }];
	const clash: [string, unknown] = ['Status', { status: anyOf, statusNot: noneOf }];
	const advice = 'No status is left of Status Is Any Of without those of Status Is Not.';
	throw wrongInput(scope, clash, 'The status filters exclude every contract', advice);
}

function withinDays(scope: ItemScope, name: string, label: string, value: unknown): Filter[] {
	if (isBlank(value)) return [];
	const days = numberOf(scope, [label, value]);
	const zone = zoneOf(scope);
	const today = DateTime.now().setZone(zone);
	// More make years of more than four digits, or none.
	const latest = DateTime.utc(9999, 12, 31);
	const end = today.plus({ days });
	const last = end < latest ? end : latest;
	const edge = (day: DateTime, end: 'end' | 'start') => edgeOf(day.toISODate()!, zone, end);
	return [
		{ name, operator: 'gte', values: [edge(today, 'start')], recheck: true },
		{ name, operator: 'lte', values: [edge(last, 'end')], recheck: true },
	];
}

/** One of Additional Filters: name, operator and value as the specification writes them, sent as they are. */
function additionalFilter(scope: ItemScope, row: IDataObject): Filter {
	const { value } = row;
	const name = String(row.name);
	const operator = String(row.operator ?? 'eq') as Filter['operator'];
	const field = `Additional Filter '${name}'`;
	if (name === 'contractTypeId' && operator !== 'eq') {
		throw wrongInput(
			scope,
			[field, value],
			`The service does not filter contract types by '${operator}'`,
			'The service accepts one contract type per request. Choose several in Contract Type Names or IDs: each is read separately, and the results are merged.',
		);
	}
	const isIn = operator === 'in';
	const all: unknown[] = isIn && typeof value === 'string' ? commaList(value) : [value].flat();
	const given = all.filter((each) => !isBlank(each));
	const hasComma = (each: unknown) => typeof each === 'string' && each.includes(',');
	if (isIn ? given.some(hasComma) : given.length > 1) {
		throw wrongInput(
			scope,
			[field, value],
			`${field} cannot take '${shown(value)}'`,
			isIn
				? 'The service separates the entries of a list by commas, so none can hold one.'
				: 'This operator compares with one value. For several choose In List, or add a filter for each.',
		);
	}
	// What is blank is refused by name: without it the filter would let all contracts through.
	const wanted = given.length > 0 ? given : [value];
	const parameter = String(row.parameter);
	const values = wanted.map((each) => valueOf(scope, [field, each, parameter], name, operator));
	return { name, operator, values, recheck: isRange(name, operator) };
}

/** The value as the service takes it, checked by what it is compared with. */
function valueOf(
	scope: ItemScope,
	given: [label: string, value: unknown, parameter?: string],
	name: string,
	operator: Filter['operator'],
): string {
	const [label, value, parameter] = given;
	if (name.endsWith('Id')) return checkedIdentifier(scope, label, value, parameter);
	if (name === 'status') return checkedStatus(scope, label, value);
	if (isRange(name, operator)) {
		const day = dateParameter(scope, given, dayOf)!;
		return edgeOf(day, zoneOf(scope), operator === 'lte' ? 'end' : 'start');
	}
	const day = isDate(name) ? wholeDayOf(value, zoneOf(scope)) : undefined;
	return day ?? textOf(scope, label, value);
}

function checkedStatus(scope: ItemScope, field: string, value: unknown): string {
	const found = CONTRACT_STATUSES.find((status) => sameName(status, String(value)));
	if (found) return found;
	const allowed = `Allowed: ${CONTRACT_STATUSES.join(', ')}`;
	throw wrongInput(scope, [field, value], `${field} has no value '${shown(value)}'`, allowed);
}
