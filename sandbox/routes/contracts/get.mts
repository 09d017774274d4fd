import { ok, operation } from '../../http/operation.mts';
import { Contract } from '../../schemas/contract.mts';
import type { FieldMap } from '../../schemas/values.mts';
import { amendmentsOf } from '../../store/contracts/row.mts';
import { contractView } from '../../store/contracts/view.mts';
import { contractOf } from './find.mts';

export const getContract = operation({
	method: 'GET',
	path: '/contracts/:id',
	tag: 'Contracts',
	summary: 'A contract with its values as signed',
	shape: 'contract',
	success: { status: 200, schema: Contract, description: 'The contract' },
	errors: [400, 404],
	find: contractOf,
	handle: (call, contract) => ok(contractView(call, contract)),
});

export const getConsolidatedContract = operation({
	method: 'GET',
	path: '/contracts/:id/consolidated',
	tag: 'Contracts',
	summary: 'A contract with its consolidated values',
	description: 'A field shows the value of the latest signed amendment that consolidates it.',
	shape: 'contract',
	success: { status: 200, schema: Contract, description: 'The contract' },
	errors: [400, 404],
	find: contractOf,
	handle(call, contract) {
		const amendments = amendmentsOf(call.database, contract.id);
		const values: FieldMap = Object.assign(
			{},
			...amendments.map(({ consolidation }) => present(JSON.parse(consolidation!) as FieldMap)),
		);
		return ok(contractView(call, contract, values));
	},
});

/** A value that an amendment left empty hides none. */
function present(values: FieldMap): FieldMap {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
