import type { IDataObject } from 'n8n-workflow';
import type { Contract } from '../../api/types';
import { wrongInput } from '../../transport/errors/requestError';
import { identifierOf } from '../../node/path';
import { requestRecord } from '../../transport/records';
import type { ItemScope } from '../../node/scope';
import { collection, field } from '../shared/fields';
import { contractLocator, folderLocator, optional } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { additionalBodyOf, nothingToUpdate } from '../shared/parameters';
import { additionalBody, fieldsAs, simplify } from '../shared/parameters.fields';
import { switchOf } from '../shared/offered';
import { contractItem, contractShape } from './simplify';

/** Changes a contract ("PATCH /contracts/{id}"): its folder, and whatever else the service accepts as JSON. */
export const update: Operation = {
	name: 'Update',
	action: 'Move contract to a folder',
	description:
		'Move a contract to a folder, or change other properties as JSON. To change the status use Send for Signature or Mark as Signed.',
	request: { method: 'PATCH', url: '/contracts/{contractId}' },
	fields: [
		contractLocator,
		collection('Update Fields', [
			additionalBody,
			optional(folderLocator),
			field('moveToRoot', [
				'Move to Root',
				false,
				'Whether to take the contract out of its folder',
			]),
		]),
		simplify,
	],
	options: [fieldsAs],
	items: contractShape,
	prepare: (scope, asked, { contractId: id }) => {
		const body = changesOf(scope);
		const itemOf = contractItem(scope);
		return {
			send: async () => {
				const changed = { ...asked, body };
				return [await itemOf(await requestRecord<Contract>(scope.connection, changed, { id }))];
			},
		};
	},
};

function changesOf(scope: ItemScope): IDataObject {
	const given = scope.parameter<IDataObject>('updateFields', {});
	const moveToRoot = switchOf(scope, 'Move to Root', given.moveToRoot);
	const json = 'additionalBody' in given ? given.additionalBody : '';
	const more = additionalBodyOf(scope, json);
	const folderId = 'folderId' in given && identifierOf(scope, 'updateFields.folderId');
	if (folderId && moveToRoot) {
		const advice = 'A contract is in one folder, or at the root. Remove one of the two.';
		const message = 'Folder and Move to Root exclude each other';
		throw wrongInput(scope, ['Folder', folderId], message, advice);
	}
	const body: IDataObject = {
		...(folderId && { folderId }),
		...(moveToRoot && { folderId: null }),
		...more,
	};
	if (Object.keys(body).length > 0) return body;
	throw nothingToUpdate(scope, 'Folder');
}
