import { creationFormOf } from '../api/creationForm';
import type { Connection } from './connection';
import { misfit } from './errors/misfit';
import { request } from './request';
import { shared } from './oncePerExecution';

/** `GET /contract-types/{id}/creation-form`, as it was sent and as it is read. @throws NodeApiError when it is refused, or does not fit the profile */
export async function readCreationForm(connection: Connection, contractTypeId: string) {
	const path = `/contract-types/${encodeURIComponent(contractTypeId)}/creation-form`;
	const body = await request<unknown>(connection, { method: 'GET', path });
	const form = creationFormOf(body, contractTypeId, connection.profile);
	if (!('entry' in form)) return { body, form };
	const advice = 'To create contracts all the same, turn off Options > Check Fields. ';
	throw misfit(connection, form, 'The creation form of the contract type cannot be read', advice);
}

/** The same, read once per execution however many items need it. */
export async function sharedCreationForm(connection: Connection, contractTypeId: string) {
	const key = `creation form ${contractTypeId}`;
	const read = () => readCreationForm(connection, contractTypeId);
	return (await shared(connection, key, read)).form;
}
