import { isObject, unwrap } from '../../api/shapes';
import type { Contract } from '../../api/types';
import { contractIfReadable } from '../../transport/contracts';
import { toItem } from '../../transport/routing';
import type { Prepare } from '../../transport/writes';
import { textParameter } from '../shared/parameters';
import { changeStatus } from './statusChange';

/** Sends the contract for signature ("POST /contracts/{id}/signatures/send") and says in which status it is then. */
export const prepare: Prepare = (scope, declared, { contractId: id }) => {
	const message = textParameter(scope, 'options.message');
	const asked = { ...declared, bodyOptional: true, ...(message && { body: { message } }) };
	const reached = ['signing', 'signed'];
	return {
		send: async () => {
			const { connection } = scope;
			const body = unwrap(await changeStatus(connection, { id, asked, reached, conflict }));
			// The answer may be empty: then the contract says it, and `null` stands for accepted, but not readable.
			const isTold = isObject(body) && typeof body.status === 'string';
			const { status = null } = (isTold ? body : await contractIfReadable(connection, id)) ?? {};
			return [toItem(scope, { id, status })];
		},
		again:
			'Running this again ends at the first of them, as it is out for signature: leave these items out.',
	};
};

function conflict({ status }: Contract) {
	return CONFLICTS[status];
}

const CONFLICTS: Partial<Record<string, { message: string; description: string }>> = {
	signing: {
		message: 'The contract is already out for signature',
		description: 'Nothing was sent again. Use Contract > Get to follow its status.',
	},
	signed: {
		message: 'The contract is already signed',
		description: 'Nothing was sent. Read its files with Download Signed Files.',
	},
	canceled: {
		message: 'The contract is canceled',
		description: 'Nothing was sent. Create a new contract to have it signed.',
	},
};
