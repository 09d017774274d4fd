import { isObject, unwrap } from '../../api/shapes';
import type { Contract } from '../../api/types';
import { identifierOf, pathOf } from '../../transport/path';
import { hook, toItem } from '../../transport/routing';
import type { ItemScope } from '../../transport/scope';
import { changeStatus, readQuietly, type Changed } from './statusChange';

/** Sends the contract for signature ("POST /contracts/{id}/signatures/send") and says in which status it is then. */
export const sendForSignature = hook(async (scope, declared) => {
	const path = pathOf(scope, declared.path);
	const message = String(scope.parameter<unknown>('options.message', '') ?? '').trim();
	const changed = await changeStatus(scope, {
		asked: { ...declared, path, bodyOptional: true, ...(message && { body: { message } }) },
		reached: ['signing', 'signed'],
		conflict,
	});
	const status = await statusAfter(scope, changed);
	return [toItem(scope, { id: identifierOf(scope, 'contractId'), status })];
});

/** The answer may be empty: then the contract says it, and `null` stands for accepted, but not readable. */
async function statusAfter(scope: ItemScope, changed: Changed): Promise<string | null> {
	if ('contract' in changed) return changed.contract.status;
	const body = unwrap(changed.body);
	if (isObject(body) && typeof body.status === 'string') return body.status;
	return (await readQuietly(scope))?.status ?? null;
}

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
