import type { IDataObject } from 'n8n-workflow';
import type { Contract } from '../../api/types';
import { wrongInput } from '../../transport/errors/requestError';
import { requestRecord } from '../../transport/records';
import type { ItemScope } from '../../node/scope';
import { simplify } from '../../node/toolOutput.fields';
import { collection, toggle } from '../shared/fields';
import { contractLocator, folderLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import {
	additionalBody,
	additionalBodyOf,
	fieldsAs,
	nothingToUpdate,
} from '../shared/parameters.fields';
import { contractItem, contractShape } from './simplify';

const updateFields = collection('Update Fields', 'updateFields', {
	additionalBody,
	folderId: folderLocator.with({ required: false }),
	moveToRoot: toggle('Move to Root').says('Whether to take the contract out of its folder'),
});

/** Changes a contract ("PATCH /contracts/{id}"): its folder, and whatever else the service accepts as JSON. */
export const update: Operation = {
	name: 'Update',
	action: 'Move contract to a folder',
	description:
		'Move a contract to a folder, or change other properties as JSON. To change the status use Send for Signature or Mark as Signed.',
	request: { method: 'PATCH', url: '/contracts/{contractId}' },
	fields: [contractLocator, updateFields, simplify],
	options: { fieldsAs },
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
	const { folderId: folder, moveToRoot: toRoot } = updateFields.parts;
	const given = updateFields.of(scope);
	const moveToRoot = toRoot.of(scope);
	const other = 'additionalBody' in given ? given.additionalBody : '';
	const more = additionalBodyOf(scope, updateFields.parts.additionalBody, other);
	const folderId = 'folderId' in given && folder.of(scope);
	if (folderId && moveToRoot) {
		const advice = 'Remove one of the two.';
		const message = 'Folder and Move to Root exclude each other';
		throw wrongInput(scope, [folder.label, folderId], message, advice);
	}
	const body: IDataObject = {
		...(folderId && { folderId }),
		...(moveToRoot && { folderId: null }),
		...more,
	};
	if (Object.keys(body).length > 0) return body;
	throw nothingToUpdate(scope, 'Folder');
}
