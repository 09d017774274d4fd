import { CONTRACT_STATUSES } from '../../api/limits';
import { isObject, unwrap } from '../../api/shapes';
import { contractIfReadable } from '../../transport/contracts';
import { hint } from '../../transport/hint';
import { missedId } from '../../transport/readers';
import { toItem } from '../../transport/routing';
import { field } from '../shared/fields';
import { contractLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { textParameter } from '../shared/parameters';
import { changeStatus, reachedBy, type Conflicts } from './statusChange';

/** Sends the contract for signature ("POST /contracts/{id}/signatures/send") and says in which status it is then. */
export const sendForSignature: Operation = {
	name: 'Send for Signature',
	action: 'Send contract for signature',
	description:
		'Send the document of a contract to its signatories, to be signed in the service. For PDFs signed elsewhere use Mark as Signed.',
	request: { method: 'POST', url: '/contracts/{contractId}/signatures/send' },
	fields: [contractLocator],
	options: [
		field('message', [
			'Message',
			'',
			'A message for the signatories, if the service supports one',
			{ typeOptions: { rows: 3 } },
		]),
	],
	items: '{id, status}',
	isShort: true,
	prepare: (scope, declared, { contractId: id }) => {
		const message = textParameter(scope, 'options.message');
		const asked = { ...declared, bodyOptional: true, ...(message && { body: { message } }) };
		const change = { id, asked, reached: ['signing', 'signed'], conflicts: CONFLICTS };
		return {
			send: async () => {
				const { connection } = scope;
				const body = unwrap(await changeStatus(connection, change));
				// The answer may be empty, or tell of something else: then the contract says it, and `null` stands for
				// accepted, but not readable.
				const isTold = isObject(body) && STATUSES.has(body.status) && !missedId(asked, body);
				const { status = null } = (isTold ? body : await contractIfReadable(connection, id)) ?? {};
				if (status !== null && !change.reached.includes(String(status)))
					hint(scope.context, QUEUED);
				return [toItem(scope, { id, status })];
			},
			look: async () => {
				const { connection } = scope;
				const contract = await contractIfReadable(connection, id);
				const reached = await reachedBy(connection, change, contract);
				return reached && [toItem(scope, { id, status: reached.status })];
			},
			again:
				'Running this again ends at the first of them, as it is out for signature: leave these items out.',
		};
	},
};

const STATUSES = new Set<unknown>(CONTRACT_STATUSES);

const QUEUED =
	'The service has accepted the sending, but does not show it yet: it may be queued. Do not send again; look with Contract > Get.';

const CONFLICTS: Conflicts = {
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
