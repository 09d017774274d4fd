import type { IDataObject } from 'n8n-workflow';
import { foreignId, sameId, uuidOf } from '../../api/identifiers';
import { comparableName } from '../../api/names';
import type { Contract } from '../../api/types';
import { wrongInput } from '../../transport/errors/requestError';
import type { ApiRequest } from '../../transport/exchange';
import { hint } from '../../transport/hint';
import type { Field } from '../../node/field';
import type { ItemScope } from '../../node/scope';
import { contractFields } from './creationValues';
import { draft, createOptions, integration } from './create.fields';
import { assertMayBeNew, creationInput, withRow, type CreationInput } from './creationInput';
import { documentOf } from './document';
import { existing, findOrCreate, type FindOrCreate, type FoundOrCreated } from './findOrCreate';
import { postContract } from './post';
import type { LinkInput } from './contractsByLink';
import type { Operation } from '../shared/operation';
import { meaningful } from '../../node/values';
import { additionalBodyOf } from '../shared/parameters.fields';
import { contractItem } from './simplify';

/**
 * Creates a contract ("POST /contracts"), or finds the one that its external record has already. Says which in
 * `action`. With Check Fields every value is checked against the creation form before anything is sent.
 */
export const create: Operation = {
	name: 'Create',
	action: 'Create draft contract',
	description:
		'Create a draft contract from a template, with a counterparty and field values. Contract Type > Get Creation Form lists the templates, fields and options.',
	request: { method: 'POST', url: '/contracts' },
	fields: Object.values(draft),
	options: createOptions,
	items: "{action: 'created' | 'found', counterpartyCreated, ...contract.get}",
	prepare: async (scope, declared) => {
		const findsExisting = draft.findExisting.of(scope);
		const itemOf = contractItem(scope);
		const create = await withRow(scope, async () => {
			const input = await creationInput(scope, (link) => findsExisting && assertLink(scope, link));
			const wanted = findsExisting ? wantedOf(input) : undefined;
			const document = await documentOf(scope);
			const asked = creation(scope, declared, input);
			// What has its contract already needs no values that fit the form.
			const [{ status }] = await Promise.allSettled([asked]);
			if (status === 'rejected' && !(wanted && (await existing(scope, wanted)))) await asked;
			let counterpartyCreated = false;
			const post = async (look?: ApiRequest['look']) => {
				const request = await asked;
				const body = { ...(request.body as IDataObject), ...(await document?.()) };
				const made = await postContract(scope.connection, { ...request, body, look });
				({ counterpartyCreated } = made);
				return made.contract;
			};
			return async () => {
				const done: FoundOrCreated = wanted
					? await findOrCreate(scope, wanted, post)
					: { action: 'created', contract: await post() };
				if (document && done.action === 'found') hint(scope.context, DOCUMENT_LEFT);
				return { ...done, counterpartyCreated };
			};
		});
		return {
			send: async () => {
				const { contract, ...done } = await withRow(scope, create);
				return [await itemOf(contract, done)];
			},
			mayRepeat: findsExisting,
			again: findsExisting ? FOUND_AGAIN : CREATED_AGAIN,
		};
	},
};

const DOCUMENT_LEFT =
	'What was found was there already: its file of Document (Input Binary Field) was not taken.';
const FOUND_AGAIN = 'Running this again does no harm: Find Existing finds what was created.';
const CREATED_AGAIN =
	'Running this again creates their contracts a second time: leave these items out. Only with Find Existing it does not.';

async function creation(
	scope: ItemScope,
	declared: ApiRequest,
	{ contractTypeId, body }: CreationInput,
): Promise<ApiRequest> {
	const called = meaningful(scope, draft.name.label, draft.name.of(scope));
	const fields = await contractFields(scope, contractTypeId);
	const more = additionalBodyOf(scope, createOptions.additionalBody);
	if (more.counterparty)
		assertMayBeNew(scope, more.counterparty, 'Additional Body would create a counterparty');
	const values = { ...(called && { name: called }), ...(fields && { fields }) };
	return { ...declared, body: { ...body, ...values, ...more } };
}

function assertLink(scope: ItemScope, link: LinkInput = {}): void {
	const { type, externalEntity, externalId } = integration.parts;
	const isAbsent = ({ name }: Field) => !link[name as keyof LinkInput];
	const absent = [type, externalEntity, externalId].find(isAbsent);
	if (!absent) return;
	const message = `Find Existing needs the ${absent.label} of the Integration Link`;
	const advice = 'A contract is found again by the type, entity and ID of its record.';
	throw wrongInput(scope, [absent.label], message, advice);
}

function wantedOf({ contractTypeId, body, search, link = {} }: CreationInput): FindOrCreate {
	const sameType = ({ contractType }: Contract) =>
		!contractType?.id || sameId(contractType.id, contractTypeId);
	return {
		search,
		company: (body.counterparty as { name?: string } | undefined)?.name,
		...(!search?.contractTypeId && { elsewhere: contractTypeId }),
		link,
		accepts: (contract) => contract.status !== 'canceled' && sameType(contract),
		identity: JSON.stringify([
			uuidOf(contractTypeId),
			comparableName(link.type),
			comparableName(link.externalEntity),
			foreignId(link.externalId ?? ''),
		]),
	};
}
