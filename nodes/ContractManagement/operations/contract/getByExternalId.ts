import type { IDataObject } from 'n8n-workflow';
import { isBlank } from '../../api/options';
import { checkedIdentifier } from '../../transport/path';
import { toItem, type OperationBody } from '../../transport/routing';
import type { ItemScope } from '../../transport/scope';
import { tagger } from '../../transport/tags';
import { isLinkedTo, type LinkInput } from './integrationLink';
import { linkedContracts, type LinkSearch } from './contractsByLink';
import { refusedParameter, requiredText, textParameter } from '../shared/parameters';
import { simplifier } from './simplify';

/** Finds the newest contract of a third-party record by its external ID; canceled ones do not count. */
export const run: OperationBody = async (scope) => {
	const link = linkOf(scope);
	tagger(scope)({ externalId: link.externalId });
	const { records } = await linkedContracts(scope, searchOf(scope));
	const canceled = scope.parameter('options.includeCanceled', false);
	const contract = records.find(
		(each) => isLinkedTo(each, link) && (canceled || each.status !== 'canceled'),
	);
	if (!contract) throw notFound(scope, link, canceled);
	return [toItem(scope, (await simplifier(scope)([contract]))[0])];
};

function linkOf(scope: ItemScope): LinkInput {
	return {
		externalId: requiredText(scope, 'externalId', {
			field: 'External ID',
			description: 'Give the ID that the record has in the third-party system.',
		}),
		type: textParameter(scope, 'filters.type'),
		externalEntity: textParameter(scope, 'filters.externalEntity'),
	};
}

/** The documented filters that make the search short; without any, every contract is read. */
function searchOf(scope: ItemScope): LinkSearch {
	const given = scope.parameter<IDataObject>('filters', {});
	const qs: IDataObject = {};
	for (const [name, label] of Object.entries({
		counterpartyId: 'Counterparty',
		contractTypeId: 'Contract Type',
	})) {
		if (!(name in given)) continue;
		qs[name] = checkedIdentifier(scope, label, scope.parameter<unknown>(`filters.${name}`, ''));
	}
	return { key: JSON.stringify(qs), lists: async () => [qs] };
}

function notFound(scope: ItemScope, link: LinkInput, canceled: boolean) {
	const which = canceled ? 'No contract' : 'No contract that is not canceled';
	const parts = [link.type, link.externalEntity].filter((part) => !isBlank(part)).join(' ');
	const error = refusedParameter(scope, {
		message: `No contract belongs to ${parts ? `${parts} ` : ''}'${link.externalId}'`,
		description: `${which} has this external ID in its integration link. To go on without one, set On Error to continue.`,
		field: 'External ID',
		value: link.externalId,
	});
	Object.assign(error.context, { errorId: 'CONTRACT_NOT_FOUND' });
	return error;
}
