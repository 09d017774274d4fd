import { comparisonOf, isSameValue, type Comparison } from '../../api/comparison';
import type { TypedField } from '../../api/creationForm';
import { fieldOf, resolvedValueOf } from '../../api/customObjects';
import { uuidOf } from '../../api/identifiers';
import { oneSpelling } from '../../api/names';
import { isBlank } from '../../api/options';
import { CATALOG_RECORD_ID } from '../../api/recordColumns';
import type { ContractRecord, FieldValue } from '../../api/types';
import { keptIn } from '../../transport/memory';

/** In so many columns a record is found by any mixture of IDs and names: in `n` there are `2 ** n`. */
const MOST_MIXED = 4;

/** The rows of a table by their ids, as `uuidOf` writes them. */
export type Rows = ReadonlyMap<string, ContractRecord>;

/** Of rows that come twice the last one counts. */
export function byId(rows: ContractRecord[]): Rows {
	return new Map(rows.map((row) => [uuidOf(row.id), row]));
}

/** The columns of a table by the types that they have today: how stored values are compared. */
export class Columns {
	private readonly fields: Map<string, TypedField>;
	readonly comparison: (column: string) => Comparison;

	/** @param zone timezone of dates that are moments */
	constructor(fields: TypedField[], zone: string) {
		this.fields = new Map(fields.map((field) => [field.id, field]));
		this.comparison = keptIn(new Map<string, Comparison>(), (column) => {
			const type = column === CATALOG_RECORD_ID ? 'relation' : 'other';
			return comparisonOf(this.fields.get(column) ?? { type }, zone);
		});
	}

	index<T>(columns: string[]): ValueIndex<T> {
		return new ValueIndex(columns.map(this.comparison));
	}

	indexOf(records: Iterable<ContractRecord>, columns: string[]): ValueIndex<ContractRecord> {
		const index = this.index<ContractRecord>(columns);
		const heldBy = (record: ContractRecord) => columns.map((column) => this.heldIn(record, column));
		for (const record of records) index.add(heldBy(record), record);
		return index;
	}

	/** Whether the record holds all these values: as stored, not under the name of an option that was made again since. */
	isHeld(values: Map<string, FieldValue>, record: ContractRecord): boolean {
		return [...values].every(([column, value]) => {
			const { isSame } = this.comparison(column);
			const held = this.heldIn(record, column);
			const { type, options } = this.fields.get(column) ?? { type: 'other', options: [] };
			const stored = type === 'text' || options.length > 0 ? held.slice(0, 1) : held;
			return stored.some((each) => isSame(each, value));
		});
	}

	/** Whether what the record holds can be compared by the column's type of today, or by a name that the service shows. */
	isComparable(record: ContractRecord, column: string): boolean {
		const [raw, name] = this.heldIn(record, column);
		return this.comparison(column).isReadable(raw) || (!isBlank(name) && !isSameValue(name, raw));
	}

	/** Whether the record may hold the value: where it cannot be compared, nobody can tell. */
	mayHold(record: ContractRecord, column: string, value: unknown): boolean {
		if (!this.isComparable(record, column)) return true;
		const { isSame } = this.comparison(column);
		return this.heldIn(record, column).some((held) => isSame(held, value));
	}

	/** What the record holds in the column: as stored, and as people read it where that may be what is looked for. */
	private heldIn(record: ContractRecord, column: string): unknown[] {
		if (column === CATALOG_RECORD_ID) return [record.fromCatalogRecordId];
		const held = fieldOf(record, column);
		const { type, options } = this.fields.get(column) ?? { type: 'other', options: [] };
		// Without the list of options nobody knows whether the input has their names or their ids; and one may be gone. What is
		// a text now may have been a select, whose options it still holds.
		const isUnclear =
			type === 'text' ||
			(/select/i.test(type) &&
				(options.length === 0 || !this.comparison(column).isReadable(held?.rawValue)));
		return isUnclear && held ? [held.rawValue, resolvedValueOf(held)] : [held?.rawValue];
	}
}

/** What something has in each of some columns. */
type Values = unknown[][];

const inOneSpelling = (values: Values): Values =>
	values.map((forms) => forms.map((one) => (typeof one === 'string' ? oneSpelling(one) : one)));

/** Entries by the values that they have in some columns. */
export class ValueIndex<T> {
	private readonly entries = new Map<string, Array<{ held: Values; entry: T }>>();

	constructor(private readonly comparisons: Comparison[]) {}

	/** @param held what the entry has in each column, in one form or several */
	add(held: Values, entry: T): void {
		const alike = keptIn(this.entries, () => []);
		const keys = [held, inOneSpelling(held)].flatMap((each) => this.keysOf(each));
		for (const key of new Set(keys)) alike(key).push({ held, entry });
	}

	/** What has the same values in all columns, in the order in which it was added. @param wanted in one form */
	find(wanted: Values, spelled = (values: Values) => values): T[] {
		const values = spelled(wanted);
		const [key] = this.keysOf(values);
		const isHeld = (held: Values) =>
			this.comparisons.every(({ isSame }, i) => held[i].some((each) => isSame(each, values[i][0])));
		const same = (this.entries.get(key) ?? []).filter(({ held }) => isHeld(spelled(held)));
		return same.map(({ entry }) => entry);
	}

	/** The same; only where there is nothing, what differs in kinds and numbers of blanks: nobody sees these. */
	findMeant(wanted: Values): T[] {
		const exact = this.find(wanted);
		return exact.length > 0 ? exact : this.find(wanted, inOneSpelling);
	}

	/** One key for each mixture of forms; where those would be too many, for each form. */
	private keysOf(held: Values): string[] {
		const keys = this.comparisons.map(({ keyOf }, i) => [
			...new Set(held[i].map((value) => JSON.stringify(keyOf(value)))),
		]);
		const isFew = keys.filter(({ length }) => length > 1).length <= MOST_MIXED;
		const inForm = (form: number) => keys.map((each) => each.slice(form).slice(0, 1));
		const mixed = isFew ? [keys] : [inForm(0), inForm(-1)];
		return mixed.flatMap((form) =>
			form.reduce((all, each) => all.flatMap((key) => each.map((next) => `${key},${next}`)), ['']),
		);
	}
}
