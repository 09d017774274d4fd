import { invalidParameter } from '../../http/apiError.mts';
import { isDate, isIsoDateTime, isUuid, toUtc } from '../../schemas/formats.mts';
import type { Value } from '../database.mts';

export const FILTER_OPERATORS = ['eq', 'in', 'gte', 'lte', 'ne'] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** A part of a WHERE clause with its values; `t` is the listed table. */
export interface Condition {
	sql: string;
	values: Value[];
	/** The column that has one value in every row that fulfils the condition. */
	fixes?: string;
}

/** How one query parameter filters: which operators and values it takes, and the condition they make. */
export interface Filter {
	operators: readonly FilterOperator[];
	/** May be given several times, combined with AND. */
	repeatable: boolean;
	expectation: string;
	options?: readonly string[];
	/** The value as it is compared, `undefined` when it is not allowed. */
	read(value: string): string | undefined;
	condition(operator: FilterOperator, values: string[]): Condition;
}

const COMPARISON = { gte: '>=', lte: '<=', ne: 'IS NOT' } as const;

export function statusFilter(column: string, options: readonly string[]): Filter {
	return {
		operators: ['eq', 'in', 'ne'],
		repeatable: true,
		expectation: `must be one of ${options.join(', ')}`,
		options,
		read: (value) => (options.includes(value) ? value : undefined),
		condition: compare(column),
	};
}

export function idFilter(
	column: string,
	{ operators = ['eq', 'in', 'ne'], repeatable = true }: Partial<Filter> = {},
): Filter {
	return {
		operators,
		repeatable,
		expectation: 'must be a UUID',
		read: (value) => (isUuid(value) ? value.toLowerCase() : undefined),
		condition: compare(column),
	};
}

/** Date or date-time; a date is its first moment in UTC. */
export function dateFilter(column: string): Filter {
	return {
		operators: FILTER_OPERATORS,
		repeatable: true,
		expectation: 'must be an ISO 8601 date or date-time with offset',
		read: (value) => (isDate(value) || isIsoDateTime(value) ? toUtc(value) : undefined),
		condition: compare(column),
	};
}

/** Partial match. `ne:` excludes the exact name. */
export function nameFilter(caseSensitive = false): Filter {
	const contains = `instr(t.${caseSensitive ? 'name' : 'search_name'}, ?) > 0`;
	return {
		operators: ['eq', 'in', 'ne'],
		repeatable: true,
		expectation: 'must be a text',
		read: (value) => value,
		condition(operator, values) {
			if (operator === 'ne') return { sql: 't.name IS NOT ?', values };
			return {
				sql: `(${values.map(() => contains).join(' OR ')})`,
				values: caseSensitive ? values : values.map(searchable),
			};
		},
	};
}

/** A name as it is searched: case-insensitive in every script, whichever way its accents are composed. */
export function searchable(name: string): string {
	return name.normalize('NFC').toLowerCase();
}

/** Reads the occurrences of one parameter of the query. */
export function filterConditions(name: string, filter: Filter, given: string[]): Condition[] {
	if (given.length > 1 && !filter.repeatable) {
		throw invalidParameter(name, given, 'takes exactly one value per request');
	}
	return given.map((text) => {
		const { operator, operands } = split(text);
		if (!filter.operators.includes(operator)) {
			throw invalidParameter(name, text, `does not support '${operator}:'`);
		}
		return filter.condition(
			operator,
			operands.map((operand) => {
				const value = filter.read(operand);
				if (value === undefined) {
					throw invalidParameter(name, operand, filter.expectation, filter.options);
				}
				return value;
			}),
		);
	});
}

function split(text: string): { operator: FilterOperator; operands: string[] } {
	const prefixed = /^(in|gte|lte|ne):(.*)$/s.exec(text);
	if (!prefixed) return { operator: 'eq', operands: [text] };
	const [, operator, rest] = prefixed as unknown as [string, FilterOperator, string];
	return { operator, operands: operator === 'in' ? rest.split(',') : [rest] };
}

/** The condition that one column has a value. */
export function equal(column: string, value: string): Condition {
	return { sql: `t.${column} = ?`, values: [value], fixes: column };
}

function compare(column: string) {
	return (operator: FilterOperator, values: string[]): Condition => {
		if (operator === 'eq') return equal(column, values[0]!);
		// The unary plus keeps SQLite from walking an index of this column instead of the one that has the order.
		if (operator === 'in') return { sql: `+t.${column} IN (${values.map(() => '?')})`, values };
		return { sql: `+t.${column} ${COMPARISON[operator]} ?`, values };
	};
}
