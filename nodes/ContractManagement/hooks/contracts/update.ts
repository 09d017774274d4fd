import type { IDataObject } from 'n8n-workflow';
import { unwrap } from '../../api/shapes';
import { checkedIdentifier, identifierOf, pathOf } from '../../transport/path';
import { request } from '../../transport/request';
import { hook, toItem } from '../../transport/routing';
import type { ItemScope } from '../../transport/scope';
import { isContract, readContract } from '../../transport/contracts';
import { jsonObject, refusedParameter } from '../parameters';
import { presentContract } from './present';

/** Changes a contract ("PATCH /contracts/{id}"): its folder, and whatever else the service accepts as JSON. */
export const updateContract = hook(async (scope, declared) => {
	const path = pathOf(scope, declared.path);
	const body = changesOf(scope);
	// Values are absolute, so a second arrival changes nothing more.
	const asked = { ...declared, path, body, repeatable: true, bodyOptional: true };
	const answer = unwrap(await request<unknown>(scope.connection, asked));
	const contract = isContract(answer)
		? answer
		: await readContract(scope.connection, identifierOf(scope, 'contractId'));
	return [toItem(scope, presentContract(scope)(contract))];
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
