import type { IDataObject } from 'n8n-workflow';
import { comparableName } from '../../api/names';
import { runOf, type ItemScope } from '../../transport/scope';
import { identifierOf } from '../../transport/path';
import { counterpartiesByName } from '../../transport/counterparties';
import type { LinkSearch } from './contractsByLink';
import { requiredText } from '../shared/parameters';

/** Whom the contract is with: what goes into the body, and where the counterparty's contracts are found. */
export interface CounterpartyChoice {
	body: IDataObject;
	search: LinkSearch;
}

/** Reads Counterparty: an existing one, one by name, or none. Without one, contracts are searched by their type. */
export function counterpartyChoice(scope: ItemScope, contractTypeId: string): CounterpartyChoice {
	const by = scope.parameter<string>('counterpartySource', 'existing');
	if (by === 'none') {
		return {
			body: {},
			search: { key: `type ${contractTypeId}`, lists: async () => [{ contractTypeId }] },
		};
	}
	return by === 'name' ? byName(scope) : existing(scope);
}

function existing(scope: ItemScope): CounterpartyChoice {
	const counterpartyId = identifierOf(scope, 'counterpartyId');
	return {
		body: { counterpartyId },
		search: { key: `counterparty ${counterpartyId}`, lists: async () => [{ counterpartyId }] },
	};
}

function byName(scope: ItemScope): CounterpartyChoice {
	const name = requiredText(scope, 'counterpartyName', {
		field: 'Counterparty Name',
		description: 'Give the name of the company that the contract is with.',
	});
	return {
		body: { counterparty: { name } },
		search: {
			key: `counterparty named ${comparableName(name)}`,
			lists: async (connection) => {
				const found = await counterpartiesByName(connection, name, () => runOf(scope));
				return found.map(({ id }) => ({ counterpartyId: id }));
			},
		},
	};
}
