import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { identifierOf } from '../../transport/path';
import type { ItemScope } from '../../transport/scope';
import { tagger } from '../../transport/tags';
import { labelOf } from '../shared/fields';
import { refusedParameter, requiredText, textOf } from '../shared/parameters';
import type { LinkInput, LinkSearch } from './contractsByLink';

/** What a contract is created from, besides its name and fields. */
export interface CreationInput {
	contractTypeId: string;
	body: IDataObject;
	/** Where contracts with the same counterparty are found; without one they are searched by their type. */
	search: LinkSearch;
	/** Undefined when all of it is blank. */
	link: LinkInput | undefined;
}

export function creationInput(scope: ItemScope): CreationInput {
	const contractTypeId = identifierOf(scope, 'contractTypeId');
	const link = integrationLink(scope);
	tagger(scope)({ externalId: link?.externalId });
	const templateId = identifierOf(scope, 'templateId');
	const { counterparty, search } = counterpartyOf(scope, contractTypeId);
	const body: IDataObject = { contractTypeId, templateId, ...counterparty };
	return { contractTypeId, body: { ...body, ...(link && { integration: link }) }, search, link };
}

function integrationLink(scope: ItemScope): LinkInput | undefined {
	const given = scope.parameter<IDataObject>('integration', {});
	const filled = ['externalEntity', 'externalId', 'externalUrl', 'type']
		.map((key) => [key, textOf(scope, labelOf(key), given[key])] as const)
		.filter(([, value]) => value !== '');
	return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}

/** Whom the contract is with, as it goes into the body. */
function counterpartyOf(scope: ItemScope, contractTypeId: string) {
	const by = scope.parameter<string>('counterpartySource', 'existing');
	if (by === 'none') return { counterparty: {}, search: { contractTypeId } };
	if (by === 'name') {
		const advice = 'Give the name of the company that the contract is with.';
		const name = requiredText(scope, 'counterpartyName', advice);
		return { counterparty: { counterparty: { name } }, search: { counterpartyName: name } };
	}
	const counterpartyId = identifierOf(scope, 'counterpartyId');
	return { counterparty: { counterpartyId }, search: { counterpartyId } };
}

/** @throws NodeOperationError when the link does not tell one record from all others */
export function assertIdentifying(scope: ItemScope, link: LinkInput = {}): void {
	const absent = (['type', 'externalEntity', 'externalId'] as const).find((key) => !link[key]);
	if (!absent) return;
	const field = labelOf(absent);
	throw refusedParameter(scope, {
		field,
		message: `Find Existing needs the ${field} of the Integration Link`,
		description:
			'A contract is found again by the type, the entity and the ID of its external record.',
	});
}

/** What tells the row from the others goes into the error, as an error item carries nothing else of it. */
export async function withRow<T>(scope: ItemScope, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		const { context } = error as NodeApiError;
		const row = rowOf(scope);
		if (context && Object.keys(row).length > 0) {
			context.details = { ...(context.details as IDataObject | undefined), row };
		}
		throw error;
	}
}

function rowOf({ parameter }: ItemScope): IDataObject {
	const by = parameter<string>('counterpartySource', 'existing');
	const counterparty = parameter(by === 'name' ? 'counterpartyName' : 'counterpartyId', '');
	const given: IDataObject = {
		name: parameter('name', ''),
		externalId: parameter<IDataObject>('integration', {}).externalId,
		...(by !== 'none' && { counterparty }),
	};
	return Object.fromEntries(Object.entries(given).filter(([, value]) => value));
}
