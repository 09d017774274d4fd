import type { IDataObject } from 'n8n-workflow';
import type { Contract } from '../../api/types';
import { isContract } from '../../transport/contracts';
import { patchRecord } from '../../transport/patch';
import { checkedIdentifier, identifierOf, pathOf } from '../../transport/path';
import { toItem } from '../../transport/routing';
import type { ItemScope } from '../../transport/scope';
import { HARMLESS_AGAIN, writeEachItem, writeHook, type Prepare } from '../../transport/writes';
import { jsonObject, refusedParameter } from '../parameters';
import { presenter } from './present';

/** Changes a contract ("PATCH /contracts/{id}"): its folder, and whatever else the service accepts as JSON. */
const prepare: Prepare = (scope, declared) => {
	const path = pathOf(scope, declared.path);
	const body = changesOf(scope);
	const fallback: Partial<Contract> = { id: identifierOf(scope, 'contractId') };
	const present = presenter(scope);
	return {
		send: async () => {
			const patch = { path, body, isRecord: isContract, fallback };
			const contract = await patchRecord(scope.connection, patch);
			return [toItem(scope, (await present([contract]))[0])];
		},
		again: HARMLESS_AGAIN,
	};
};

export const updateContract = writeHook(prepare);

export const updateContracts = writeEachItem(prepare, {
	method: 'PATCH',
	path: '/contracts/{contractId}',
});

function changesOf(scope: ItemScope): IDataObject {
	const given = scope.parameter<IDataObject>('updateFields', {});
	const body: IDataObject = {
		...('folderId' in given && { folderId: folderOf(scope, given) }),
		...(given.moveToRoot === true && { folderId: null }),
		...jsonObject(scope, 'Additional Body', given.additionalBody),
	};
	if (Object.keys(body).length > 0) return body;
	throw refusedParameter(scope, {
		field: 'Update Fields',
		message: 'Nothing to update',
		description: 'Add a field under Update Fields.',
	});
}

function folderOf(scope: ItemScope, { folderId, moveToRoot }: IDataObject): string {
	const id = checkedIdentifier(scope, 'Folder ID', folderId);
	if (moveToRoot !== true) return id;
	throw refusedParameter(scope, {
		field: 'Folder ID',
		message: 'Folder ID and Move to Root exclude each other',
		description: 'A contract is in one folder, or at the root. Remove one of the two.',
		value: folderId,
	});
}
