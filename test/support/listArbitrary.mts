import fc, { type Arbitrary } from 'fast-check';
import type { Filter, ListQuery } from './listModel.mts';

/** Few different moments, so that many rows share one and the order has to break ties. */
const MOMENTS = [
	'2025-06-30T23:59:59.999Z',
	'2026-01-01T00:00:00.000Z',
	'2026-01-01T00:00:00.001Z',
	'2026-02-28T12:00:00.000Z',
	'2027-12-31T08:30:00.000Z',
];

/** Names that differ in case, in composition, in script, and names that look like patterns. */
const NAMES = [
	'Alpha',
	'alpha',
	'Älpha',
	'A\u0308lpha',
	'100 %',
	'100_%',
	'beta_1',
	'betaX1',
	'İzmir',
	'東京',
	'𝒳',
];
const PARTS = ['alp', 'ALP', 'ä', 'a\u0308', '%', '_', 'a_1', '京', '𝒳', 'nothing has this', ' '];

export const moment = () => fc.constantFrom(...MOMENTS);
export const name = () =>
	fc.oneof(fc.constantFrom(...NAMES), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }));

/** What a list can be asked for. */
export interface ListAbilities {
	sortFields: string[];
	maxLimit: number;
	/** Per filter an arbitrary that makes it. */
	filters: Array<Arbitrary<Filter>>;
}

export function listQuery({ sortFields, maxLimit, filters }: ListAbilities): Arbitrary<ListQuery> {
	return fc.record({
		sort: sortFields.length > 0 ? sorts(sortFields) : fc.constant([]),
		limit: fc.oneof(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: maxLimit })),
		filters: fc
			.uniqueArray(fc.constantFrom(...filters.keys()), { maxLength: 3 })
			.chain((chosen) => fc.tuple(...chosen.map((index) => filters[index]!))),
	});
}

function sorts(fields: string[]): Arbitrary<string[]> {
	const one = fc.tuple(fc.constantFrom('', '-'), fc.constantFrom(...fields));
	return fc
		.uniqueArray(one, { maxLength: 3, selector: ([, field]) => field })
		.map((chosen) => chosen.map((parts) => parts.join('')));
}

/** `field=value`, `in:` and `ne:` over some of the values. */
export function choiceFilter(field: string, values: string[]): Arbitrary<Filter> {
	const some = fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
	return fc.tuple(fc.constantFrom('eq', 'ne', 'in'), some).map(([operator, chosen]) => ({
		field,
		operator: operator as Filter['operator'],
		values: operator === 'in' ? chosen : chosen.slice(0, 1),
	}));
}

export function equalFilter(field: string, values: string[]): Arbitrary<Filter> {
	return fc.constantFrom(...values).map((value) => ({ field, operator: 'eq', values: [value] }));
}

export function dateFilter(field: string): Arbitrary<Filter> {
	const operator = fc.constantFrom<Filter['operator']>('eq', 'gte', 'lte', 'ne', 'in');
	return fc
		.tuple(operator, moment())
		.map(([one, value]) => ({ field, operator: one, values: [value] }));
}

/** A part of a name; what reads as an operator (`in:`) is no plain value and left out. */
export function nameFilter(field = 'name'): Arbitrary<Filter> {
	const part = fc.oneof(
		fc.constantFrom(...PARTS),
		fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
	);
	return part
		.filter((text) => !/^(in|gte|lte|ne):/.test(text))
		.map((value) => ({ field, operator: 'contains', values: [value] }));
}
