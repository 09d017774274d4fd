import type { NodeApiError } from 'n8n-workflow';
import { foreignId, sameId } from '../../api/identifiers';
import { sameName } from '../../api/names';
import type { Contract } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { contractIfReadable, withFields } from '../../transport/contracts';
import { inTurn } from '../../transport/exclusive';
import type { ApiRequest } from '../../transport/exchange';
import { hint } from '../../transport/hint';
import { Memory } from '../../transport/memory';
import type { ItemScope } from '../../node/scope';
import {
	isLinkedTo,
	linkedContracts,
	linkedElsewhere,
	MOST_ELSEWHERE,
	readLinkedAgain,
} from './contractsByLink';
import type { LinkedContracts, LinkInput, LinkSearch } from './contractsByLink';

/** What was done, and the contract as it is then. */
export interface FoundOrCreated {
	action: 'created' | 'found';
	contract: Partial<Contract>;
}

/** How to know the contract. */
export interface FindOrCreate {
	/** Undefined where the counterparty is new. */
	search?: LinkSearch;
	/** What a new counterparty is called. */
	company?: string;
	/** The contract type whose contracts are looked at too, whoever they are with. */
	elsewhere?: string;
	link: LinkInput;
	/** Whether a contract of the external record counts. */
	accepts: (contract: Contract) => boolean;
	/** The same for two items that mean the same contract. */
	identity: string;
}

/** Makes the contract; `look` finds it where no answer says whether it was made. */
export type Create = (look: NonNullable<ApiRequest['look']>) => Promise<Partial<Contract>>;

/** The contract of the external record, if there is one. */
export async function existing(scope: ItemScope, wanted: FindOrCreate) {
	const here = find(await linkedContracts(scope, wanted.search), wanted);
	return here ?? (await findElsewhere(scope, wanted));
}

async function findElsewhere(scope: ItemScope, wanted: FindOrCreate) {
	const { elsewhere } = wanted;
	return elsewhere ? find(await linkedElsewhere(scope, elsewhere), wanted) : undefined;
}

/** When this process created contracts last, by what identifies them. Without an `id` where nobody knows whether it did. */
const creations = new Memory<{ at: number; id?: string }>(Infinity);

/**
 * The contract of the external record, created when there is none. Items that mean the same contract create it once,
 * also those of executions that run at the same time in this process; what was created is found by later items without
 * another search, unless nobody knows whether it was.
 */
export async function findOrCreate(scope: ItemScope, wanted: FindOrCreate, create: Create) {
	const { connection } = scope;
	const { search, company = '', identity } = wanted;
	const key = `${connection.account} ${identity}`;
	const found = (contract: Partial<Contract>): FoundOrCreated => {
		const { id = '', name = '' } = contract.counterparty ?? {};
		const isSame = search ? sameId(id, search.counterpartyId ?? id) : sameName(name, company);
		const told = `${contract.id} has the link of item ${scope.itemIndex}, but is with '${name}' (${id}), not with the item's company.`;
		if (id && !isSame) hint(scope.context, told);
		return { action: 'found', contract };
	};
	return await inTurn(key, connection, async (): Promise<FoundOrCreated> => {
		const linked = await linkedContracts(scope, search);
		const made = linked.made.get(identity);
		if (made) return found(made);
		const last = creations.get(key);
		const searchAgain = async (through: Connection) => {
			// A new counterparty has no ID yet: the newest contracts of the type show what was made.
			const again = search ?? { contractTypeId: wanted.elsewhere };
			const limit = search ? undefined : MOST_ELSEWHERE;
			await readLinkedAgain({ ...scope, connection: through }, again, linked, limit);
			return find(linked, wanted);
		};
		if (last && last.at >= linked.readAt) await searchAgain(connection);
		const listed = find(linked, wanted);
		// A search may not show yet what was created.
		const own = listed ?? (last?.id && (await contractIfReadable(connection, last.id)));
		const isKnown = own && isLinkedTo(own, wanted.link) && wanted.accepts(own);
		const known = isKnown ? own : await findElsewhere(scope, wanted);
		if (known) return found(await withFields(connection, known));

		const note = (id?: string) => creations.set(key, { at: performance.now(), id });
		const contract = await create(searchAgain).catch((error: Partial<NodeApiError>) => {
			if (error.context?.outcome !== 'notExecuted') note();
			throw error as Error;
		});
		note(contract.id);
		linked.made.set(identity, contract);
		return { action: 'created', contract };
	});
}

function find({ records }: Pick<LinkedContracts, 'records'>, { link, accepts }: FindOrCreate) {
	const linked = records.get(foreignId(link.externalId ?? ''));
	return linked?.find((contract) => isLinkedTo(contract, link) && accepts(contract));
}
