import { toUtc } from '../../schemas/formats.mts';
import type { SandboxState } from '../../state.mts';
import type { ContractRow } from '../../store/contracts/row.mts';
import { checkedFields } from '../../store/fields/check.mts';
import { uuidOf } from '../../store/ids.mts';
import type { ContractChangeInput } from './input.mts';

type Column = keyof ContractRow;

const TIMES = ['signatureDate', 'startAt', 'endAt', 'createdAt', 'updatedAt'] as const;
const COLUMNS: Record<string, Column> = {
	name: 'name',
	status: 'status',
	signatureProcess: 'signature_process',
	counterpartyId: 'counterparty_id',
	folderId: 'folder_id',
	signatureDate: 'signature_date',
	startAt: 'start_at',
	endAt: 'end_at',
	createdAt: 'created_at',
	updatedAt: 'updated_at',
};

/** The columns that an input sets. Field values are checked as the API would check them. */
export function columnsOf(
	{ database, catalogs }: SandboxState,
	organizationId: string,
	input: ContractChangeInput,
): Partial<ContractRow> {
	const definitions = catalogs.of(organizationId).contractFields;
	const json: Partial<Record<Column, string | null>> = {};
	if (input.fields)
		json.fields = JSON.stringify(checkedFields(database, definitions, input.fields));
	if (input.consolidation !== undefined) {
		const values = input.consolidation && checkedFields(database, definitions, input.consolidation);
		json.consolidation = values && JSON.stringify(values);
	}
	if (input.signatories) json.signatories = JSON.stringify(input.signatories);
	if (input.integration !== undefined) {
		json.integration = input.integration && JSON.stringify(input.integration);
	}
	if (input.initialContractId !== undefined) {
		json.initial_contract_id = input.initialContractId && (uuidOf(input.initialContractId) ?? null);
	}
	return { ...plainColumns(input), ...json } as Partial<ContractRow>;
}

function plainColumns(input: ContractChangeInput): Partial<Record<Column, unknown>> {
	const given = Object.entries(COLUMNS).flatMap(([name, column]) => {
		const value = input[name as keyof ContractChangeInput];
		if (value === undefined) return [];
		const isTime = (TIMES as readonly string[]).includes(name);
		return [[column, isTime && typeof value === 'string' ? toUtc(value) : value]];
	});
	return Object.fromEntries(given);
}
