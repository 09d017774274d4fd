import type { SandboxState } from '../../state.mts';
import { createListIndexes, dropListIndexes } from '../../store/listing/indexes.mts';
import type { OrganizationAlias } from '../base.mts';
import type { ContractStatus } from '../../schemas/contract.mts';
import { bulkContracts } from './contracts.mts';
import { bulkCounterparties, bulkTypes } from './catalog.mts';

export interface BulkSeed {
	contracts: number;
	types?: number;
	counterparties?: number;
	/** What contracts are, in turn. */
	statuses?: ContractStatus[];
	organization?: OrganizationAlias;
}

export interface BulkResult {
	contracts: number;
	contractTypeIds: string[];
	templateIds: string[];
	counterpartyIds: string[];
	ms: number;
}

/** Building an index once is several times faster than keeping it up to date row by row. */
const REINDEX_FROM = 5_000;

/** Adds generated contracts, the same ones for the same numbers. 200,000 take a few seconds. */
export function seedBulk(state: SandboxState, seed: BulkSeed): BulkResult {
	const { contracts, types = 1, counterparties = 50, statuses, organization = 'main' } = seed;
	const { database } = state;
	const started = performance.now();
	const catalog = database.transaction(() => {
		if (contracts >= REINDEX_FROM) database.exec(dropListIndexes());
		const created = {
			types: bulkTypes(database, organization, types),
			counterpartyIds: bulkCounterparties(database, organization, counterparties),
		};
		bulkContracts(database, organization, contracts, { ...created, statuses });
		if (contracts >= REINDEX_FROM) database.exec(createListIndexes());
		return created;
	});
	state.catalogs.forget();
	return {
		contracts,
		contractTypeIds: catalog.types.map(({ id }) => id),
		templateIds: catalog.types.map(({ templateId }) => templateId),
		counterpartyIds: catalog.counterpartyIds,
		ms: Math.round(performance.now() - started),
	};
}
