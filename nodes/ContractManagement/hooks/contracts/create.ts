import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { sameId } from '../../api/identifiers';
import type { Contract } from '../../api/types';
import type { ApiRequest } from '../../transport/exchange';
import { identifierOf } from '../../transport/path';
import { hook, toItem } from '../../transport/routing';
import type { ItemScope } from '../../transport/scope';
import { contractFields } from './fields';
import { counterpartyChoice, type CounterpartyChoice } from './counterpartyChoice';
import { findOrCreate, type Outcome } from './findOrCreate';
import { assertIdentifying, integrationLink, type LinkInput } from './integrationLink';
import { jsonObject } from '../parameters';
import { postContract } from './post';
import { presentContract } from './present';

/**
 * Creates a contract ("POST /contracts"), or finds the one that its external record has already (D15). Says which in
 * `action`. Every value is checked against the creation form before anything is sent.
 */
export const createContract = hook(async (scope, declared) => {
	const { action, contract } = await described(scope, async () => {
		const contractTypeId = identifierOf(scope, 'contractTypeId');
		const input: ContractInput = {
			contractTypeId,
			templateId: identifierOf(scope, 'templateId'),
			counterparty: counterpartyChoice(scope, contractTypeId),
			link: integrationLink(scope),
		};
		const asked = async () => await creation(scope, declared, input);
		if (!scope.parameter('findExisting', false)) {
			return { action: 'created', contract: await postContract(scope.connection, await asked()) };
		}
		assertIdentifying(scope, input.link);
		return await existingOrNew(scope, input, asked);
	});
	return [toItem(scope, { action, ...presentContract(scope)(contract) })];
});

interface ContractInput {
	contractTypeId: string;
	templateId: string;
	counterparty: CounterpartyChoice;
	link: LinkInput | undefined;
}

async function creation(
	scope: ItemScope,
	declared: ApiRequest,
	{ contractTypeId, templateId, counterparty, link }: ContractInput,
): Promise<ApiRequest> {
	const name = String(scope.parameter<unknown>('name', '') ?? '').trim();
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

async function existingOrNew(
	scope: ItemScope,
	{ contractTypeId, counterparty, link = {} }: ContractInput,
	asked: () => Promise<ApiRequest>,
): Promise<Outcome> {
	const sameType = ({ contractType }: Contract) =>
		contractType === undefined || sameId(contractType.id, contractTypeId);
	return await findOrCreate(scope, {
		search: counterparty.search,
		link,
		accepts: (contract) => contract.status !== 'canceled' && sameType(contract),
		identity: JSON.stringify([contractTypeId, link.type, link.externalEntity, link.externalId]),
		create: async () => await postContract(scope.connection, await asked()),
	});
}

/** What tells the row from the others goes into the error, as an error item carries nothing else of it. */
async function described<T>(scope: ItemScope, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw withRow(scope, error as NodeApiError);
	}
}

function withRow(scope: ItemScope, error: NodeApiError): NodeApiError {
	const row = rowOf(scope);
	if (error.context && Object.keys(row).length > 0) {
		error.context.details = { ...(error.context.details as IDataObject | undefined), row };
	}
	return error;
}

function rowOf({ parameter }: ItemScope): IDataObject {
	const given: IDataObject = {
		name: parameter<unknown>('name', '') as string,
		externalId: parameter<IDataObject>('integration', {}).externalId,
		counterparty: counterpartyLabel(parameter),
	};
	return Object.fromEntries(Object.entries(given).filter(([, value]) => value));
}

function counterpartyLabel(parameter: ItemScope['parameter']): string | undefined {
	const by = parameter<string>('counterpartySource', 'existing');
	if (by === 'none') return undefined;
	return parameter<string>(by === 'name' ? 'counterpartyName' : 'counterpartyId', '');
}
