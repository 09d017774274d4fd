import { comparisonOf, isSameValue, type Comparison } from '../../api/comparison';
import { reading } from '../../api/coercion';
import type { FieldKind, TypedField } from '../../api/creationForm';
import { fieldOf, resolvedValueOf } from '../../api/customObjects';
import { uuidOf } from '../../api/identifiers';
import { isBlank } from '../../api/options';
import { CATALOG_RECORD_ID } from '../../api/recordColumns';
import type { ContractRecord, FieldValue, RecordInput } from '../../api/types';
import { keptIn } from '../../transport/memory';

/** Nothing of such a value is lost where it is written in the words of its field. */
const LOSSLESS = new Set<FieldKind>(['boolean', 'multiSelect', 'relation', 'select']);

/** In so many columns a record is found by any mixture of IDs and names: in `n` there are `2 ** n`. */
const MOST_MIXED = 4;

/** The rows of a table by their ids, as `uuidOf` writes them. */
export type Rows = ReadonlyMap<string, ContractRecord>;

export function byId(rows: ContractRecord[]): Rows {
	return new Map(rows.map((row) => [uuidOf(row.id), row]));
}

/** The columns of a table by their types: how stored values are compared, and how they are sent again. */
export class Columns {
	private readonly fields: Map<string, TypedField>;
	/** How the values of a column are compared. */
	readonly comparison: (column: string) => Comparison;

	/** @param zone timezone of dates that are moments */
	constructor(
		fields: TypedField[],
		private readonly zone: string,
	) {
		this.fields = new Map(fields.map((field) => [field.id, field]));
		this.comparison = keptIn(new Map<string, Comparison>(), (column) => {
			const type = column === CATALOG_RECORD_ID ? 'relation' : 'other';
			return comparisonOf(this.fields.get(column) ?? { type }, zone);
		});
	}

	/** Finds what has the same values in these columns. */
	index<T>(columns: string[]): ValueIndex<T> {
		return new ValueIndex(columns.map(this.comparison));
	}

	/** The same of records, by what they hold. */
	indexOf(records: Iterable<ContractRecord>, columns: string[]): ValueIndex<ContractRecord> {
		const index = this.index<ContractRecord>(columns);
		for (const record of records) {
			const held = columns.map((column) => this.heldIn(record, column));
			index.add(held, record);
		}
		return index;
	}

	/** Whether the record holds all these values. */
	isHeld(values: Map<string, FieldValue>, record: ContractRecord): boolean {
		return [...values].every(([column, value]) => {
			const { isSame } = this.comparison(column);
			return this.heldIn(record, column).some((held) => isSame(held, value));
		});
	}

	/** An existing record as it is sent to stay as it is. */
	resent({ id, fromCatalogRecordId, fields }: ContractRecord): RecordInput {
		const held = fields.filter(({ rawValue }) => rawValue !== null && rawValue !== undefined);
		return {
			id,
			fromCatalogRecordId: fromCatalogRecordId ?? null,
			fields: held.map(({ smartFieldId, rawValue }) => ({
				smartFieldId,
				value: this.sendable(smartFieldId, rawValue),
			})),
		};
	}

	/** What the record holds in the column: as stored, and as people read it where they may have written that. */
	private heldIn(record: ContractRecord, column: string): unknown[] {
		if (column === CATALOG_RECORD_ID) return [record.fromCatalogRecordId];
		const held = fieldOf(record, column);
		// Without the list of options nobody knows whether the input has their names or their ids.
		const { type, options } = this.fields.get(column) ?? { type: 'other', options: [] };
		const isChoice = (type === 'select' || type === 'multiSelect') && options.length === 0;
		return isChoice && held ? [held.rawValue, resolvedValueOf(held)] : [held?.rawValue];
	}

	// A service may show "0.50" and take 0.5; what would lose something, as the time of a day, is sent as it was shown.
	private sendable(column: string, raw: FieldValue): FieldValue {
		const field = this.fields.get(column);
		if (!field || isBlank(raw)) return raw;
		const value = reading(field, raw, { zone: this.zone, richText: 'markdown' });
		const isSafe = value !== undefined && (LOSSLESS.has(field.type) || isSameValue(raw, value));
		return isSafe ? value : raw;
	}
}

/** Entries by the values that they have in some columns. */
export class ValueIndex<T> {
	private readonly entries = new Map<string, Array<{ held: unknown[][]; entry: T }>>();

	constructor(private readonly comparisons: Comparison[]) {}

	/** @param held what the entry has in each column, in one form or several */
	add(held: unknown[][], entry: T): void {
		const alike = keptIn(this.entries, () => []);
		for (const key of this.keysOf(held)) alike(key).push({ held, entry });
	}

	/** What has the same values in all columns, in the order in which it was added. @param wanted in one form */
	find(wanted: unknown[][]): T[] {
		const [key] = this.keysOf(wanted);
		const same = (this.entries.get(key) ?? []).filter(({ held }) =>
			this.comparisons.every(({ isSame }, i) => held[i].some((each) => isSame(each, wanted[i][0]))),
		);
		return same.map(({ entry }) => entry);
	}

	/** One key for each mixture of forms; where those would be too many, for each form. */
	private keysOf(held: unknown[][]): string[] {
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
