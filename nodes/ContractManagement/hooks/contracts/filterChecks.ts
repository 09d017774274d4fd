import { momentOf } from '../../api/dates';
import { sameId } from '../../api/identifiers';
import { comparableName } from '../../api/names';
import type { Contract } from '../../api/types';
import type { Filter } from './filters';

/** Whether the record fulfils the filter; what the record does not show is believed. `zone` is that of plain days. */
export function passes(record: Partial<Contract>, filter: Filter, zone: string): boolean {
	return CHECKS[filter.name](record, filter, zone);
}

type Check = (record: Partial<Contract>, filter: Filter, zone: string) => boolean;

const CHECKS: Record<string, Check> = {
	status: ({ status }, { operator, values }) =>
		status === undefined || values.includes(status) !== (operator === 'ne'),
	startAt: ({ startAt }, filter, zone) => isWithin(startAt, filter, zone),
	endAt: ({ endAt }, filter, zone) => isWithin(endAt, filter, zone),
	counterpartyId: ({ counterparty }, { values }) =>
		counterparty === undefined || sameId(counterparty?.id ?? '', values[0]),
	folderId: ({ folderId }, { values }) =>
		folderId === undefined || sameId(folderId ?? '', values[0]),
	name: ({ name }, { values }) =>
		name === undefined || comparableName(name).includes(comparableName(values[0])),
};

function isWithin(
	value: string | null | undefined,
	{ operator, values }: Filter,
	zone: string,
): boolean {
	if (value === undefined) return true;
	const moment = momentOf(value, zone)?.toMillis();
	if (moment === undefined) return value !== null;
	const bound = Date.parse(values[0]);
	return operator === 'gte' ? moment >= bound : moment <= bound;
}
