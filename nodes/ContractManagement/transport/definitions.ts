import { creationFormOf } from '../api/creationForm';
import { recordsOf, tableOf, type Table } from '../api/customObjects';
import { uuidOf } from '../api/identifiers';
import { unwrap } from '../api/shapes';
import type { ContractRecord } from '../api/types';
import type { Connection } from './connection';
import { OTHER_SERVICE } from './errors/addressSentences';
import { unusable } from './errors/requestError';
import { assertAsked, assertWhole } from './records';
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

/** The custom object, read once per execution however many items need it ("GET /custom-objects/{id}"). */
export async function readTable(connection: Connection, customObjectId: string): Promise<Table> {
	const path = `/custom-objects/${encodeURIComponent(customObjectId)}`;
	return await shared(connection, `custom object ${uuidOf(customObjectId)}`, async () => {
		const body = await request<unknown>(connection, { method: 'GET', path });
		assertAsked(connection, { path }, unwrap(body));
		const table = tableOf(body);
		if (table) return table;
		throw unreadable(connection, 'custom object', 'smart_fields');
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
	return unusable(
		connection,
		`The service answered with something that is no ${what}`,
		`Expected is an object with ${property}. ${OTHER_SERVICE}.`,
	);
}
