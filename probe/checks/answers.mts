import { accepted, differs, held, unchecked, type Check, type Observation } from '../check.mts';
import { isWrapped, textOf, unwrapped, uuidOf, type Row } from '../reading.mts';
import type { Service } from '../service.mts';

/** Forms that every answer shares: wrapping, ids, references, timestamps, dates. */
export const answers: readonly Check[] = [
	{
		id: 'response-wrapping',
		assumed: 'A single record is answered bare, without a data wrapper',
		observe: wrapping,
	},
	{
		id: 'contract-id',
		assumed: 'A contract id is a short word and a UUID; paths accept it and the bare UUID',
		observe: contractIds,
	},
	{
		id: 'contract-references',
		assumed: 'References to a contract elsewhere (contractId, initialContractId) are plain UUIDs',
		observe: contractReferences,
	},
	{
		id: 'timestamps',
		assumed: 'createdAt and updatedAt are UTC with milliseconds and Z',
		observe: timestamps,
	},
	{
		id: 'contract-dates',
		assumed: 'signatureDate, startAt and endAt are top-level fields of a contract, null when unset',
		observe: contractDates,
	},
];

async function wrapping(service: Service): Promise<Observation> {
	const bodies = {
		organization: await service.json('/organization'),
		contract: await service.json(`/contracts/${await service.contractId()}`),
	};
	const wrapped = Object.entries(bodies).filter(([, body]) => isWrapped(body));
	if (wrapped.length === 0) return held();
	return accepted(`wrapped in data: ${wrapped.map(([what]) => what).join(', ')}`);
}

async function contractIds(service: Service): Promise<Observation> {
	const id = textOf((await service.contracts())[0], 'id') ?? '';
	const uuid = uuidOf(id);
	if (!uuid || !/^([a-z][a-z0-9]*[_-])?$/i.test(id.slice(0, -uuid.length))) {
		return differs(
			'an id that is no UUID at its end',
			'nodes/ContractManagement/api/identifiers.ts',
		);
	}
	if (uuid === id.toLowerCase()) return accepted('a bare UUID');
	await service.read(`/contracts/${encodeURIComponent(id)}`);
	const { status } = await service.read(`/contracts/${uuid}`);
	const uuidsOnly = service.client.takesUuidsOnly;
	if (uuidsOnly) return accepted('paths take the bare UUID only');
	return status === 200 ? held() : accepted(`paths take the whole id only (bare UUID: ${status})`);
}

async function contractReferences(service: Service): Promise<Observation> {
	const id = await service.contractId();
	const clauses = unwrapped(await service.json(`/contracts/${id}/clauses`));
	const rows = [...(Array.isArray(clauses) ? clauses : []), ...(await service.contracts())];
	const references = rows.flatMap(
		(row) => textOf(row, 'contractId') ?? textOf(row, 'initialContractId') ?? [],
	);
	if (references.length === 0) return unchecked('The contracts refer to no other contract');
	const odd = references.find((reference) => uuidOf(reference) !== reference.toLowerCase());
	if (!odd) return held();
	return uuidOf(odd)
		? accepted('with a word before the UUID')
		: differs('not by UUID', 'nodes/ContractManagement/api/identifiers.ts');
}

const UTC_MILLISECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

async function timestamps(service: Service): Promise<Observation> {
	const times = [...(await service.contracts()), ...(await service.counterparties())]
		.flatMap(({ createdAt, updatedAt }) => [createdAt, updatedAt])
		.filter((time) => typeof time === 'string');
	if (times.length === 0)
		return differs('none were sent', 'nodes/ContractManagement/api/instants.ts');
	if (times.every((time) => UTC_MILLISECONDS.test(time))) return held();
	if (times.some((time) => Number.isNaN(Date.parse(time)))) {
		return differs('times that are not ISO 8601', 'nodes/ContractManagement/api/instants.ts');
	}
	const odd = times.find((time) => !UTC_MILLISECONDS.test(time)) ?? '';
	return accepted(`ISO 8601 of the form ${odd.replace(/\d/g, '0')}`);
}

async function contractDates(service: Service): Promise<Observation> {
	const contract: Row = await service.contract();
	const missing = ['signatureDate', 'startAt', 'endAt'].filter((name) => !(name in contract));
	return missing.length === 0 ? held() : accepted(`not sent: ${missing.join(', ')}`);
}
