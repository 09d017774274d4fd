import type { NodeApiError } from 'n8n-workflow';
import { sameId } from '../../api/identifiers';
import type { Contract } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { contractIfReadable } from '../../transport/contracts';
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
	type LinkedContracts,
	type LinkInput,
	type LinkSearch,
} from './contractsByLink';

/** What was done, and the contract as it is then. */
export interface FoundOrCreated {
	action: 'created' | 'found';
	contract: Partial<Contract>;
}

/** How to know the contract. */
export interface FindOrCreate {
	/** Undefined where the counterparty is new. */
	search?: LinkSearch;
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
	const { elsewhere, search } = wanted;
	const found = elsewhere && find(await linkedElsewhere(scope, elsewhere), wanted);
	if (!found) return undefined;
	const { id, name } = found.counterparty ?? {};
	const isElsewhere = id && !sameId(id, search?.counterpartyId ?? '');
	const told = `${found.id} has the link of item ${scope.itemIndex}, but is with '${name}' (${id}), not with the item's company.`;
	if (isElsewhere) hint(scope.context, told);
	return found;
}

/** For so long a contract is read by its ID too, in milliseconds. */
const RECENT_MS = 60_000;

/** When this process created contracts last, by what identifies them. Without an `id` where nobody knows whether it did. */
const creations = new Memory<{ at: number; id?: string }>(Infinity, 10_000);

/**
 * The contract of the external record, created when there is none. Items that mean the same contract create it once,
 * also those of executions that run at the same time in this process; what was created is found by later items without
 * another search, unless nobody knows whether it was.
 */
export async function findOrCreate(scope: ItemScope, wanted: FindOrCreate, create: Create) {
	const { connection } = scope;
	const { search, identity } = wanted;
	const key = `${connection.account} ${identity}`;
	return await inTurn(key, connection, async (): Promise<FoundOrCreated> => {
		const linked = await linkedContracts(scope, search);
		const made = linked.made.get(identity);
		if (made) return { action: 'found', contract: made };
		const last = creations.get(key);
		const searchAgain = async (through: Connection) => {
			// A new counterparty has no ID yet: the newest contracts of the type show what was made.
			const again = search ?? { contractTypeId: wanted.elsewhere };
			const limit = search ? undefined : MOST_ELSEWHERE;
			await readLinkedAgain({ ...scope, connection: through }, again, linked, limit);
			return find(linked, wanted);
		};
		if (last && last.at >= linked.readAt) await searchAgain(connection);
		// A search may not show yet what was created a moment ago.
		const isRecent = last !== undefined && last.at >= performance.now() - RECENT_MS;
		const recent = isRecent && last.id ? await contractIfReadable(connection, last.id) : undefined;
		const known = find(linked, wanted) ?? recent ?? (await findElsewhere(scope, wanted));
		if (known && wanted.accepts(known)) return { action: 'found', contract: known };

		const note = (id?: string) => creations.set(key, { at: performance.now(), id });
		const creation = create(searchAgain);
		creation.then(
			({ id }) => note(id),
			({ context }: Partial<NodeApiError>) => {
				if (context?.outcome !== 'notExecuted') note();
			},
		);
		const contract = await creation;
		linked.made.set(identity, contract);
		return { action: 'created', contract };
	});
}

function find(
	{ records }: Pick<LinkedContracts, 'records'>,
	{ link, accepts }: FindOrCreate,
): Contract | undefined {
	const linked = records.get(link.externalId ?? '');
	return linked?.find((contract) => isLinkedTo(contract, link) && accepts(contract));
}
