import type { NodeApiError } from 'n8n-workflow';
import type { Contract } from '../../api/types';
import type { ApiRequest } from '../../transport/exchange';
import type { ItemScope } from '../../transport/scope';
import { isLinkedTo, type LinkInput } from './integrationLink';
import { linkedContracts, refresh, type LinkedContracts, type LinkSearch } from './contractsByLink';

/** What was done, and the contract as it is then. */
export interface FoundOrCreated {
	action: 'created' | 'found';
	contract: Partial<Contract>;
}

/** How to know the contract. */
export interface FindOrCreate {
	search: LinkSearch;
	link: LinkInput;
	/** Whether a contract of the external record counts. */
	accepts: (contract: Contract) => boolean;
	/** The same for two items that mean the same contract. */
	identity: string;
}

/** Makes the contract; `look` finds it where no answer says whether it was made. */
export type Create = (look: NonNullable<ApiRequest['look']>) => Promise<Partial<Contract>>;

/** The contract of the external record, if there is one. */
export async function existing(
	scope: ItemScope,
	wanted: FindOrCreate,
): Promise<Contract | undefined> {
	return find(await linkedContracts(scope, wanted.search), wanted);
}

/**
 * The contract of the external record, created when there is none. Items that mean the same contract create it once,
 * also when they run at the same time; what was created is found by later items without another search.
 */
export async function findOrCreate(
	scope: ItemScope,
	wanted: FindOrCreate,
	create: Create,
): Promise<FoundOrCreated> {
	const { search, identity } = wanted;
	const linked = await linkedContracts(scope, search);
	const { pending } = linked;
	// No waiting between the last look and `set`, or two items would both find nothing.
	for (let other = pending.get(identity); other; other = pending.get(identity)) {
		const [outcome] = await Promise.allSettled([other]);
		if (outcome.status === 'fulfilled') return { action: 'found', contract: outcome.value };
		const { context } = outcome.reason as Partial<NodeApiError>;
		// It may have been created all the same.
		if (context?.outcome !== 'notExecuted') await refresh(linked, scope.connection, search);
		if (pending.get(identity) === other) pending.delete(identity);
	}
	const known = find(linked, wanted);
	if (known) return { action: 'found', contract: known };

	const creation = create(async (connection) => {
		await refresh(linked, connection, search);
		return find(linked, wanted);
	});
	pending.set(identity, creation);
	return { action: 'created', contract: await creation };
}

function find({ records }: LinkedContracts, { link, accepts }: FindOrCreate): Contract | undefined {
	return records.find((contract) => isLinkedTo(contract, link) && accepts(contract));
}
