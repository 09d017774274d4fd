import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { FieldsAs } from '../../api/simplifiedContract';
import type { Contract } from '../../api/types';
import { presentContracts } from '../../transport/contractOutput';
import { toItem, type ItemScope } from '../../node/scope';
import { isSimplified } from '../../node/toolOutput';
import { fieldsAs, readableValues } from '../shared/parameters.fields';

/** A simplified contract as n8n's AI builder is told about it. */
export const contractShape =
	"{id, name, status: 'draft' | 'negotiating' | 'signing' | 'signed' | 'canceled', counterpartyId, counterpartyName, contractTypeId, contractTypeName, contractUrl, externalId, signatureDate, startAt, endAt, createdAt, updatedAt, initialContractId, folderId, templateId, authorEmail, fields: {[name]: value}}";

/** Turns contracts into what Simplify, Fields As and Readable Values ask for. */
export function simplifier(scope: ItemScope) {
	const output = {
		simplify: isSimplified(scope),
		fieldsAs: fieldsAs.of(scope) as FieldsAs,
		...(readableValues.name in scope.parameter<IDataObject>('options', {}) && {
			readableValues: readableValues.of(scope),
		}),
	};
	return async (contracts: Array<Partial<Contract>>): Promise<object[]> =>
		await presentContracts(scope.connection, contracts, output);
}

/** Makes an item of one contract in that form, with `more` before it. Reads the parameters at once. */
export function contractItem(scope: ItemScope) {
	const simplify = simplifier(scope);
	return async (contract: Partial<Contract>, more?: IDataObject): Promise<INodeExecutionData> => {
		const [shown] = await simplify([contract]);
		return toItem(scope, { ...more, ...shown });
	};
}
