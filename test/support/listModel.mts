/**
 * The naive list: a table in memory, filtered and sorted as the specification says ("Conventions common to all
 * endpoints", 4 and 5), with none of the sandbox's code. What it answers is what walking the pages has to answer.
 */
export type Cell = string | null;
export type Row = { id: string } & Record<string, Cell>;

export interface Filter {
	field: string;
	operator: 'eq' | 'in' | 'gte' | 'lte' | 'ne' | 'contains';
	values: string[];
}

export interface ListQuery {
	filters: Filter[];
	/** Fields with an optional `-`. Empty: the default order, newest first. */
	sort: string[];
	limit: number;
}

/** The rows that the list has to show, in its order. */
export function naiveList(rows: Row[], { filters, sort }: ListQuery): Row[] {
	const order = (sort.length > 0 ? sort : ['-createdAt']).map(sortField);
	const direction = order.at(-1)!.sign;
	const keys = [...order, { field: 'id', sign: direction }];
	return rows
		.filter((row) => filters.every((filter) => fits(row[filter.field]!, filter)))
		.sort((a, b) => {
			for (const { field, sign } of keys) {
				const difference = compare(a[field]!, b[field]!);
				if (difference !== 0) return sign * difference;
			}
			return 0;
		});
}

/** The query parameters as they are sent, without cursors. */
export function searchParams({ filters, sort, limit }: ListQuery): URLSearchParams {
	const parameters = new URLSearchParams({ limit: String(limit) });
	if (sort.length > 0) parameters.set('sort', sort.join(','));
	for (const { field, operator, values } of filters) {
		const isPlain = operator === 'eq' || operator === 'contains';
		parameters.append(field, isPlain ? values[0]! : `${operator}:${values.join(',')}`);
	}
	return parameters;
}

function sortField(text: string) {
	return { field: text.replace(/^-/, ''), sign: text.startsWith('-') ? -1 : 1 };
}

/** Binary order of the text, rows without a value last when ascending. */
function compare(a: Cell, b: Cell): number {
	if (a === null || b === null) return Number(a === null) - Number(b === null);
	return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function fits(cell: Cell, { operator, values }: Filter): boolean {
	const [value] = values as [string];
	if (operator === 'ne') return cell !== value;
	if (cell === null) return false;
	if (operator === 'in') return values.includes(cell);
	if (operator === 'gte') return cell >= value;
	if (operator === 'lte') return cell <= value;
	return operator === 'contains' ? folded(cell).includes(folded(value)) : cell === value;
}

function folded(text: string): string {
	return text.normalize('NFC').toLowerCase();
}
