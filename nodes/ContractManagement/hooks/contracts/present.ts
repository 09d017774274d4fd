import { simplifiedContract, type FieldsAs } from '../../api/simplifiedContract';
import type { Contract } from '../../api/types';
import type { ItemScope } from '../../transport/scope';

/** Turns contracts into what Simplify and Fields As ask for. */
export function presentContract(scope: ItemScope): (contract: Partial<Contract>) => object {
	if (!scope.parameter<boolean>('simplify', true)) return (contract) => contract;
	const fieldsAs = scope.parameter<FieldsAs>('options.fieldsAs', 'byName');
	return (contract) => simplifiedContract(contract, fieldsAs);
}
