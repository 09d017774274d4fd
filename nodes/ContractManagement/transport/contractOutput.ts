import { uuidOf } from '../api/identifiers';
import type { TypedField } from '../api/creationForm';
import { readableFields } from '../api/readableValues';
import { simplifiedContract, type FieldsAs } from '../api/simplifiedContract';
import type { Contract } from '../api/types';
import { mapConcurrently } from './concurrent';
import type { Connection } from './connection';
import { sharedCreationForm } from './creationForm';
import { unlessRefused } from './errors/requestError';
import { hint } from './hint';

/** In which form contracts come out. */
export interface ContractOutput {
	simplify: boolean;
	/** Of the short form. */
	fieldsAs: FieldsAs;
	/** Whether values come out in the words that Create takes, at one creation form per contract type and execution. */
	readableValues: boolean;
}

const CONCURRENT_FORMS = 8;

/** Statuses with which a service says that there is no such form, or that this key may not read it. */
const NO_FORM = [400, 403, 404];

/** Contracts as the person wants them. @throws NodeApiError when a creation form cannot be read for now */
export async function presentContracts(
	connection: Connection,
	contracts: Array<Partial<Contract>>,
	{ simplify, fieldsAs, readableValues }: ContractOutput,
): Promise<object[]> {
	const shown = readableValues ? await withReadableValues(connection, contracts) : contracts;
	return simplify ? shown.map((contract) => simplifiedContract(contract, fieldsAs)) : shown;
}

async function withReadableValues(connection: Connection, contracts: Array<Partial<Contract>>) {
	const ids = contracts.filter(({ fields }) => fields?.length).map(typeIdOf);
	const typeIds = [...new Set(ids)].filter((id) => id !== '');
	const forms = await mapConcurrently(typeIds, CONCURRENT_FORMS, async (typeId) => {
		return await formFields(connection, typeId);
	});
	return contracts.map((contract) => {
		const form = forms[typeIds.indexOf(typeIdOf(contract))];
		return form && Array.isArray(contract.fields)
			? { ...contract, fields: readableFields(contract.fields, form) }
			: contract;
	});
}

function typeIdOf({ contractType }: Partial<Contract>): string {
	return typeof contractType?.id === 'string' ? uuidOf(contractType.id) : '';
}

/** The fields of the form; none where it cannot be known what they are. */
async function formFields(connection: Connection, typeId: string): Promise<TypedField[]> {
	const form = sharedCreationForm(connection, typeId);
	const { value, refusal } = await unlessRefused(form, NO_FORM);
	if (!refusal) return value.fields;
	hint(
		connection.context,
		`The values of contract type ${typeId} are as the service stores them: ${refusal.message}`,
	);
	return [];
}
