import type { NodeApiError } from 'n8n-workflow';
import type { Contract } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { contractIfReadable } from '../../transport/contracts';
import { inTurn } from '../../transport/exclusive';
import type { ApiRequest } from '../../transport/exchange';
import { Memory } from '../../transport/memory';
import { LAG_MS, readShown, readUntil } from '../../transport/readAfterWrite';
import type { ItemScope } from '../../transport/scope';
import {
	isLinkedTo,
	linkedContracts,
	readLinked,
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
interface Find {
	search: LinkSearch;
	link: LinkInput;
	/** Whether a contract of the external record counts. */
	accepts: (contract: Contract) => boolean;
}

export interface FindOrCreate extends Find {
	/** The same for two items that mean the same contract. */
	identity: string;
}

/** Makes the contract; `look` finds it where no answer says whether it was made. */
export type Create = (look: NonNullable<ApiRequest['look']>) => Promise<Partial<Contract>>;

/** The contract of the external record, if there is one. */
export async function existing(scope: ItemScope, wanted: Find): Promise<Contract | undefined> {
	return find(await linkedContracts(scope, wanted.search), wanted);
}

/** A contract that this process created last, or may have created. */
interface Creation {
	at: number;
	/** Undefined where nobody knows whether it was created. */
	id?: string;
}

/** By what identifies the contracts: for searches that were read before, or do not show them yet. */
const creations = new Memory<Creation>(Infinity, 10_000);

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
		const last = creations.get(key);
		const searchAgain = async (through: Connection) => {
			Object.assign(linked, await readLinked({ ...scope, connection: through }, search));
			return find(linked, wanted);
		};
		if (last && last.at >= linked.readAt) await searchAgain(connection);
		const known = find(linked, wanted) ?? (await unlisted(connection, last, searchAgain));
		if (known && wanted.accepts(known)) return { action: 'found', contract: known };

		const look = async (through: Connection) =>
			await readShown(through, async () => await searchAgain(through), Boolean);
		const note = (id?: string) => creations.set(key, { at: performance.now(), id });
		try {
			const contract = await create(look);
			note(contract.id);
			linked.made.set(identity, contract);
			return { action: 'created', contract };
		} catch (error) {
			if ((error as NodeApiError).context?.outcome !== 'notExecuted') note();
			throw error;
		}
	});
}

// A list may be behind what was created a moment ago.
async function unlisted(
	connection: Connection,
	created: Creation | undefined,
	search: (connection: Connection) => Promise<Contract | undefined>,
): Promise<Contract | undefined> {
	if (!created || created.at < performance.now() - LAG_MS) return undefined;
	const { id } = created;
	const read = async () =>
		(id && (await contractIfReadable(connection, id))) || (await search(connection));
	return await readUntil(connection, read, Boolean);
}

function find({ records }: LinkedContracts, { link, accepts }: Find): Contract | undefined {
	return records.find((contract) => isLinkedTo(contract, link) && accepts(contract));
}
