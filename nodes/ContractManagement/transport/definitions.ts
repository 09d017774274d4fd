import { creationFormOf } from '../api/creationForm';
import { recordsOf, tableOf, type Table } from '../api/customObjects';
import { uuidOf } from '../api/identifiers';
import { unwrap } from '../api/shapes';
import type { ContractRecord } from '../api/types';
import type { Connection } from './connection';
import { OTHER_SERVICE } from './errors/addressSentences';
import { misfit } from './errors/misfit';
import { unusable } from './errors/requestError';
import { assertAsked, assertWhole } from './records';
import { request } from './request';
import { shared } from './oncePerExecution';

/** `GET /contract-types/{id}/creation-form`, as it was sent and as it is read. @throws NodeApiError when it is refused, or does not fit the profile */
export async function readCreationForm(connection: Connection, contractTypeId: string) {
	const path = `/contract-types/${encodeURIComponent(contractTypeId)}/creation-form`;
	const body = await request<unknown>(connection, { method: 'GET', path });
	assertWhole(connection, { path }, body);
	const form = creationFormOf(body, contractTypeId, connection.profile);
	if (!('entry' in form)) return { body, form };
	const advice = 'To create contracts all the same, turn off Options > Check Fields. ';
	throw misfit(connection, form, 'The creation form of the contract type cannot be read', advice);
}

/** The same, read once per execution however many items need it. */
export async function sharedCreationForm(connection: Connection, contractTypeId: string) {
	const key = `creation form ${uuidOf(contractTypeId)}`;
	const read = () => readCreationForm(connection, contractTypeId);
	return (await shared(connection, key, read)).form;
}

/** The custom object, read once per execution however many items need it ("GET /custom-objects/{id}"). */
export async function readTable(connection: Connection, customObjectId: string): Promise<Table> {
	const path = `/custom-objects/${encodeURIComponent(customObjectId)}`;
	return await shared(connection, `custom object ${uuidOf(customObjectId)}`, async () => {
		const body = await request<unknown>(connection, { method: 'GET', path });
		assertAsked(connection, { path }, unwrap(body));
		const table = tableOf(body, connection.profile);
		if (!table) throw unreadable(connection, 'custom object', 'smart_fields');
		if ('entry' in table) throw misfit(connection, table, 'The custom object cannot be read');
		return table;
	});
}

/** The rows that the contract has in the custom object. */
export async function readRecords(connection: Connection, path: string): Promise<ContractRecord[]> {
	const body = await request<unknown>(connection, { method: 'GET', path });
	assertWhole(connection, { path }, body);
	const records = recordsOf(body);
	if (records) return records;
	throw unreadable(connection, 'list of records', 'records');
}

function unreadable(connection: Connection, what: string, property: string) {
	const message = `The service answered with something that is no ${what}`;
	return unusable(connection, message, `Expected is an object with ${property}. ${OTHER_SERVICE}.`);
}
