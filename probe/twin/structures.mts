import type { TwinField, TwinFile } from '../../sandbox/twin/file.mts';
import { isRow, textOf, type Row } from '../reading.mts';
import type { Service } from '../service.mts';
import { READ_SINGLY } from '../effects.mts';
import { mergedShapes, shapeOf } from './inference.mts';

const MAX_TYPES = 20;
const MAX_OBJECTS = 10;

type Structures = Pick<TwinFile, 'contractTypes' | 'customObjects' | 'counterpartyFields'>;

/**
 * Contract types, forms and tables as far as the API shows them. Names that people gave only `withNames`; what cannot be
 * read is left out.
 */
export async function structuresOf(service: Service, withNames: boolean): Promise<Structures> {
	const reader = new Reader(withNames);
	return {
		contractTypes: await listed(() => contractTypes(service, reader)),
		customObjects: await listed(() => customObjects(service, reader)),
		counterpartyFields: await listed(async () => {
			return counterpartyFields(await service.counterparties());
		}),
	};
}

async function listed<T>(read: () => Promise<T[]>): Promise<T[]> {
	return await read().catch(() => []);
}

async function contractTypes(service: Service, reader: Reader) {
	const first = await service.contractTypeId();
	const types = (await shownContracts(service)).map((row) => row.contractType).filter(isRow);
	const ids = [first, ...types.flatMap((type) => textOf(type, 'id') ?? [])];
	const found: TwinFile['contractTypes'] = [];
	for (const id of [...new Set(ids)].slice(0, MAX_TYPES)) {
		const path = `/contract-types/${encodeURIComponent(decodeURIComponent(id))}/creation-form`;
		const form = await service.record(path).catch((): Row => ({}));
		const known = types.find((type) => type.id === id);
		found.push({
			...reader.named({ ...known, id }),
			templates: rowsOf(form.templates).flatMap((row) => reader.reference(row)),
			fields: fieldsOf(form).flatMap((row) => reader.field(row)),
		});
	}
	return found;
}

/** The newest contracts; where a list shows parts of them, a few that are read on their own. */
async function shownContracts(service: Service): Promise<Row[]> {
	const rows = await service.contracts();
	if (rows.some((row) => 'contractType' in row)) return rows;
	const whole: Row[] = [];
	for (const row of rows.slice(0, READ_SINGLY)) {
		const id = textOf(row, 'id');
		if (id) whole.push(await service.record(`/contracts/${encodeURIComponent(id)}`));
	}
	return whole;
}

async function customObjects(service: Service, reader: Reader) {
	const wanted = [service.given.customObjectId ?? []].flat();
	const found: TwinFile['customObjects'] = [];
	for (const id of wanted) {
		if (found.length === MAX_OBJECTS) break;
		const path = `/custom-objects/${encodeURIComponent(id)}`;
		const object = await service.record(path).catch(() => undefined);
		if (!object) continue;
		const fields = fieldsOf(object).flatMap((row) => reader.field(row));
		found.push({ ...reader.named({ ...object, id }), fields });
		for (const { relatedObjectId: next } of fields) {
			if (next !== undefined && !wanted.includes(next)) wanted.push(next);
		}
	}
	return found;
}

/** The types of counterparties' fields are those of their values: the API has no list of them. */
function counterpartyFields(rows: Row[]): TwinField[] {
	const values = new Map<string, unknown[]>();
	for (const [id, value] of rows.flatMap(({ fields }) =>
		Object.entries(isRow(fields) ? fields : {}),
	)) {
		values.set(id, [...(values.get(id) ?? []), value]);
	}
	return [...values].map(([id, known]) => ({ id, type: typeOf(known) }));
}

function typeOf(values: unknown[]): string {
	const { type, formats = [] } = mergedShapes(values.map((value) => shapeOf(value)))!;
	const kinds = ['number', 'boolean'].filter((kind) => type.includes(kind));
	if (kinds.length > 0) return kinds[0]!;
	if (formats.length > 0 && formats.every((one) => one.startsWith('decimal.'))) return 'number';
	if (formats.length > 0 && formats.every((one) => one.startsWith('0000-00-00'))) return 'date';
	return 'text';
}

/** Reads fields and references from whichever names they have. */
class Reader {
	private readonly withNames: boolean;

	constructor(withNames: boolean) {
		this.withNames = withNames;
	}

	named(row: Row): { id: string; name?: string } {
		const name = textOf(row, 'name') ?? textOf(row, 'label');
		const id = textOf(row, 'id') ?? textOf(row, 'attributeDefinitionId') ?? textOf(row, 'value');
		return { id: id ?? name ?? '', ...(this.withNames && name !== undefined && { name }) };
	}

	reference(row: unknown): Array<{ id: string; name?: string }> {
		if (typeof row === 'string') return [{ id: row, name: row }];
		const reference = isRow(row) ? this.named(row) : { id: '' };
		return reference.id === '' ? [] : [reference];
	}

	field(row: Row): TwinField[] {
		const named = this.named(row);
		if (!textOf(row, 'id') && !textOf(row, 'attributeDefinitionId')) return [];
		const help = row.helpText ?? row.help_text;
		const options = rowsOf(row.options ?? row.availableOptions ?? row.choices);
		const related = textOf(row, 'related_object_id') ?? textOf(row, 'relatedObjectId');
		return [
			{
				...named,
				type: /^[A-Za-z][\w -]{0,29}$/.test(String(row.type)) ? String(row.type) : 'text',
				...(row.required === true && { required: true }),
				...(typeof help === 'string' && { helpText: true }),
				...(options.length > 0 && {
					options: this.withNames
						? options.flatMap((option) => this.reference(option))
						: options.length,
				}),
				...(related !== undefined && { relatedObjectId: related }),
			},
		];
	}
}

function fieldsOf(row: Row): Row[] {
	const list = [row.fields, row.smartFields, row.smart_fields].find(Array.isArray);
	return rowsOf(list).filter(isRow);
}

function rowsOf(list: unknown): unknown[] {
	return Array.isArray(list) ? list : [];
}
