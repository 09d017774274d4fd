import { ok, operation } from '../../http/operation.mts';
import { Counterparty } from '../../schemas/counterparty.mts';
import { counterpartyView } from '../../store/counterparties.mts';
import { counterpartyOf } from './find.mts';

export const getCounterparty = operation({
	method: 'GET',
	path: '/counterparties/:id',
	tag: 'Counterparties',
	summary: 'A counterparty',
	shape: 'counterparty',
	success: { status: 200, schema: Counterparty, description: 'The counterparty' },
	errors: [400, 404],
	find: counterpartyOf,
	handle: (_call, counterparty) => ok(counterpartyView(counterparty)),
});
