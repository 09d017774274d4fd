import type { SandboxState } from '../../state.mts';
import { changeContract } from '../../store/contracts/change.mts';
import type { ContractListRow, ContractRow } from '../../store/contracts/row.mts';
import { columnsOf } from './columns.mts';
import type { ContractChangeInput } from './input.mts';
import { setSignedFiles } from './stored.mts';

/** Sets any part of a contract, with what belongs to its new state, and sends the events unless `silent`. */
export function changeStoredContract(
	state: SandboxState,
	row: ContractListRow,
	input: ContractChangeInput,
): void {
	state.database.transaction(() => {
		const columns = columnsOf(state, row.organization_id, input);
		const isSigned = columns.status === 'signed' && row.status !== 'signed';
		changeContract(
			state,
			row,
			{ ...consequences(state, row, columns), ...columns },
			{ silent: input.silent },
		);
		const generated = isSigned ? [{ name: `${columns.name ?? row.name}.pdf` }] : undefined;
		const files = input.signedFiles ?? generated;
		if (files) setSignedFiles(state, row.id, files);
	});
}

function consequences(
	state: SandboxState,
	row: ContractListRow,
	{ status, signature_date }: Partial<ContractRow>,
): Partial<ContractRow> {
	if (status === 'signing' && row.signature_process === null)
		return { signature_process: 'native' };
	if (status !== 'signed' || row.status === 'signed') return {};
	const at = signature_date ?? state.clock.timestamp();
	const type = state.catalogs.of(row.organization_id).contractTypes.get(row.contract_type_id)!;
	return { signature_date: at, ...(type.startsWhenSigned ? { start_at: at } : {}) };
}
