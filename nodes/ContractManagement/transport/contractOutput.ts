import { NodeApiError } from 'n8n-workflow';
import { uuidOf } from '../api/identifiers';
import { readableBy } from '../api/readableValues';
import { simplifiedContract, type FieldsAs } from '../api/simplifiedContract';
import type { Contract } from '../api/types';
import { mapConcurrently } from './concurrent';
import type { Connection } from './connection';
import { sharedCreationForm } from './creationForm';
import { statusOf } from './errors/requestError';
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
	const readers = await mapConcurrently(typeIds, CONCURRENT_FORMS, async (typeId) => {
		return [typeId, await readerOf(connection, typeId)] as const;
	});
	const readerBy = new Map(readers);
	return contracts.map((contract) => {
		const readable = readerBy.get(typeIdOf(contract));
		return readable && Array.isArray(contract.fields)
			? { ...contract, fields: readable(contract.fields) }
			: contract;
	});
}

function typeIdOf({ contractType }: Partial<Contract>): string {
	return typeof contractType?.id === 'string' ? uuidOf(contractType.id) : '';
}

/** By the form; none where it cannot be known what its fields are. */
async function readerOf(connection: Connection, typeId: string) {
	const form = await sharedCreationForm(connection, typeId).catch((error: Error) => error);
	if (!(form instanceof Error)) return readableBy(form.fields);
	if (mayPass(form)) throw form;
	const message = `The values of contract type ${typeId} are as the service stores them: ${form.message}`;
	if (!hint(connection.context, message)) connection.context.logger.warn(message);
	return undefined;
}

// Without a status it is an answer that holds no form, or the time ran out.
function mayPass(error: Error): boolean {
	const status = statusOf(error);
	if (status === undefined) return !(error instanceof NodeApiError);
	return status < 400 || status >= 500 || [401, 408, 429].includes(status);
}
