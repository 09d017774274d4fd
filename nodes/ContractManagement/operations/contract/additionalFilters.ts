import type { IDataObject } from 'n8n-workflow';
import { timestampOf } from '../../api/dates';
import { CONTRACT_STATUSES } from '../../api/limits';
import { commaList, isBlank } from '../../api/options';
import { checkedIdentifier } from '../../transport/path';
import type { ItemScope } from '../../transport/scope';
import type { Filter } from './filterChecks';
import { dateParameter, refusedParameter } from '../shared/parameters';

/** Additional Filters: name, operator and value as the specification writes them, sent as they are. */
export function additionalFilters(scope: ItemScope): Filter[] {
	const rows = scope.parameter<IDataObject[]>('filters.additional.filter', []);
	return rows.filter(({ value }) => !isBlank(value)).map((row) => additionalFilter(scope, row));
}

function additionalFilter(scope: ItemScope, row: IDataObject): Filter {
	const name = String(row.name);
	const operator = String(row.operator ?? 'eq') as Filter['operator'];
	if (name === 'contractTypeId' && operator !== 'eq') throw oneTypeOnly(scope, row);
	const values = listOf(row.value, operator).map((value) =>
		valueOf(scope, { name, operator }, value),
	);
	return { name, operator, values, recheck: false };
}

function listOf(value: unknown, operator: Filter['operator']): unknown[] {
	if (Array.isArray(value)) return value;
	if (operator !== 'in' || typeof value !== 'string') return [value];
	return commaList(value);
}

function valueOf(
	scope: ItemScope,
	{ name, operator }: Pick<Filter, 'name' | 'operator'>,
	value: unknown,
): string {
	const label = `Additional Filter '${name}'`;
	if (name.endsWith('Id')) return checkedIdentifier(scope, label, value);
	if (name === 'status') return checkedStatus(scope, label, value);
	if (name === 'name' || (operator !== 'gte' && operator !== 'lte')) return String(value).trim();
	const moment = dateParameter(scope, label, value, operator === 'lte' ? 'end' : 'start');
	return moment ? timestampOf(moment) : '';
}

/** The value, if it is a status of contracts. */
export function checkedStatus(scope: ItemScope, field: string, value: unknown): string {
	const status = String(value).trim();
	if ((CONTRACT_STATUSES as readonly string[]).includes(status)) return status;
	throw refusedParameter(scope, {
		field,
		message: `${field} has no value '${status}'`,
		description: `Allowed: ${CONTRACT_STATUSES.join(', ')}`,
		value,
	});
}

function oneTypeOnly(scope: ItemScope, { operator, value }: IDataObject) {
	return refusedParameter(scope, {
		field: "Additional Filter 'contractTypeId'",
		message: `The service does not filter contract types by '${String(operator)}'`,
		description:
			'The service accepts one contract type per request. Choose several in Contract Type Names or IDs: each is read separately, and the results are merged.',
		value,
	});
}
