import { CONTRACT_PREFIX } from '../store/ids.mts';
import {
	behaviour,
	CONTRACTS,
	mapStrings,
	reshape,
	without,
	type Json,
	type Variant,
} from './variant.mts';

const TIMESTAMPED = [
	...CONTRACTS,
	'counterparty',
	'counterpartyPage',
	'clause',
	'clausePage',
	'member',
] as const;
const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const OFFSET_MS = 2 * 60 * 60_000;

/** How contracts look and are listed. */
export const CONTRACT_VARIANTS: Variant[] = [
	reshape('plainContractIds', 'The id of a contract is the plain UUID', CONTRACTS, (body) =>
		eachContract(body, (contract) => ({
			...contract,
			id: contract.id.slice(CONTRACT_PREFIX.length),
		})),
	),
	reshape(
		'prefixedReferences',
		'References to contracts carry the prefix too',
		[...CONTRACTS, 'contractClauses', 'records', 'recordsPut'],
		prefixReferences,
	),
	behaviour('uuidPaths', 'Paths take the plain UUID of a contract only, and answer 400 to others'),
	reshape('datesMissing', 'Contracts show no signatureDate, startAt and endAt', CONTRACTS, (body) =>
		eachContract(body, (contract) => without(contract, 'signatureDate', 'startAt', 'endAt')),
	),
	reshape('stringFieldValues', 'Values of contract fields are strings', CONTRACTS, (body) =>
		eachContract(body, (contract) => ({
			...contract,
			fields: contract.fields.map((field: Json) => ({ ...field, value: asString(field.value) })),
		})),
	),
	reshape('offsetTimestamps', 'Times come with the offset +02:00', TIMESTAMPED, (body) =>
		mapStrings(body, (text) => (UTC.test(text) ? withOffset(text) : text)),
	),
	reshape('secondTimestamps', 'Times come without milliseconds', TIMESTAMPED, (body) =>
		mapStrings(body, (text) => (UTC.test(text) ? `${text.slice(0, 19)}Z` : text)),
	),
	behaviour('otherDefaultOrder', 'GET /contracts is ordered by name unless told otherwise'),
	behaviour('dateRangeOneSided', 'Of a repeated filter of contracts only the first one counts'),
];

/** How contracts are created, changed and sent. */
export const WRITE_VARIANTS: Variant[] = [
	{
		name: 'patchNoContent',
		summary: 'PATCH /contracts/{id} answers 204',
		shapes: ['contractPatched'],
		apply: () => ({ status: 204 }),
	},
	{
		name: 'emptySendBody',
		summary: 'POST /contracts/{id}/signatures/send answers 200 with an empty body',
		shapes: ['sent'],
		apply: () => ({ status: 200 }),
	},
];

function eachContract(body: Json, change: (contract: Json) => Json): Json {
	return Array.isArray(body.data) ? { ...body, data: body.data.map(change) } : change(body);
}

function prefixReferences(body: Json): Json {
	const prefixed = (id: string | null | undefined) => (id ? CONTRACT_PREFIX + id : id);
	const one = (item: Json) => ({
		...item,
		...('initialContractId' in item ? { initialContractId: prefixed(item.initialContractId) } : {}),
		...('contractId' in item ? { contractId: prefixed(item.contractId) } : {}),
	});
	return Array.isArray(body) ? body.map(one) : eachContract(body, one);
}

function asString(value: Json): Json {
	if (value === null || typeof value === 'string') return value;
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function withOffset(utc: string): string {
	return `${new Date(Date.parse(utc) + OFFSET_MS).toISOString().slice(0, -1)}+02:00`;
}
