import { Type, type TSchema } from '@sinclair/typebox';
import { Clause, ClauseSummary, ContractClause } from '../../sandbox/schemas/clause.mts';
import { Contract } from '../../sandbox/schemas/contract.mts';
import { Counterparty } from '../../sandbox/schemas/counterparty.mts';
import { ContractRecords, CustomObject } from '../../sandbox/schemas/customObject.mts';
import { Organization } from '../../sandbox/schemas/organization.mts';
import { differs, held, NotAnswered, type Check, type Observation } from '../check.mts';
import { textOf, unwrapped } from '../reading.mts';
import type { Service } from '../service.mts';
import { additions, departures } from '../shape.mts';

const TYPES = 'nodes/ContractManagement/api/types.ts and sandbox/schemas/';

const DATES = ['signatureDate', 'startAt', 'endAt'];

/** Whether the dates are there, and how references are written, are checks of their own. */
const ContractWithoutDates = Type.Object({
	...Type.Omit(Contract, DATES).properties,
	initialContractId: Type.Union([Type.String(), Type.Null()]),
});
const ClauseOfContract = Type.Object({ ...ContractClause.properties, contractId: Type.String() });
const RecordsOfContract = Type.Object({ ...ContractRecords.properties, contractId: Type.String() });

/** "Resources and their fields": each record has the fields that the specification lists, with their types. */
export const records: readonly Check[] = [
	fits('spec-organization', 'organization', Organization, (service) =>
		service.record('/organization'),
	),
	fits('spec-contract', 'contract', ContractWithoutDates, (service) => service.contract()),
	fits('spec-contract-consolidated', 'contract', ContractWithoutDates, async (service) =>
		service.record(`/contracts/${await service.contractId()}/consolidated`),
	),
	fits('spec-contract-clauses', 'contract clause', ClauseOfContract, firstContractClause),
	fits('spec-counterparty', 'counterparty', Counterparty, firstCounterparty),
	fits('spec-clause-summary', 'clause summary', ClauseSummary, async (service) => {
		const [clause] = await service.clauses();
		return clause;
	}),
	fits('clause-content', 'full clause (content, contentText)', Clause, firstClause),
	fits('spec-custom-object', 'custom object', CustomObject, async (service) =>
		service.record(`/custom-objects/${customObjectId(service)}`),
	),
	fits('spec-contract-records', 'contract records', RecordsOfContract, async (service) =>
		service.record(
			`/custom-objects/${customObjectId(service)}/contract/${await service.contractId()}/records`,
		),
	),
];

function fits(
	id: string,
	what: string,
	schema: TSchema,
	sample: (service: Service) => Promise<unknown>,
): Check {
	return {
		id,
		assumed: `A ${what} has the fields and types of sandbox/schemas/`,
		observe: async (service) => verdict(schema, await sample(service)),
	};
}

function verdict(schema: TSchema, value: unknown): Observation {
	const found = departures(schema, value);
	const more = additions(schema, value).filter((name) => !DATES.includes(name));
	if (found.length > 0) return differs(found.join('; '), TYPES);
	return held(more.length > 0 ? `also sent: ${more.join(', ')}` : undefined);
}

async function firstCounterparty(service: Service): Promise<unknown> {
	const [counterparty] = await service.counterparties();
	return service.record(`/counterparties/${encodeURIComponent(textOf(counterparty, 'id') ?? '')}`);
}

async function firstClause(service: Service): Promise<unknown> {
	const [clause] = await service.clauses();
	return service.record(`/clauses/${encodeURIComponent(textOf(clause, 'id') ?? '')}`);
}

async function firstContractClause(service: Service): Promise<unknown> {
	const rows = unwrapped(await service.json(`/contracts/${await service.contractId()}/clauses`));
	if (!Array.isArray(rows)) throw new NotAnswered('The clauses of a contract are no array');
	if (rows.length > 0) return rows[0];
	throw new NotAnswered('The contract has no clauses: name one that has with --contract');
}

function customObjectId({ given }: Service): string {
	if (given.customObjectId) return encodeURIComponent(given.customObjectId);
	throw new NotAnswered('Name a custom object with --custom-object');
}
