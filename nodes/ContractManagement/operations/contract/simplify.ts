import type { FieldsAs } from '../../api/simplifiedContract';
import type { Contract } from '../../api/types';
import { presentContracts } from '../../transport/contractOutput';
import type { ItemScope } from '../../transport/scope';
import { tagger } from '../../transport/tags';
import { isSimplified } from '../../transport/toolOutput';

/** Turns contracts into what Simplify, Fields As and Readable Values ask for. */
export function simplifier(
	scope: ItemScope,
): (contracts: Array<Partial<Contract>>) => Promise<object[]> {
	const output = {
		simplify: isSimplified(scope),
		fieldsAs: scope.parameter<FieldsAs>('options.fieldsAs', 'byName'),
		readableValues: scope.parameter<boolean>('options.readableValues', false),
	};
	const tag = tagger(scope);
	return async (contracts) => {
		for (const { id, integration } of contracts) {
			tag({ contractId: id, externalId: integration?.externalId });
		}
		return await presentContracts(scope.connection, contracts, output);
	};
}
