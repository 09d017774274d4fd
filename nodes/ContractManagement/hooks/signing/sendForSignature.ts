import { isObject, unwrap } from '../../api/shapes';
import type { Contract } from '../../api/types';
import { identifierOf, pathOf } from '../../transport/path';
import { toItem } from '../../transport/routing';
import type { ItemScope } from '../../transport/scope';
import { writeEachItem, writeHook, type Prepare } from '../../transport/writes';
import { changeStatus, readQuietly } from './statusChange';

/** Sends the contract for signature ("POST /contracts/{id}/signatures/send") and says in which status it is then. */
const prepare: Prepare = (scope, declared) => {
	const id = identifierOf(scope, 'contractId');
	const path = pathOf(scope, declared.path);
	const message = String(scope.parameter<unknown>('options.message', '') ?? '').trim();
	const asked = { ...declared, path, bodyOptional: true, ...(message && { body: { message } }) };
	return {
		send: async () => {
			const answer = await changeStatus(scope, { asked, reached: ['signing', 'signed'], conflict });
			return [toItem(scope, { id, status: await statusAfter(scope, answer) })];
		},
		again:
			'Running this again ends at the first of them, as it is out for signature: leave these items out.',
	};
};

export const sendForSignature = writeHook(prepare);

export const sendAllForSignature = writeEachItem(prepare, {
	method: 'POST',
	path: '/contracts/{contractId}/signatures/send',
});

/** The answer may be empty: then the contract says it, and `null` stands for accepted, but not readable. */
async function statusAfter(scope: ItemScope, answer: unknown): Promise<string | null> {
	const body = unwrap(answer);
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
