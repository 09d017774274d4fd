import { CONTRACT_JOINS, CONTRACT_SELECT, type ContractListRow } from '../store/contracts/row.mts';
import type { Catalog, Catalogs } from '../store/catalog.mts';
import type { Database } from '../store/database.mts';
import { renderPdf } from './pdf.mts';

/** The document of a contract in its current state, made from its template, fields and clauses. */
export function contractDocument(
	database: Database,
	catalogs: Catalogs,
	contractId: string,
	bytes = 0,
): Buffer {
	const row = database.get<ContractListRow>(
		`SELECT ${CONTRACT_SELECT} FROM contracts t ${CONTRACT_JOINS} WHERE t.id = ?`,
		contractId,
	)!;
	const catalog = catalogs.of(row.organization_id);
	return renderPdf(row.name, [...heading(catalog, row), ...body(database, catalog, row)], bytes);
}

function heading(catalog: Catalog, row: ContractListRow): string[] {
	const type = catalog.contractTypes.get(row.contract_type_id)!;
	const template = type.templates.find(({ id }) => id === row.template_id);
	return [
		row.name,
		'',
		`${type.name} (${template?.name ?? 'no template'})`,
		`between ${catalog.organization.name} and ${row.counterparty_name}`,
		`Status: ${row.status}${row.signature_date ? `, signed on ${row.signature_date}` : ''}`,
		'',
	];
}

function body(database: Database, catalog: Catalog, row: ContractListRow): string[] {
	const fields = Object.entries(JSON.parse(row.fields) as Record<string, unknown>).map(
		([id, value]) => `${catalog.contractFields.get(id)?.name ?? id}: ${readable(value)}`,
	);
	const clauses = database.all<{ name: string; text: string }>(
		`SELECT clauses.name, content_text AS text FROM contract_clauses
		JOIN clauses ON clauses.id = clause_id WHERE contract_id = ? ORDER BY position`,
		row.id,
	);
	return [...fields, ...clauses.flatMap(({ name, text }) => ['', name, text])];
}

function readable(value: unknown): string {
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
