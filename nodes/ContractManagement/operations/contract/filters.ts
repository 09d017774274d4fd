import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { dayOf, edgeOf } from '../../api/dates';
import { shown } from '../../api/fieldProblems';
import { CONTRACT_STATUSES } from '../../api/limits';
import { sameName } from '../../api/names';
import { commaList, isBlank } from '../../api/options';
import { wrongInput } from '../../transport/errors/requestError';
import { checkedIdentifier } from '../../node/path';
import type { Field } from '../../node/field';
import type { ItemScope } from '../../node/scope';
import { textOf } from '../../node/values';
import { dateParameter, zoneOf } from '../shared/dateParameters';
import { tellEmpty } from '../shared/list';
import { chosenIn } from '../shared/list.fields';
import { isDate, isSeen, type Filter } from './filterChecks';
import { filterRow, typedFilters } from './filters.fields';

const { parts } = typedFilters;

const TYPED: Array<[field: Field, name: string, operator: Filter['operator']]> = [
	[parts.startAtFrom, 'startAt', 'gte'],
	[parts.startAtTo, 'startAt', 'lte'],
	[parts.endAtFrom, 'endAt', 'gte'],
	[parts.endAtTo, 'endAt', 'lte'],
	[parts.counterpartyId, 'counterpartyId', 'eq'],
	[parts.folderId, 'folderId', 'eq'],
	[parts.name, 'name', 'eq'],
];

/** The filters of the item: its typed fields and Additional Filters. Blank fields are left out, blank ids refused. */
export function contractFilters(scope: ItemScope): Filter[] {
	const given = typedFilters.of(scope);
	const typed = TYPED.filter(([field]) =>
		field.name.endsWith('Id') ? field.name in given : !isBlank(given[field.name]),
	);
	const path = `${parts.additional.path}.filter`;
	const rows = scope.parameter<IDataObject[]>(path, []).map(
		(row, i): FilterRow => ({
			...row,
			operator: isBlank(row.operator) ? 'eq' : row.operator,
			label: `Additional Filter '${String(row.name)}'`,
			path: `${path}.${i}.value`,
		}),
	);
	// The others are refused.
	tellEmpty(scope, [...Object.values(parts), ...rows]);
	return [
		...statusFilters(scope),
		...typed.map(([{ label, name: field, path }, name, operator]) =>
			filterOf(scope, [label, given[field], path], name, operator),
		),
		...within(scope, 'startAt', parts.startsWithinDays, given.startsWithinDays),
		...within(scope, 'endAt', parts.endsWithinDays, given.endsWithinDays),
		...rows
			.filter(({ name, value }) => /id\s*$/i.test(String(name)) || !isBlank(value))
			.map((row) => additionalFilter(scope, row)),
	];
}

function statusFilters(scope: ItemScope): Filter[] {
	// Return All, which reads status by status, would find nothing of another and not say why.
	const statuses = (field: Field<string[]>) =>
		field.of(scope).map((status) => checkedStatus(scope, field.label, status));
	const [anyOf, noneOf] = [statuses(parts.status), statuses(parts.statusNot)];
	const filter = { name: 'status', recheck: true };
	if (!anyOf[0] && !noneOf[1]) {
		return noneOf.map((status) => ({ ...filter, operator: 'ne', values: [status] }));
	}
	// `ne:` takes one value, so several are said by what remains.
	const candidates = anyOf[0] ? anyOf : [...CONTRACT_STATUSES];
	const values = candidates.filter((status) => !noneOf.includes(status));
	if (values[0]) return [{ ...filter, operator: values[1] ? 'in' : 'eq', values }];
	const clash: [string, unknown] = ['Status', { status: anyOf, statusNot: noneOf }];
	const advice = 'Status Is Not leaves none of Status Is Any Of.';
	throw wrongInput(scope, clash, 'The status filters exclude every contract', advice);
}

function within(scope: ItemScope, name: string, field: Field<number>, value: unknown): Filter[] {
	if (isBlank(value)) return [];
	const days = field.of(scope, value);
	const today = DateTime.now().setZone(zoneOf(scope));
	// More make years of more than four digits, or none.
	const latest = DateTime.utc(9999, 12, 31);
	const end = today.plus({ days });
	const last = end < latest ? end : latest;
	return [
		filterOf(scope, [field.label, today.toISODate()], name, 'gte'),
		filterOf(scope, [field.label, last.toISODate()], name, 'lte'),
	];
}

type FilterRow = IDataObject & { label: string; path: string };

function additionalFilter(scope: ItemScope, row: FilterRow): Filter {
	const { value, label: field, path } = row;
	const among = chosenIn.bind(null, scope, 'Additional Filter');
	const name = among(filterRow.name, row.name);
	const operator = among(filterRow.operator, row.operator) as Filter['operator'];
	if (name === 'contractTypeId' && operator !== 'eq') {
		const message = `The service does not filter contract types by '${operator}'`;
		const advice = 'Choose several in Contract Type Names or IDs.';
		throw wrongInput(scope, [field, value], message, advice);
	}
	const isIn = operator === 'in';
	const all: unknown[] = isIn && typeof value === 'string' ? commaList(value) : [value].flat();
	const given = all.filter((each) => !isBlank(each));
	const hasComma = (each: unknown) => typeof each === 'string' && each.includes(',');
	if (isIn ? given.some(hasComma) : given.length > 1) {
		const advice = isIn
			? 'Commas separate the entries, so none can hold one.'
			: 'For several values choose In List, or add a filter for each.';
		throw wrongInput(scope, [field, value], `${field} cannot take '${shown(value)}'`, advice);
	}
	// What is blank is refused by name: without it the filter would let all contracts through.
	const wanted = given.length > 0 ? given : [value];
	const values = wanted.map((each) => valueOf(scope, [field, each, path], name, operator));
	return { name, operator, values, recheck: isSeen(name, operator) };
}

type Given = [field: string, value: unknown, parameter?: string];

function filterOf(scope: ItemScope, given: Given, name: string, operator: Filter['operator']) {
	return { name, operator, values: [valueOf(scope, given, name, operator)], recheck: true };
}

function valueOf(scope: ItemScope, given: Given, name: string, operator: string): string {
	const [label, value, parameter] = given;
	if (name.endsWith('Id')) return checkedIdentifier(scope, label, value, parameter);
	if (name === 'status') return checkedStatus(scope, label, value);
	if (!isDate(name)) return textOf(scope, label, value === false ? 'false' : value);
	const day = dateParameter(scope, given, dayOf)!;
	const edge = operator === 'lte' ? 'end' : operator === 'gte' && 'start';
	return edge ? edgeOf(day, zoneOf(scope), edge) : day;
}

function checkedStatus(scope: ItemScope, field: string, value: unknown): string {
	const found = CONTRACT_STATUSES.find((status) => sameName(status, String(value)));
	if (found) return found;
	const allowed = `Allowed: ${CONTRACT_STATUSES.join(', ')}`;
	throw wrongInput(scope, [field, value], `${field} has no value '${shown(value)}'`, allowed);
}
