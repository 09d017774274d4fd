import { creationFormOf } from '../api/creationForm';
import type { Connection } from './connection';
import { unusable } from './errors/requestError';
import { assertWhole } from './records';
import { request } from './request';
import { shared } from './oncePerExecution';

/** `GET /contract-types/{id}/creation-form`, as it was sent and as it is read. @throws NodeApiError when it is refused, or holds no list of fields */
export async function readCreationForm(connection: Connection, contractTypeId: string) {
	const path = `/contract-types/${encodeURIComponent(contractTypeId)}/creation-form`;
	const body = await request<unknown>(connection, { method: 'GET', path });
	assertWhole(connection, { path }, body);
	const form = creationFormOf(body, contractTypeId);
	if (form) return { body, form };
	throw unusable(
		connection,
		'The creation form of the contract type cannot be read',
		'It holds no list of fields. To create contracts all the same, turn off Options > Check Fields.',
	);
}

/** The same, read once per execution however many items need it. */
export async function sharedCreationForm(connection: Connection, contractTypeId: string) {
	const key = `creation form ${contractTypeId}`;
	const read = () => readCreationForm(connection, contractTypeId);
	return (await shared(connection, key, read)).form;
}
