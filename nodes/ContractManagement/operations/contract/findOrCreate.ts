import type { NodeApiError } from 'n8n-workflow';
import type { Contract } from '../../api/types';
import { inTurn } from '../../transport/exclusive';
import type { ApiRequest } from '../../transport/exchange';
import { Memory } from '../../transport/memory';
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

/** When contracts were created last, or may have been, by what identifies them: for searches that were read before. */
const creations = new Memory<number>(Infinity, 10_000);

/**
 * The contract of the external record, created when there is none. Items that mean the same contract create it once,
 * also those of executions that run at the same time in this process; what was created is found by later items without
 * another search, unless nobody knows whether it was.
 */
export async function findOrCreate(
	scope: ItemScope,
	wanted: FindOrCreate,
	create: Create,
): Promise<FoundOrCreated> {
	const { connection } = scope;
	const { search, identity } = wanted;
	const key = `${connection.account} ${identity}`;
	return await inTurn(key, connection, async () => {
		const linked = await linkedContracts(scope, search);
		const made = linked.made.get(identity);
		if (made) return { action: 'found', contract: made };
		const lastAt = creations.get(key);
		if (lastAt !== undefined && lastAt >= linked.readAt) await refresh(linked, connection, search);
		const known = find(linked, wanted);
		if (known) return { action: 'found', contract: known };

		const creation = create(async (through) => {
			await refresh(linked, through, search);
			return find(linked, wanted);
		});
		const note = () => creations.set(key, performance.now());
		creation.then(note, ({ context }: Partial<NodeApiError>) => {
			if (context?.outcome !== 'notExecuted') note();
		});
		const contract = await creation;
		linked.made.set(identity, contract);
		return { action: 'created', contract };
	});
}

function find({ records }: LinkedContracts, { link, accepts }: FindOrCreate): Contract | undefined {
	return records.find((contract) => isLinkedTo(contract, link) && accepts(contract));
}
