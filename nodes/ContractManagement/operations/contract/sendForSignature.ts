import { CONTRACT_STATUSES } from '../../api/limits';
import { isObject, unwrap } from '../../api/shapes';
import type { Contract } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { contractIfReadable, readContract } from '../../transport/contracts';
import { contextOf } from '../../transport/errors/requestError';
import { hint } from '../../transport/hint';
import { missedId } from '../../transport/readers';
import { toItem } from '../../node/scope';
import { inOptions, text } from '../shared/fields';
import { contractLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { changeStatus, reachedBy, type Conflicts } from './statusChange';

const options = inOptions({
	message: text('Message', {
		typeOptions: { rows: 3 },
		placeholder: 'e.g. Please sign by Friday',
	}).says('A message for the signatories, if the service supports one'),
});

/** Sends the contract for signature ("POST /contracts/{id}/signatures/send") and says in which status it is then. */
export const sendForSignature: Operation = {
	name: 'Send for Signature',
	action: 'Send contract for signature',
	description:
		'Send the document of a contract to its signatories, to be signed in the service. For PDFs signed elsewhere use Mark as Signed.',
	request: { method: 'POST', url: '/contracts/{contractId}/signatures/send' },
	fields: [
		contractLocator,
		{
			displayName:
				'The document goes to the signatories that the contract has from its template and form.',
			name: 'signatoriesNotice',
			type: 'notice',
			default: '',
		},
	],
	options,
	items: '{id, status, signatories: [{id, name, email, type}]}',
	isShort: true,
	prepare: (scope, declared, { contractId: id }) => {
		const { connection } = scope;
		const message = options.message.of(scope);
		const asked = { ...declared, bodyOptional: true, ...(message && { body: { message } }) };
		const reached = ['signing', 'signed'];
		let before: unknown;
		// Nothing in a contract shows whose sending it was. It is what was wanted where it was not out before.
		const isOurs = async ({ context }: Connection, { status }: Contract) => {
			const isNew = STATUSES.has(before) && !reached.includes(String(before));
			if (isNew) hint(context, found(id, status));
			return isNew;
		};
		const change = { id, asked, reached, isOurs, conflicts: CONFLICTS };
		const shown = (status: unknown, contract: Partial<Contract>) => {
			const { signatories: listed } = contract;
			const signatories = listed ?? [];
			const isInternal = signatories.every(({ type }) => type === 'member');
			if (listed && isInternal) hint(scope.context, listed.length > 0 ? MEMBERS_ONLY : NOBODY);
			return [toItem(scope, { id, status, ...(scope.node.typeVersion > 1 && { signatories }) })];
		};
		return {
			send: async () => {
				const current = await readContract(connection, id);
				before = current.status;
				const body = unwrap(await changeStatus(connection, { ...change, before }));
				// The answer may be empty, or tell of something else: then the contract says it, and `null` stands for
				// accepted, but not readable.
				const isTold = isObject(body) && STATUSES.has(body.status) && !missedId(asked, body);
				const { status = null } = (isTold ? body : await contractIfReadable(connection, id)) ?? {};
				if (status !== null && !reached.includes(String(status))) hint(scope.context, QUEUED);
				return shown(status, current);
			},
			look: async (lost) => {
				before = contextOf(lost).statusBefore;
				const contract = await contractIfReadable(connection, id);
				const sent = await reachedBy(connection, change, contract);
				return sent && shown(sent.status, sent);
			},
			again:
				'Running this again ends at the first of them, as it is out for signature: leave these items out.',
		};
	},
};

const found = (id: string, status: string) =>
	`The answer to the sending of ${id} was lost. It is '${status}' now and was not out before: sent by this run, or by somebody else in the same moment.`;

const STATUSES = new Set<unknown>(CONTRACT_STATUSES);

const QUEUED =
	'The service has accepted the sending, but does not show it yet: it may be queued. Do not send again; look with Contract > Get.';

const MEMBERS_ONLY =
	'All signatories of the contract are members of your organization: nobody of the counterparty signs it.';

const NOBODY =
	'The contract lists no signatories: look in the web application whether anybody is asked to sign.';

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
