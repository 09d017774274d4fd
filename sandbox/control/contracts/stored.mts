import { notFound } from '../../http/apiError.mts';
import { ORGANIZATIONS } from '../../seed/base.mts';
import type { SandboxState } from '../../state.mts';
import {
	CONTRACT_JOINS,
	CONTRACT_SELECT,
	type ContractListRow,
} from '../../store/contracts/row.mts';
import { contractView } from '../../store/contracts/view.mts';
import { insert } from '../../store/database.mts';
import { anyUuidOf, CONTRACT_PREFIX, newId } from '../../store/ids.mts';

const SELECT = `SELECT ${CONTRACT_SELECT} FROM contracts t ${CONTRACT_JOINS}`;

export interface StoredFilter {
	organization?: string;
	status?: string;
	/** Only the newest so many. */
	last?: number;
}

/** A contract of any organization, if there is one. */
export function findStoredContract(
	{ database }: SandboxState,
	id: string,
): ContractListRow | undefined {
	return database.get<ContractListRow>(`${SELECT} WHERE t.id = ?`, anyUuidOf(id) ?? id);
}

/** A contract of any organization. Throws 404. */
export function storedContract(state: SandboxState, id: string): ContractListRow {
	const row = findStoredContract(state, id);
	if (!row) throw notFound('CONTRACT_NOT_FOUND', id);
	return row;
}

/** The id of a contract in the form in which the API answers it. */
export function shownId({ variants }: SandboxState, uuid: string): string {
	const isPlain = variants.names().includes('plainContractIds');
	return (isPlain ? '' : CONTRACT_PREFIX) + uuid;
}

/** Newest first. */
export function storedContracts(
	{ database }: SandboxState,
	{ organization, status, last = 1_000 }: StoredFilter,
): ContractListRow[] {
	const organizationId = ORGANIZATIONS[organization === 'other' ? 'other' : 'main'].id;
	const condition = status === undefined ? '' : 'AND t.status = ?';
	return database.all<ContractListRow>(
		`${SELECT} WHERE t.organization_id = ? ${condition} ORDER BY t.created_at DESC, t.id DESC LIMIT ?`,
		organizationId,
		...(status === undefined ? [] : [status]),
		last,
	);
}

/** The API's contract and what the API does not show. */
export function storedView(state: SandboxState, row: ContractListRow) {
	const catalog = state.catalogs.of(row.organization_id);
	const viewer = { database: state.database, catalog, appUrl: state.origin };
	return {
		...contractView(viewer, row),
		id: shownId(state, row.id),
		organization: row.organization_id === ORGANIZATIONS.other.id ? 'other' : 'main',
		signatureProcess: row.signature_process,
		consolidation: row.consolidation === null ? null : (JSON.parse(row.consolidation) as unknown),
		signedFiles: state.database.all(
			`SELECT contract_files.id, contract_files.name, contract_files.content_type AS contentType,
				coalesce(uploads.size, bytes) AS bytes, uploads.sha256
			FROM contract_files LEFT JOIN uploads ON uploads.id = upload_id
			WHERE contract_id = ? AND position >= 0 ORDER BY position`,
			row.id,
		),
	};
}

/** Replaces the signed files by generated PDFs of at least so many bytes. */
export function setSignedFiles(
	{ database }: SandboxState,
	contractId: string,
	files: Array<{ name: string; bytes?: number }>,
): void {
	database.run('DELETE FROM contract_files WHERE contract_id = ? AND position >= 0', contractId);
	for (const [position, { name, bytes }] of files.entries()) {
		insert(database, 'contract_files', {
			id: newId(),
			contract_id: contractId,
			position,
			name,
			content_type: 'application/pdf',
			bytes,
		});
	}
}
