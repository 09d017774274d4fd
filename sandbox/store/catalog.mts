import type { FormFieldType } from '../schemas/creationForm.mts';
import type { SmartField } from '../schemas/customObject.mts';
import type { Organization } from '../schemas/organization.mts';
import type { FieldValue } from '../schemas/values.mts';
import type { Database } from './database.mts';

export interface FieldDefinition {
	id: string;
	name: string;
	type: FormFieldType;
	options: Array<{ id: string; name: string }>;
	helpText: string | null;
	/** Of a relation: the custom object whose catalog records can be chosen. */
	relatedObjectId: string | null;
}

export interface ContractType {
	id: string;
	name: string;
	authorId: string;
	startsWhenSigned: boolean;
	startFieldId: string | null;
	endFieldId: string | null;
	templates: Array<{ id: string; name: string }>;
	fields: Array<{
		definition: FieldDefinition;
		required: boolean;
		/** What a contract gets that is created without a value. */
		defaultValue?: FieldValue;
	}>;
}

export interface CustomObjectDefinition {
	id: string;
	name: string;
	helpText: string;
	smartFields: SmartField[];
}

/** What belongs to one organization and is not changed through the API: types, fields, custom objects. */
export interface Catalog {
	organization: Organization;
	contractTypes: Map<string, ContractType>;
	contractFields: Map<string, FieldDefinition>;
	counterpartyFields: Map<string, FieldDefinition>;
	customObjects: Map<string, CustomObjectDefinition>;
}

/** The catalogs of all organizations, kept in memory as every answer needs names from them. */
export class Catalogs {
	readonly #database: Database;
	readonly #loaded = new Map<string, Catalog>();

	constructor(database: Database) {
		this.#database = database;
	}

	of(organizationId: string): Catalog {
		const known = this.#loaded.get(organizationId);
		if (known) return known;
		const catalog = load(this.#database, organizationId);
		this.#loaded.set(organizationId, catalog);
		return catalog;
	}

	/** To be called when a seed has changed the tables. */
	forget(): void {
		this.#loaded.clear();
	}
}

function load(database: Database, organizationId: string): Catalog {
	const contractFields = fieldDefinitions(database, organizationId, 'contract');
	return {
		organization: database.get<Organization>(
			'SELECT id, name, slug FROM organizations WHERE id = ?',
			organizationId,
		)!,
		contractTypes: contractTypes(database, organizationId, contractFields),
		contractFields,
		counterpartyFields: fieldDefinitions(database, organizationId, 'counterparty'),
		customObjects: customObjects(database, organizationId),
	};
}

function fieldDefinitions(database: Database, organizationId: string, scope: string) {
	const rows = database.all<FieldDefinition & { options: string }>(
		`SELECT id, name, type, options, help_text AS helpText, related_object_id AS relatedObjectId
		FROM field_definitions WHERE organization_id = ? AND scope = ?`,
		organizationId,
		scope,
	);
	return byId(rows.map((row): FieldDefinition => ({ ...row, options: JSON.parse(row.options) })));
}

function contractTypes(
	database: Database,
	organizationId: string,
	definitions: Map<string, FieldDefinition>,
) {
	const rows = database.all<Omit<ContractType, 'templates' | 'fields'>>(
		`SELECT id, name, author_id AS authorId, starts_when_signed AS startsWhenSigned,
			start_field_id AS startFieldId, end_field_id AS endFieldId
		FROM contract_types WHERE organization_id = ? ORDER BY id`,
		organizationId,
	);
	return byId(
		rows.map((row) => ({
			...row,
			startsWhenSigned: Boolean(row.startsWhenSigned),
			templates: database.all<{ id: string; name: string }>(
				'SELECT id, name FROM templates WHERE contract_type_id = ? ORDER BY position',
				row.id,
			),
			fields: database
				.all<{
					id: string;
					required: number;
					value: string | null;
				}>(
					`SELECT field_id AS id, required, value FROM contract_type_fields
					LEFT JOIN field_defaults USING (contract_type_id, field_id)
					WHERE contract_type_id = ? ORDER BY position`,
					row.id,
				)
				.map(({ id, required, value }) => ({
					definition: definitions.get(id)!,
					required: Boolean(required),
					...(value !== null && { defaultValue: JSON.parse(value) as FieldValue }),
				})),
		})),
	);
}

function customObjects(database: Database, organizationId: string) {
	const rows = database.all<CustomObjectDefinition & { smartFields: string }>(
		`SELECT id, name, help_text AS helpText, smart_fields AS smartFields
		FROM custom_objects WHERE organization_id = ? ORDER BY id`,
		organizationId,
	);
	return byId(
		rows.map(
			(row): CustomObjectDefinition => ({ ...row, smartFields: JSON.parse(row.smartFields) }),
		),
	);
}

function byId<T extends { id: string }>(rows: T[]): Map<string, T> {
	return new Map(rows.map((row) => [row.id, row]));
}
