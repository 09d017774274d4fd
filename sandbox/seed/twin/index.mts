import { isUuid } from '../../schemas/formats.mts';
import type { FieldValue } from '../../schemas/values.mts';
import { insert, update, type Database } from '../../store/database.mts';
import { searchable } from '../../store/listing/filters.mts';
import { formType, tableType, uuidFor } from '../../twin/fieldTypes.mts';
import type { TwinField, TwinFile } from '../../twin/file.mts';
import { MEMBERS, ORGANIZATIONS } from '../base.mts';
import { CUSTOM_OBJECTS } from '../demo/catalog.mts';
import { demoContractCount, demoContractId } from '../demo/contracts.mts';
import { COUNTERPARTY_COUNT, counterpartyId, counterpartyName } from '../demo/counterparties.mts';
import { dayFromNow } from '../demo/time.mts';
import { slate } from '../demo/values.mts';
import { fixedId } from '../ids.mts';

const organization_id = ORGANIZATIONS.main.id;

/** The newest contract of the demo amends the one with this index, and an amendment has the type of what it amends. */
const NEWEST_ORIGIN = 3;
const AMENDED: Record<number, number> = { 49: 0, 52: 0, 53: NEWEST_ORIGIN };
const ROWS_PER_TABLE = 5;

/** Gives the demo's company the types, forms and tables of another service; its people, names and states stay made up. */
export function seedTwin(database: Database, twin: TwinFile, now: number): void {
	const objects = twin.customObjects.length > 0;
	if (objects) seedObjects(database, twin, now);
	if (twin.counterpartyFields.length > 0) seedCounterpartyFields(database, twin, now);
	if (twin.contractTypes.length === 0) return;
	const own = 'SELECT id FROM contract_types WHERE organization_id = ?';
	for (const table of ['templates', 'contract_type_fields']) {
		database.run(`DELETE FROM ${table} WHERE contract_type_id IN (${own})`, organization_id);
	}
	for (const table of ['contract_types', 'field_definitions']) {
		const scope = table === 'field_definitions' ? `AND scope = 'contract'` : '';
		database.run(`DELETE FROM ${table} WHERE organization_id = ? ${scope}`, organization_id);
	}
	seedTypes(database, twin);
	const options = optionsOf(database, twin);
	for (let index = 0; index < demoContractCount; index++) {
		const origin = AMENDED[index] ?? index;
		const count = twin.contractTypes.length;
		const type = twin.contractTypes[(origin - NEWEST_ORIGIN + count * NEWEST_ORIGIN) % count]!;
		const template = type.templates[index % Math.max(1, type.templates.length)];
		const position = twin.contractTypes.indexOf(type) + 1;
		const name = `${origin === index ? '' : 'Amendment to '}${type.name ?? `Contract type ${position}`} - ${counterpartyName(origin)}`;
		update(database, 'contracts', demoContractId(index), {
			name,
			search_name: searchable(name),
			contract_type_id: uuidFor(type.id),
			template_id: template ? uuidFor(template.id) : fixedId('7e', position),
			consolidation: null,
			fields: Object.fromEntries(
				type.fields.map((field) => [uuidFor(field.id), valueOf(field, index, now, options)]),
			),
		});
	}
}

type Options = Map<string, string[]>;

function seedTypes(database: Database, { contractTypes, customObjects }: TwinFile): void {
	const seen = new Set<string>();
	const related = customObjects.find(({ id }) => isRelated(id, customObjects))?.id;
	for (const [index, { id, name, templates, fields }] of contractTypes.entries()) {
		const contract_type_id = uuidFor(id);
		const title = name ?? `Contract type ${index + 1}`;
		insert(database, 'contract_types', {
			id: contract_type_id,
			organization_id,
			name: title,
			author_id: MEMBERS[0]!.id,
			starts_when_signed: 1,
		});
		const known = templates.length > 0 ? templates : [{ id: fixedId('7e', index + 1) }];
		for (const [position, template] of known.entries()) {
			const label = ('name' in template && template.name) || `Template ${position + 1}`;
			insert(database, 'templates', {
				id: uuidFor(template.id),
				contract_type_id,
				name: label,
				position,
			});
		}
		for (const [position, field] of fields.entries()) {
			const field_id = uuidFor(field.id);
			const { required = false } = field;
			insert(database, 'contract_type_fields', { contract_type_id, field_id, required, position });
			if (seen.size === seen.add(field_id).size) continue;
			insert(database, 'field_definitions', {
				...definition('contract', field, seen.size),
				related_object_id:
					formType(field.type) === 'relation'
						? uuidFor(field.relatedObjectId ?? related ?? CUSTOM_OBJECTS.products)
						: null,
			});
		}
	}
}

function isRelated(id: string, objects: TwinFile['customObjects']): boolean {
	return objects.some(({ fields }) => fields.some((field) => field.relatedObjectId === id));
}

