import type { ContractStatus } from '../../schemas/contract.mts';
import type { Database } from '../database.mts';

export type SignatureProcess = 'external' | 'native' | 'provider';

/** A row of the table `contracts`; JSON columns as text. */
export interface ContractRow {
	id: string;
	organization_id: string;
	name: string;
	search_name: string;
	status: ContractStatus;
	counterparty_id: string;
	contract_type_id: string;
	template_id: string;
	initial_contract_id: string | null;
	folder_id: string | null;
	author_id: string;
	/** Map from field id to value. */
	fields: string;
	/** Of an amendment: the values that it gives the root contract's fields, by field id. */
	consolidation: string | null;
	signatories: string;
	integration: string | null;
	member_ids: string;
	signature_process: SignatureProcess | null;
	signature_date: string | null;
	start_at: string | null;
	end_at: string | null;
	created_at: string;
	updated_at: string;
}

/** A row with the names that its answer shows. */
export interface ContractListRow extends ContractRow {
	counterparty_name: string;
	author_email: string;
}

export const CONTRACT_SELECT =
	't.*, counterparty.name AS counterparty_name, author.email AS author_email';
export const CONTRACT_JOINS = `LEFT JOIN counterparties counterparty ON counterparty.id = t.counterparty_id
	LEFT JOIN members author ON author.id = t.author_id`;

export function findContract(
	database: Database,
	organizationId: string,
	id: string,
): ContractListRow | undefined {
	return database.get<ContractListRow>(
		`SELECT ${CONTRACT_SELECT} FROM contracts t ${CONTRACT_JOINS} WHERE t.id = ? AND t.organization_id = ?`,
		id,
		organizationId,
	);
}

/** The signed amendments of a contract that carry consolidation values, oldest first. */
export function amendmentsOf(database: Database, rootId: string): ContractRow[] {
	return database.all<ContractRow>(
		`SELECT * FROM contracts WHERE initial_contract_id = ? AND status = 'signed' AND consolidation IS NOT NULL
		ORDER BY coalesce(signature_date, created_at), created_at, id`,
		rootId,
	);
}
