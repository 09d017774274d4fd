import { shown } from '../../api/fieldProblems';
import { foreignId } from '../../api/identifiers';
import { comparableName } from '../../api/names';
import type { Contract } from '../../api/types';
import { withFields } from '../../transport/contracts';
import { invalidInput } from '../../transport/errors/requestError';
import type { ItemScope } from '../../node/scope';
import { simplify } from '../../node/toolOutput.fields';
import { collection, inOptions, text, toggle } from '../shared/fields';
import { contractTypeLocator, counterpartyLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { meaningfulId } from '../../node/values';
import { fieldsAs, readableValues } from '../shared/parameters.fields';
import { isLinkedTo, linkedContracts, type LinkSearch } from './contractsByLink';
import { contractItem, contractShape } from './simplify';

const narrowDown = collection('Narrow Down By', 'filters', {
	contractTypeId: contractTypeLocator.with({ required: false }),
	counterpartyId: counterpartyLocator.with({ required: false }),
	externalEntity: text('External Entity', 'deal').says('If kinds of records can share an ID'),
	type: text('Integration Type', 'crm').says('If systems can share an ID'),
}).with({ placeholder: 'Add Filter', description: 'Makes it faster' });

const externalId = text('External ID', {
	name: 'externalId',
	required: true,
	placeholder: 'e.g. 0067Q00000ABCDEQAM',
	description: 'As in the integration link of the contract',
});

const { includeCanceled } = inOptions({
	includeCanceled: toggle('Include Canceled').says('Whether to find canceled contracts too'),
});

/** Finds the newest contract of a third-party record by its external ID; canceled ones do not count. */
export const getByExternalId: Operation = {
	name: 'Get by External ID',
	action: 'Get contract by external ID of a CRM record',
	description:
		'Find the newest contract linked to a record of another system, such as a CRM deal, by the ID of that record. Ignores canceled contracts; fails if there is none.',
	request: { method: 'GET', url: '/contracts' },
	fields: [externalId, narrowDown, simplify],
	options: { fieldsAs, readableValues, includeCanceled },
	items: contractShape,
	run: async (scope) => {
		const advice = 'Give the ID of the CRM record.';
		const id = meaningfulId(scope, externalId.label, externalId.filled(scope, advice));
		const { parts } = narrowDown;
		const [type, externalEntity] = [parts.type.of(scope), parts.externalEntity.of(scope)];
		const canceled = includeCanceled.of(scope);
		const { records } = await linkedContracts(scope, searchOf(scope));
		const found = (records.get(foreignId(id)) ?? [])
			.filter((contract) => isLinkedTo(contract, { type, externalEntity }))
			.filter(({ status }) => canceled || status !== 'canceled');
		const owners = new Map(found.map((one) => [comparableName(ownerOf(one)), ownerOf(one)]));
		if (found[0] && owners.size === 1)
			return [await contractItem(scope)(await withFields(scope.connection, found[0]))];
		const record = [type, externalEntity, `'${shown(id)}'`].filter(Boolean).join(' ');
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
		const details = { field: externalId.label, value: id };
		throw invalidInput(scope.node, { ...problem, ...details }, scope.itemIndex);
	},
};

const ownerOf = ({ integration }: Contract) =>
	[integration?.type, integration?.externalEntity].filter(Boolean).join(' ');

/** The documented filters that make the search short; without any, every contract is read. */
function searchOf(scope: ItemScope): LinkSearch {
	const given = narrowDown.of(scope);
	const { counterpartyId, contractTypeId } = narrowDown.parts;
	const ids = [counterpartyId, contractTypeId].filter(({ name }) => name in given);
	return Object.fromEntries(ids.map((id) => [id.name, id.of(scope)]));
}
