import type { IDataObject } from 'n8n-workflow';
import { sameId, uuidOf } from '../../api/identifiers';
import type { Contract } from '../../api/types';
import type { ApiRequest } from '../../transport/exchange';
import { hint } from '../../transport/hint';
import { identifierOf } from '../../transport/path';
import type { ItemScope } from '../../transport/scope';
import { tagger } from '../../transport/tags';
import { contractFields } from './creationValues';
import { createFields, createOptions } from './create.fields';
import { counterpartyChoice, type CounterpartyChoice } from './counterpartyChoice';
import { existing, findOrCreate, type FindOrCreate, type FoundOrCreated } from './findOrCreate';
import { assertIdentifying, folded, integrationLink, type LinkInput } from './integrationLink';
import type { Operation } from '../shared/operation';
import { jsonObject, textParameter } from '../shared/parameters';
import { postContract } from './post';
import { described } from './rowOfError';
import { contractItem } from './simplify';

/**
 * Creates a contract ("POST /contracts"), or finds the one that its external record has already. Says which in
 * `action`. Every value is checked against the creation form before anything is sent.
 */
export const create: Operation = {
	name: 'Create',
	action: 'Create contract',
	description:
		'Create a draft contract from a template, with a counterparty and field values. Contract Type > Get Creation Form lists the templates, fields and options.',
	request: { method: 'POST', url: '/contracts' },
	fields: createFields,
	options: createOptions,
	items: "{action: 'created' | 'found', ...contract.get}",
	prepare: async (scope, declared) => {
		const findsExisting = scope.parameter('findExisting', false);
		if (scope.node.retryOnFail && !findsExisting) hint(scope.context, RETRIED);
		const itemOf = contractItem(scope);
		const create = await described(scope, async () => {
			const input = inputOf(scope);
			if (findsExisting) return await existingOrNew(scope, declared, input);
			const asked = await creation(scope, declared, input);
			return async (): Promise<FoundOrCreated> => ({
				action: 'created',
				contract: await postContract(scope.connection, asked),
			});
		});
		return {
			send: async () => {
				const { action, contract } = await described(scope, create);
				return [await itemOf(contract, { action })];
			},
			again: findsExisting ? FOUND_AGAIN : CREATED_AGAIN,
		};
	},
};

const RETRIED =
	'Retry On Fail sends an item again even if its answer was lost, which may create its contract twice. Turn on Find Existing, or turn off Retry On Fail.';
const FOUND_AGAIN = 'Running this again does no harm: Find Existing finds what was created.';
const CREATED_AGAIN =
	'Running this again creates their contracts a second time: leave these items out. Only with Find Existing it does not.';

interface ContractInput {
	contractTypeId: string;
	templateId: string;
	counterparty: CounterpartyChoice;
	link: LinkInput | undefined;
}

function inputOf(scope: ItemScope): ContractInput {
	const contractTypeId = identifierOf(scope, 'contractTypeId');
	const link = integrationLink(scope);
	tagger(scope)({ externalId: link?.externalId });
	return {
		contractTypeId,
		templateId: identifierOf(scope, 'templateId'),
		counterparty: counterpartyChoice(scope, contractTypeId),
		link,
	};
}

async function creation(
	scope: ItemScope,
	declared: ApiRequest,
	{ contractTypeId, templateId, counterparty, link }: ContractInput,
): Promise<ApiRequest> {
	const name = textParameter(scope, 'name');
	const fields = await contractFields(scope, contractTypeId);
	const more = scope.parameter<unknown>('options.additionalBody', '');
	const body: IDataObject = {
		contractTypeId,
		templateId,
		...counterparty.body,
		...(name && { name }),
		...(fields && { fields }),
		...(link && { integration: link as IDataObject }),
		...jsonObject(scope, 'Additional Body', more),
	};
	return { ...declared, body };
}

// What has its contract already needs no values that fit the form.
async function existingOrNew(
	scope: ItemScope,
	declared: ApiRequest,
	input: ContractInput,
): Promise<() => Promise<FoundOrCreated>> {
	const wanted = searchOf(scope, input);
	const asked = creation(scope, declared, input);
	const [{ status }] = await Promise.allSettled([asked]);
	if (status === 'rejected' && !(await existing(scope, wanted))) await asked;
	return async () =>
		await findOrCreate(scope, wanted, async (look) => {
			return await postContract(scope.connection, { ...(await asked), look });
		});
}

function searchOf(
	scope: ItemScope,
	{ contractTypeId, counterparty, link = {} }: ContractInput,
): FindOrCreate {
	assertIdentifying(scope, link);
	const sameType = ({ contractType }: Contract) =>
		!contractType?.id || sameId(contractType.id, contractTypeId);
	return {
		search: counterparty.search,
		link,
		accepts: (contract) => contract.status !== 'canceled' && sameType(contract),
		identity: JSON.stringify([
			uuidOf(contractTypeId),
			folded(link.type),
			folded(link.externalEntity),
			link.externalId,
		]),
	};
}
