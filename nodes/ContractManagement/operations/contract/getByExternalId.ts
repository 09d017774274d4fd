import type { IDataObject } from 'n8n-workflow';
import { shown } from '../../api/fieldProblems';
import { comparableName } from '../../api/names';
import type { Contract } from '../../api/types';
import { invalidInput } from '../../transport/errors/requestError';
import { identifierOf } from '../../node/path';
import type { ItemScope } from '../../node/scope';
import { collection, field, fields } from '../shared/fields';
import { contractTypeLocator, counterpartyLocator, optional } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { meaningfulId, requiredText, textParameter } from '../shared/parameters';
import { fieldsAs, readableValues, simplify } from '../shared/parameters.fields';
import { isLinkedTo, linkedContracts, type LinkSearch } from './contractsByLink';
import { contractItem, contractShape } from './simplify';

const narrowDown = collection(
	'Narrow Down By',
	[
		optional(contractTypeLocator),
		optional(counterpartyLocator),
		...fields({
			externalEntity: [
				'External Entity',
				'',
				'If different kinds of records can have the same ID',
				{ placeholder: 'e.g. deal' },
			],
			type: ['Integration Type', '', 'If systems can share an ID', { placeholder: 'e.g. crm' }],
		}),
	],
	{ name: 'filters', placeholder: 'Add Filter', description: 'Makes it faster' },
);

/** Finds the newest contract of a third-party record by its external ID; canceled ones do not count. */
export const getByExternalId: Operation = {
	name: 'Get by External ID',
	action: 'Get contract by external ID of a CRM record',
	description:
		'Find the newest contract linked to a record of another system, such as a CRM deal, by the ID of that record. Ignores canceled contracts; fails if there is none.',
	request: { method: 'GET', url: '/contracts' },
	fields: [
		field('externalId', [
			'External ID',
			'',
			'As in the integration link of the contract',
			{ required: true, placeholder: 'e.g. 0067Q00000ABCDE' },
		]),
		narrowDown,
		simplify,
	],
	options: [
		fieldsAs,
		readableValues,
		field('includeCanceled', ['Include Canceled', false, 'Whether to find canceled contracts too']),
	],
	items: contractShape,
	run: async (scope) => {
		const advice = 'Give the ID that the record has in the third-party system.';
		const given = requiredText(scope, 'externalId', advice);
		const externalId = meaningfulId(scope, 'External ID', given);
		const type = textParameter(scope, 'filters.type');
		const externalEntity = textParameter(scope, 'filters.externalEntity');
		const canceled = scope.parameter('options.includeCanceled', false);
		const { records } = await linkedContracts(scope, searchOf(scope));
		const found = (records.get(externalId) ?? [])
			.filter((contract) => isLinkedTo(contract, { type, externalEntity }))
			.filter(({ status }) => canceled || status !== 'canceled');
		const owners = new Map(found.map((one) => [comparableName(ownerOf(one)), ownerOf(one)]));
		if (found[0] && owners.size === 1) return [await contractItem(scope)(found[0])];
		const record = [type, externalEntity, `'${shown(externalId)}'`].filter(Boolean).join(' ');
		const unless = canceled ? '' : ', or only canceled ones have it';
		const problem = found[0]
			? {
					message: `Contracts of different records have the external ID ${record}`,
					description: `The records are ${[...owners.values()].join(' and ')}. Set Integration Type or External Entity under Narrow Down By.`,
				}
			: {
					errorId: 'CONTRACT_NOT_FOUND',
					message: `No contract belongs to ${record}`,
					description: `No contract has this external ID in its integration link${unless}. To go on without one, set On Error to continue.`,
				};
		const details = { field: 'External ID', value: externalId };
		throw invalidInput(scope.node, { ...problem, ...details }, scope.itemIndex);
	},
};

const ownerOf = ({ integration }: Contract) =>
	[integration?.type, integration?.externalEntity].filter(Boolean).join(' ');

/** The documented filters that make the search short; without any, every contract is read. */
function searchOf(scope: ItemScope): LinkSearch {
	const given = scope.parameter<IDataObject>('filters', {});
	const names = ['counterpartyId', 'contractTypeId'].filter((name) => name in given);
	return Object.fromEntries(names.map((name) => [name, identifierOf(scope, `filters.${name}`)]));
}
