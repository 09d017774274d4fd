import type { Contract } from '../../schemas/contract.mts';
import type { FieldMap } from '../../schemas/values.mts';
import type { Catalog } from '../catalog.mts';
import type { Database } from '../database.mts';
import { CONTRACT_PREFIX } from '../ids.mts';
import type { ContractListRow, ContractRow } from './row.mts';

/** What turns a row into the API's contract. */
export interface ContractViewer {
	database: Database;
	catalog: Catalog;
	/** Address of the web application. */
	appUrl: string;
}

/** The contract as the API shows it, with `overrides` in place of its own field values. */
export function contractView(
	viewer: ContractViewer,
	row: ContractListRow,
	overrides: FieldMap = {},
): Contract {
	const { catalog, database } = viewer;
	return {
		id: CONTRACT_PREFIX + row.id,
		name: row.name,
		status: row.status,
		counterparty: { id: row.counterparty_id, name: row.counterparty_name },
		contractType: {
			id: row.contract_type_id,
			name: catalog.contractTypes.get(row.contract_type_id)!.name,
		},
		templateId: row.template_id,
		initialContractId: row.initial_contract_id,
		folderId: row.folder_id,
		author: { id: row.author_id, email: row.author_email },
		fields: fieldViews(catalog, row, overrides),
		signatories: JSON.parse(row.signatories),
		integration: row.integration === null ? null : JSON.parse(row.integration),
		signatureDate: row.signature_date,
		startAt: row.start_at,
		endAt: row.end_at,
		createdAt: row.created_at,
		updatedAt: row.updated_at,
		contractUrl: contractUrl(viewer, row.id),
		contractMembers: participants(database, row),
	};
}

/** `<app_url>/<organizationSlug>/project/<contract_id>` */
export function contractUrl({ appUrl, catalog }: ContractViewer, contractId: string): string {
	return `${appUrl}/${catalog.organization.slug}/project/${CONTRACT_PREFIX}${contractId}`;
}

function fieldViews(catalog: Catalog, row: ContractRow, overrides: FieldMap): Contract['fields'] {
	const values: FieldMap = { ...JSON.parse(row.fields), ...overrides };
	const formFields = catalog.contractTypes.get(row.contract_type_id)!.fields;
	const ids = new Set([...formFields.map((field) => field.definition.id), ...Object.keys(values)]);
	return [...ids].map((id) => ({
		attributeDefinitionId: id,
		name: catalog.contractFields.get(id)?.name ?? id,
		value: values[id] ?? null,
	}));
}

function participants(database: Database, row: ContractListRow): Contract['contractMembers'] {
	const ids: string[] = JSON.parse(row.member_ids);
	return ids.map((id) => ({
		id,
		email:
			id === row.author_id
				? row.author_email
				: (database.get<{ email: string }>('SELECT email FROM members WHERE id = ?', id)?.email ??
					''),
	}));
}
