import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { importRecipe, recipe } from '../../../host/lib/recipes.mts';
import type { HappyRun, RecipeHost } from './host.mts';
import { withSettings } from './settings.mts';

const CONTRACTS = 5_000;
const PAGE = 100;
const RUN_MS = 600_000;

/** A loop over all contracts that has been started, with files of its own. */
export interface Loop {
	workflowId: string;
	executionId: string;
	/** The names of the files that are there, in the order of the pages. */
	files(): string[];
	/** The ids of the contracts in the files, in their order. */
	ids(): string[];
}

/** Adds contracts to those of the sandbox, imports the recipe and starts it. */
export async function startLoop(
	{ n8n, sandbox, credentials }: RecipeHost,
	contracts = CONTRACTS,
): Promise<Loop> {
	await sandbox.control.seed({ contracts });
	const file = `contracts-${randomUUID()}`;
	const wanted = withSettings(recipe('bulk-by-pages.json'), { file });
	const { id: workflowId } = await importRecipe(n8n, wanted, credentials);
	return { workflowId, executionId: await n8n.start(workflowId), ...written(n8n, file) };
}

/** What a loop has written into files whose names begin so. */
export function written(n8n: RecipeHost['n8n'], file: string): Pick<Loop, 'files' | 'ids'> {
	const files = () =>
		readdirSync(n8n.files)
			.filter((name) => name.startsWith(file))
			.sort();
	return { files, ids: () => files().flatMap((name) => idsIn(path.join(n8n.files, name))) };
}

/** The files hold every contract of the service once. */
export async function expectAllOnce({ sandbox }: RecipeHost, { ids }: Pick<Loop, 'ids'>) {
	const contracts = await sandbox.control.contracts({ organization: 'main', last: 10_000 });
	const found = ids();
	expect(new Set(found).size).toBe(found.length);
	expect(new Set(found)).toEqual(new Set(contracts.map(({ id }) => id)));
	return contracts.length;
}

/** Waits until the loop is through, and holds its files against what the service has. */
export async function expectEverything(host: RecipeHost, loop: Loop): Promise<void> {
	const run = await host.n8n.execution(loop.executionId, RUN_MS);
	expect(run.error).toBeUndefined();
	expect(run.status).toBe('success');

	const { byRoute } = await host.sandbox.control.requestSummary();
	expect(Object.keys(byRoute).filter((route) => !route.startsWith('GET '))).toEqual([]);
	const contracts = await expectAllOnce(host, loop);
	const pages = Math.ceil(contracts / PAGE);
	expect(loop.files()).toHaveLength(pages);
	expect(run.items('Done')).toMatchObject([
		{ json: { page: pages + 1, contracts, hasNextPage: false } },
	]);
	// What the loop remembers of a page is one small item.
	const remembered = run.runData['One page']!.map((_, index) => run.items('One page', 0, index));
	expect(remembered).toHaveLength(pages);
	expect(JSON.stringify(remembered).length / pages).toBeLessThan(1_000);
}

export const happy: HappyRun = async (host) => {
	const { id } = await host.sandbox.control.createContract({ name: '=1+1' });
	const loop = await startLoop(host);
	await expectEverything(host, loop);
	const texts = loop.files().map((name) => readFileSync(path.join(host.n8n.files, name), 'utf8'));
	expect(texts.join('\n')).toContain(`${id},'=1+1,`);
	expect(loop.ids().length).toBeGreaterThanOrEqual(CONTRACTS);
};

/** The first column of a CSV file whose ids have no commas, without the header. */
function idsIn(file: string): string[] {
	const [header, ...rows] = readFileSync(file, 'utf8').trim().split('\n');
	expect(header).toMatch(/^\uFEFF?id,name,status/);
	return rows.map((row) => row.split(',')[0]!);
}
