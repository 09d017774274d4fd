import { findCounterparty, insertCounterparty } from '../../store/counterparties.mts';
import { insert, type Database } from '../../store/database.mts';
import { MEMBERS, ORGANIZATIONS, type OrganizationAlias } from '../base.mts';
import { fixedId } from '../ids.mts';

export interface BulkType {
	id: string;
	templateId: string;
}

/** The smart fields of every generated contract type, none of them required. */
export const BULK_FIELDS = [
	{ name: 'Reference', type: 'text', options: [] },
	{ name: 'Contract value', type: 'number', options: [] },
	{
		name: 'Payment term',
		type: 'select',
		options: [
			{ id: '30-days', name: '30 days' },
			{ id: '60-days', name: '60 days' },
		],
	},
];

/** Ids of organizations differ in their first digits, as every id is unique over all of them. */
const KIND = {
	main: { type: 'b7', template: 'be', field: 'bf', counterparty: 'bc' },
	other: { type: 'd7', template: 'de', field: 'df', counterparty: 'dc' },
} as const;

export function bulkFieldIds(organization: OrganizationAlias): string[] {
	return BULK_FIELDS.map((_, index) => fixedId(KIND[organization].field, index + 1));
}

/** Contract types 1 to `count`, as far as they are not there yet. */
export function bulkTypes(
	database: Database,
	organization: OrganizationAlias,
	count: number,
): BulkType[] {
	const types = Array.from({ length: count }, (_, index) => ({
		id: fixedId(KIND[organization].type, index + 1),
		templateId: fixedId(KIND[organization].template, index + 1),
	}));
	insertFields(database, organization);
	for (const [index, type] of types.entries()) {
		if (exists(database, 'contract_types', type.id)) continue;
		insertType(database, organization, type, index + 1);
	}
	return types;
}

export function bulkCounterparties(
	database: Database,
	organization: OrganizationAlias,
	count: number,
): string[] {
	const organizationId = ORGANIZATIONS[organization].id;
	return Array.from({ length: count }, (_, index) => {
		const id = fixedId(KIND[organization].counterparty, index + 1);
		if (!findCounterparty(database, organizationId, id)) {
			insertCounterparty(database, {
				id,
				organization_id: organizationId,
				name: `Generated Counterparty ${index + 1}`,
				status: index % 10 === 9 ? 'archived' : 'active',
				created_at: new Date(Date.UTC(2023, 0, 1) + index * 3_600_000).toISOString(),
			});
		}
		return id;
	});
}

function insertFields(database: Database, organization: OrganizationAlias): void {
	for (const [index, id] of bulkFieldIds(organization).entries()) {
		if (exists(database, 'field_definitions', id)) continue;
		const organization_id = ORGANIZATIONS[organization].id;
		insert(database, 'field_definitions', {
			id,
			organization_id,
			scope: 'contract',
			...BULK_FIELDS[index],
		});
	}
}

function insertType(
	database: Database,
	organization: OrganizationAlias,
	{ id, templateId }: BulkType,
	number: number,
): void {
	const organization_id = ORGANIZATIONS[organization].id;
	insert(database, 'contract_types', {
		id,
		organization_id,
		name: `Generated Type ${number}`,
		author_id: MEMBERS.find((member) => member.organization_id === organization_id)!.id,
		starts_when_signed: 1,
	});
	insert(database, 'templates', {
		id: templateId,
		contract_type_id: id,
		name: `Generated Template ${number}`,
		position: 1,
	});
	for (const [position, field_id] of bulkFieldIds(organization).entries()) {
		const row = { contract_type_id: id, field_id, required: 0, position };
		insert(database, 'contract_type_fields', row);
	}
}

function exists(database: Database, table: string, id: string): boolean {
	return database.get(`SELECT 1 FROM ${table} WHERE id = ?`, id) !== undefined;
}
