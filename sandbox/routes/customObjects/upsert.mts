import { ApiError, notFound } from '../../http/apiError.mts';
import { ok, operation, type Call } from '../../http/operation.mts';
import { ContractRecords, RecordsUpsert, type RecordInput } from '../../schemas/customObject.mts';
import type { CustomObjectDefinition } from '../../store/catalog.mts';
import { changeContract } from '../../store/contracts/change.mts';
import { insert, update } from '../../store/database.mts';
import { newId } from '../../store/ids.mts';
import { checkedValues } from '../../store/records/check.mts';
import { findRecord, recordValues } from '../../store/records/row.mts';
import { recordsPathOf } from './find.mts';
import { contractRecords } from './records.mts';

export const upsertContractRecords = operation({
	method: 'PUT',
	path: '/custom-objects/:customObjectId/contract/:contractId/records',
	tag: 'Custom objects',
	summary: 'Creates or updates records of a contract',
	description:
		'`id: null` creates a record, a known id updates it. Records and fields that are not in the body stay as they are.',
	body: RecordsUpsert,
	shape: 'recordsPut',
	success: { status: 200, schema: ContractRecords, description: 'The records were upserted' },
	errors: [400, 404],
	find: recordsPathOf,
	handle(call, { customObject, contract }) {
		const { records } = call.body;
		refuseRepeatedIds(records);
		const { variants } = call.state;
		const before = variants.has('recordsChangedOnly')
			? contractRecords(call, customObject, contract.id).records
			: [];
		const ids = records.map((record) => upsert(call, customObject, contract.id, record));
		if (call.state.profile.of('records-put') === 'replace') {
			removeOthers(call, customObject, contract.id, ids);
		}
		if (records.length > 0) changeContract(call.state, contract, {});
		const now = contractRecords(call, customObject, contract.id);
		if (!variants.has('recordsChangedOnly')) return ok(now);
		const unchanged = new Set(before.map((record) => JSON.stringify(record)));
		const changed = now.records.filter((record) => !unchanged.has(JSON.stringify(record)));
		return ok({ ...now, records: changed });
	},
});

function refuseRepeatedIds(records: RecordInput[]): void {
	const seen = new Set<string>();
	const repeated = records
		.flatMap(({ id }) => id?.toLowerCase() ?? [])
		.find((id) => seen.size === seen.add(id).size);
	if (repeated === undefined) return;
	throw new ApiError('INVALID_BODY', `records: the id ${repeated} comes twice`, {
		field: 'records',
		value: repeated,
	});
}

function upsert(
	call: Call,
	customObject: CustomObjectDefinition,
	contractId: string,
	input: RecordInput,
): string {
	const { database } = call;
	const current =
		input.id == null ? undefined : findRecord(database, customObject.id, input.id, contractId);
	const held = current ? recordValues(current) : {};
	const fields = spelled(call, customObject, input.fields);
	const given = checkedValues(database, customObject, contractId, fields, held);
	const source = catalogRecord(call, customObject, input.fromCatalogRecordId);
	if (input.id == null) {
		const fields = { ...(source ? recordValues(source) : {}), ...given };
		const id = newId();
		insert(database, 'records', {
			id,
			custom_object_id: customObject.id,
			contract_id: contractId,
			from_catalog_record_id: source?.id,
			fields,
		});
		return id;
	}
	if (current?.contract_id !== contractId) throw notFound('RECORD_NOT_FOUND', input.id);
	update(database, 'records', current.id, {
		fields: { ...held, ...given },
		...(source ? { from_catalog_record_id: source.id } : {}),
	});
	return current.id;
}

// What a service shows in a spelling of its own it takes in that.
function spelled(
	{ state: { variants } }: Call,
	{ smartFields }: CustomObjectDefinition,
	input: RecordInput['fields'],
): RecordInput['fields'] {
	const typeOf = (id: string) => smartFields.find((field) => field.id === id.toLowerCase())?.type;
	return input.map(({ smartFieldId, value }) => {
		const type = typeof value === 'string' ? typeOf(smartFieldId) : undefined;
		const isNumber = type === 'number' && variants.has('numbersAsText');
		const isTime = type === 'date' && variants.has('datesAsTimes');
		const meant = isNumber ? Number(value) : isTime ? String(value).slice(0, 10) : value;
		return { smartFieldId, value: meant };
	});
}

function catalogRecord(
	{ database }: Call,
	customObject: CustomObjectDefinition,
	id: string | null | undefined,
) {
	if (id == null) return undefined;
	const record = findRecord(database, customObject.id, id);
	if (!record) throw notFound('RECORD_NOT_FOUND', id);
	return record;
}

function removeOthers(
	{ database }: Call,
	customObject: CustomObjectDefinition,
	contractId: string,
	ids: string[],
): void {
	database.run(
		`DELETE FROM records WHERE contract_id = ? AND custom_object_id = ?
			AND id NOT IN (SELECT value FROM json_each(?))`,
		contractId,
		customObject.id,
		JSON.stringify(ids),
	);
}