function definition(scope: string, field: TwinField, number: number) {
	const type = formType(field.type);
	return {
		id: uuidFor(field.id),
		organization_id,
		scope,
		name: field.name ?? `Field ${number}`,
		type,
		options: choices(field),
		help_text: field.helpText ? 'Made up: the service has a help text here' : null,
	};
}

function choices({ options = [] }: TwinField): Array<{ id: string; name: string }> {
	if (typeof options !== 'number') return options.map(({ id, name = id }) => ({ id, name }));
	return Array.from({ length: options }, (_, index) => ({
		id: `option-${index + 1}`,
		name: `Option ${index + 1}`,
	}));
}

/** The ids that a field with a choice takes, by field. */
function optionsOf(database: Database, { contractTypes }: TwinFile): Options {
	const rows = database
		.all<{ id: string }>(
			`SELECT records.id FROM records JOIN custom_objects ON custom_objects.id = custom_object_id
			WHERE contract_id IS NULL AND organization_id = ? ORDER BY position`,
			organization_id,
		)
		.map(({ id }) => id);
	const fields = contractTypes.flatMap((type) => type.fields);
	return new Map(
		fields.map((field) => [
			field.id,
			formType(field.type) === 'relation' ? rows : choices(field).map(({ id }) => id),
		]),
	);
}

function valueOf(field: TwinField, index: number, now: number, options: Options): FieldValue {
	const known = options.get(field.id) ?? [];
	const choice = known[index % Math.max(1, known.length)];
	switch (formType(field.type)) {
		case 'number':
			return index % 2 ? 1_000 + index * 350 : 99.5 + index;
		case 'boolean':
			return index % 2 === 0;
		case 'date':
			return dayFromNow(now, -40 + index * 11);
		case 'richText':
			return slate(`Part ${index + 1}`, 'Made up for the twin of a service.');
		case 'multiSelect':
			return choice === undefined ? [] : [choice];
		case 'select':
		case 'relation':
			return choice ?? '';
		default:
			return `Made up ${String.fromCharCode(65 + (index % 26))}${index + 1}`;
	}
}

function seedCounterpartyFields(database: Database, twin: TwinFile, now: number): void {
	const scope = 'counterparty';
	const where = `organization_id = ? AND scope = '${scope}'`;
	database.run(`DELETE FROM field_definitions WHERE ${where}`, organization_id);
	for (const [index, field] of twin.counterpartyFields.entries()) {
		insert(database, 'field_definitions', definition(scope, field, index + 1));
	}
	for (let index = 0; index < COUNTERPARTY_COUNT; index++) {
		const values = twin.counterpartyFields.map((field) => {
			return [uuidFor(field.id), valueOf(field, index, now, new Map())] as const;
		});
		update(database, 'counterparties', counterpartyId(index), {
			fields: Object.fromEntries(values),
		});
	}
}

function seedObjects(database: Database, { customObjects }: TwinFile, now: number): void {
	const own = 'custom_object_id IN (SELECT id FROM custom_objects WHERE organization_id = ?)';
	database.run(`DELETE FROM records WHERE ${own}`, organization_id);
	database.run('DELETE FROM custom_objects WHERE organization_id = ?', organization_id);
	for (const [index, { id, name, fields }] of customObjects.entries()) {
		insert(database, 'custom_objects', {
			id: uuidFor(id),
			organization_id,
			name: name ?? `Table ${index + 1}`,
			help_text: 'Made up for the twin of a service',
			smart_fields: fields.map((field, position) => ({
				id: uuidFor(field.id),
				name: field.name ?? `Column ${position + 1}`,
				type: tableType(field.type),
				related_object_id: field.relatedObjectId ? uuidFor(field.relatedObjectId) : null,
			})),
		});
	}
	const catalogs = customObjects.filter(({ id }) => isRelated(id, customObjects));
	for (const object of catalogs) {
		for (let row = 0; row < ROWS_PER_TABLE; row++) insertRow(database, object, null, row, now);
	}
	for (const object of customObjects.filter((each) => !catalogs.includes(each))) {
		for (let index = 0; index < demoContractCount; index++) {
			insertRow(database, object, demoContractId(index), index, now);
		}
	}
}

function insertRow(
	database: Database,
	object: TwinFile['customObjects'][number],
	contract_id: string | null,
	index: number,
	now: number,
): void {
	const values = object.fields.map((field) => {
		const type = tableType(field.type);
		const value =
			type === 'relation'
				? rowId(field.relatedObjectId ?? '', null, index % ROWS_PER_TABLE)
				: valueOf({ ...field, type: type === 'string' ? 'text' : type }, index, now, new Map());
		return [uuidFor(field.id), value] as const;
	});
	insert(database, 'records', {
		id: rowId(object.id, contract_id, index),
		custom_object_id: uuidFor(object.id),
		contract_id,
		fields: Object.fromEntries(values),
	});
}

function rowId(objectId: string, contractId: string | null, index: number): string {
	const id = uuidFor(`${objectId} ${contractId ?? 'catalog'} ${index}`);
	return isUuid(id) ? id : uuidFor(id);
}
