import { NodeApiError } from 'n8n-workflow';
import { uuidOf } from '../api/identifiers';
import { readableBy } from '../api/readableValues';
import { simplifiedContract, type FieldsAs } from '../api/simplifiedContract';
import type { Contract } from '../api/types';
import { mapConcurrently, yielding } from './concurrent';
import type { Connection } from './connection';
import { sharedCreationForm } from './definitions';
import { contextOf, statusOf } from './errors/requestError';
import { hint } from './hint';
import { keptIn } from './memory';
import { isInconclusive } from './retry';

/** In which form contracts come out. */
export interface ContractOutput {
	simplify: boolean;
	/** Of the short form. */
	fieldsAs: FieldsAs;
	/** Whether values come out in the words that Create takes. Where it is not said, those of the short form do from version 1.1 on. */
	readableValues?: boolean;
	/** Whether a creation form that cannot be read has been waited for long enough. */
	givesUp?: boolean;
}

type Shown = Array<Partial<Contract>>;

const CONCURRENT_FORMS = 8;

/** Contracts as the person wants them. @throws NodeApiError when a creation form cannot be read for now, and nothing was written */
export async function presentContracts(
	connection: Connection,
	contracts: Shown,
	{ simplify, fieldsAs, readableValues, givesUp = false }: ContractOutput,
): Promise<object[]> {
	const isNew = connection.context.getNode().typeVersion >= 1.1;
	const isReadable = readableValues ?? (simplify && isNew);
	const shown = isReadable ? await withReadable(connection, contracts, givesUp) : contracts;
	return simplify ? shown.map((contract) => simplifiedContract(contract, fieldsAs, isNew)) : shown;
}

async function withReadable(connection: Connection, contracts: Shown, givesUp: boolean) {
	const readerFor = keptIn(new Map<string, ReturnType<typeof readerOf>>(), (typeId) =>
		readerOf(connection, typeId, givesUp),
	);
	return await mapConcurrently(contracts, CONCURRENT_FORMS, async (contract) => {
		const { contractType, fields } = contract;
		const isReadable = typeof contractType?.id === 'string' && contractType.id !== '';
		if (!isReadable || !Array.isArray(fields) || fields.length === 0) return contract;
		const readable = await readerFor(uuidOf(contractType.id));
		return readable ? await yielding(() => ({ ...contract, fields: readable(fields) })) : contract;
	});
}

/** By the form; none where its fields cannot be known. */
async function readerOf(connection: Connection, typeId: string, givesUp: boolean) {
	const form = await sharedCreationForm(connection, typeId).catch((error: Error) => error);
	if (!(form instanceof Error)) return readableBy(form.fields);
	// Whoever is told of a failure writes it once more.
	if (mayPass(form, givesUp) && !connection.writing?.isSent) throw form;
	const message = `The values of contract type ${typeId} are as the service stores them: ${form.message}`;
	if (!hint(connection.context, message)) connection.context.logger.warn(message);
	return undefined;
}

// Without a status it is an answer that holds no form, or the time ran out.
function mayPass(error: Error, givesUp: boolean): boolean {
	const status = contextOf(error).failure ? 0 : statusOf(error);
	if (status === undefined) return !(error instanceof NodeApiError);
	const isOfForm = status < 400 || isInconclusive(status);
	return isOfForm ? !givesUp : [401, 429].includes(status);
}
