import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { contextOf } from '../../transport/errors/requestError';
import { identifierOf } from '../../transport/path';
import type { ItemScope } from '../../transport/scope';
import { labelOf } from '../shared/fields';
import { meaningful, meaningfulId } from '../shared/meaningful';
import { requiredText, textOf } from '../shared/parameters';
import type { LinkInput, LinkSearch } from './contractsByLink';

export type CreationInput = ReturnType<typeof creationInput>;

/**
 * What a contract is created from, besides its name and fields; its `link`, undefined when all of it is blank; and where
 * to `search` contracts with the same counterparty, or of the type where there is none.
 */
export function creationInput(scope: ItemScope) {
	const contractTypeId = identifierOf(scope, 'contractTypeId');
	const link = integrationLink(scope);
	const templateId = identifierOf(scope, 'templateId');
	const { counterparty, search } = counterpartyOf(scope, contractTypeId);
	const integration = link && { integration: link };
	const body: IDataObject = { contractTypeId, templateId, ...counterparty, ...integration };
	return { contractTypeId, body, search, link };
}

function integrationLink(scope: ItemScope): LinkInput | undefined {
	const given = scope.parameter<IDataObject>('integration', {});
	const filled = ['externalEntity', 'externalId', 'externalUrl', 'type']
		.map((key) => [key, textOf(scope, labelOf(key), given[key])] as const)
		.filter(([, value]) => value !== '');
	for (const [key, value] of filled) {
		if (key === 'externalId') meaningfulId(scope, labelOf(key), value);
	}
	return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}

/** Whom the contract is with, as it goes into the body. */
function counterpartyOf(
	scope: ItemScope,
	contractTypeId: string,
): { counterparty: IDataObject; search: LinkSearch } {
	const by = scope.parameter<string>('counterpartySource', 'existing');
	if (by === 'none') return { counterparty: {}, search: { contractTypeId } };
	if (by === 'name') {
		const advice = 'Give the name of the company that the contract is with.';
		const given = requiredText(scope, 'counterpartyName', advice);
		const name = meaningful(scope, 'Counterparty Name', given);
		return { counterparty: { counterparty: { name } }, search: { counterpartyName: name } };
	}
	const counterpartyId = identifierOf(scope, 'counterpartyId');
	return { counterparty: { counterpartyId }, search: { counterpartyId } };
}

/** What tells the row from the others goes into the error, as an error item carries nothing else of it. */
export async function withRow<T>(scope: ItemScope, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		const context = contextOf(error);
		const row = rowOf(scope);
		const details = { ...(context.details as IDataObject | undefined), row };
		const told = Object.keys(row).length > 0 ? { ...context, details } : context;
		throw Object.assign(error as NodeApiError, { context: told });
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
