import type { NodeResult } from '../../support/engine.mts';
import type { Sandbox } from '../../support/sandbox.mts';
import type { OperationCase } from '../cases/case.mts';
import { runCase } from '../cases/runCase.mts';
import { storedState } from './storedState.mts';

/** What one run of an operation came to: its items or its error, and what the service holds afterwards. */
export interface Walked {
	error?: string;
	description?: string | null;
	items: unknown[];
	/** False where nothing but GET was asked. */
	state: unknown;
	/** The variants that could have made a difference. */
	consulted: string[];
}

type Entries = Record<string, string>;

/** The instant at which every walk takes place, so that what it writes can be compared. */
const NOW = '2026-05-04T10:00:00.000Z';

/**
 * Runs a row of the table of operations against the sandbox with these variants. Its records are made, and what it left
 * is read, while the service speaks plainly.
 *
 * @param more options of the node that the variants ask for
 * @param profile what the service plays, and what the credential knows of that
 */
export async function walk(
	sandbox: Sandbox,
	each: OperationCase,
	variants: readonly string[] = [],
	more: Record<string, unknown> = {},
	{ plays = {}, knows = plays }: { plays?: Entries; knows?: Entries } = {},
): Promise<Walked> {
	const { control } = sandbox;
	await control.resetAt(NOW);
	const run = each.run(await each.fixture.live(inOrder(sandbox)));
	await control.variants([...variants]);
	await control.profile(plays);
	await control.clearRequests();
	const result = await runCase(each, withOptions(run, more), sandbox.baseUrl, knows);
	const { consulted } = await control.variants();
	const isWritten = (await control.requests()).some(({ method }) => method !== 'GET');
	await control.variants([]);
	await control.profile({});
	return { ...outcomeOf(result), state: isWritten && (await storedState(sandbox)), consulted };
}

// A second between any two contracts, so that lists have one order only.
function inOrder(sandbox: Sandbox): Sandbox {
	const { control } = sandbox;
	let now = Date.parse(NOW);
	const createContract: typeof control.createContract = async (contract) => {
		now += 1000;
		await control.clock({ now: new Date(now).toISOString(), frozen: true });
		return await control.createContract(contract);
	};
	return { ...sandbox, control: { ...control, createContract } };
}

function withOptions(run: ReturnType<OperationCase['run']>, more: Record<string, unknown>) {
	if (Object.keys(more).length === 0) return run;
	const options = { ...(run.parameters.options as object | undefined), ...more };
	return { ...run, parameters: { ...run.parameters, options } };
}

function outcomeOf({ items, error }: NodeResult): Pick<Walked, 'description' | 'error' | 'items'> {
	return {
		...(error && { error: error.message, description: error.description }),
		items: items.map(({ json, pairedItem, binary }) => ({
			json,
			pairedItem,
			files: Object.entries(binary ?? {}).map(([property, file]) => [
				property,
				file.fileName,
				file.mimeType,
				file.data,
			]),
		})),
	};
}
