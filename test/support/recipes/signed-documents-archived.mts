import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Execution } from '../../../host/lib/client/execution.mts';
import type { Workflow } from '../../../host/lib/client/types.mts';
import { until } from '../../../host/lib/client/until.mts';
import { importRecipe, recipe, type Recipe } from '../../../host/lib/recipes.mts';
import type { Sandbox } from '../sandbox.mts';
import { dropTable, tableRows } from './dataTables.mts';
import { WEBHOOK_SECRET, type RecipeHost } from './host.mts';

const ARCHIVE = 'Archived contracts';
const RUN_MS = 90_000;

export type ArchiveHost = Pick<RecipeHost, 'n8n' | 'sandbox' | 'credentials'>;

/** Imports the recipe, with an empty archive list. */
export async function importArchive(
	{ n8n, credentials }: ArchiveHost,
	source: Recipe = recipe('signed-documents-archived.json'),
): Promise<Workflow> {
	await dropTable(n8n, ARCHIVE);
	await dropTable(n8n, 'Archived files');
	return await importRecipe(n8n, source, credentials);
}

/** Imports the recipe, publishes it and registers its webhook. */
export async function publishArchive(host: ArchiveHost, source?: Recipe): Promise<Workflow> {
	const { n8n, sandbox } = host;
	const workflow = await importArchive(host, source);
	expect(await n8n.publish(workflow.id)).toMatchObject({ status: 'published' });
	await sandbox.control.subscribe({
		url: await n8n.webhookUrl(workflow.nodes.find(({ name }) => name === 'Contract signed')!),
		secret: WEBHOOK_SECRET,
		sendSecretHeader: 'x-webhook-secret',
	});
	return workflow;
}

/** What the next hour does. */
export async function catchUp({ n8n }: ArchiveHost, { id }: Workflow): Promise<Execution> {
	return await n8n.run(id, { from: 'Every hour', timeout: RUN_MS });
}

/** The first so many executions that deliveries started, when they have ended. The schedule may have started others. */
export async function delivered({ n8n }: ArchiveHost, { id }: Workflow, count: number) {
	const ofWebhook = async () => {
		const started = (await n8n.executions(id)).filter(({ mode }) => mode === 'webhook');
		return started.filter(({ status }) => status !== 'new' && status !== 'running');
	};
	const ended = await until(ofWebhook, (all) => all.length >= count, 'delivered events', RUN_MS);
	return await Promise.all(ended.reverse().map((each) => n8n.execution(each.id)));
}

/** The names of the contract's files in the archive. */
export function archivedFiles({ n8n }: ArchiveHost, contractId: string): string[] {
	return readdirSync(n8n.files)
		.filter((name) => name.includes(`[${contractId.slice(-36)}]`))
		.sort();
}

/** How often the archive list has the contract. */
export async function remembered({ n8n }: ArchiveHost, contractId: string) {
	const rows = await tableRows(n8n, ARCHIVE);
	return rows.filter((row) => row.contractId === contractId.slice(-36));
}

/** What the service has as signed files of the contract. */
async function signedFiles(sandbox: Sandbox, contractId: string): Promise<Buffer[]> {
	const { body } = await sandbox.api<Array<{ url: string }>>(
		'GET',
		`/contracts/${contractId}/signed-files`,
	);
	return await Promise.all(
		body.map(async ({ url }) => Buffer.from(await (await fetch(url)).arrayBuffer())),
	);
}

/** The archive holds exactly what the service has, and the archive list has the contract once. */
export async function expectArchived(host: ArchiveHost, contractId: string) {
	await expectFiles(host, contractId);
	expect(await remembered(host, contractId)).toHaveLength(1);
}

/** The archive holds exactly what the service has, and the archive list says so. */
export async function expectFiles(host: ArchiveHost, contractId: string) {
	const wanted = await signedFiles(host.sandbox, contractId);
	const names = archivedFiles(host, contractId);
	expect(names).toHaveLength(wanted.length);
	for (const [index, name] of names.entries()) {
		expect(readFileSync(path.join(host.n8n.files, name)).equals(wanted[index]!)).toBe(true);
	}
	const counts = (await remembered(host, contractId)).map(({ files }) => files);
	expect(new Set(counts)).toEqual(new Set([wanted.length]));
}

/** When a file of the contract was last written. */
export function writtenAt(host: ArchiveHost, contractId: string): number[] {
	return archivedFiles(host, contractId).map(
		(name) => statSync(path.join(host.n8n.files, name)).mtimeMs,
	);
}

/** A signature that is delivered, others that are only found by the hourly run, and hours in which nothing is new. */
export async function happy(host: ArchiveHost): Promise<void> {
	const { n8n, sandbox } = host;
	const workflow = await publishArchive(host);
	const draft = await sandbox.control.createContract({ status: 'draft', name: ODD_NAME });
	await sandbox.control.setContractState(draft.id, {
		status: 'signed',
		signatureDate: '2026-03-31T12:00:00.000Z',
		signedFiles: [{ name: 'Main.pdf' }, { name: 'Annex.pdf' }],
	});
	const [run] = await delivered(host, workflow, 1);
	expect(run!.error).toBeUndefined();
	await expectArchived(host, draft.id);
	const [main, annex] = archivedFiles(host, draft.id);
	expect(main).toMatch(
		/^2026-03-31 [^:]+ - \.\. \.\. outside A B x fdp\. Müller & Söhne 😀 .+\] 1 of 2\.pdf$/,
	);
	expect(annex).toBe(main!.replace('1 of 2', '2 of 2'));
	const before = writtenAt(host, draft.id);

	const found = await catchUp(host, workflow);
	expect(found.error).toBeUndefined();
	expect(found.status).toBe('success');
	const signed = await sandbox.control.contracts({ organization: 'main', status: 'signed' });
	expect(signed.length).toBeGreaterThan(20);
	for (const { id } of signed) await expectArchived(host, id);
	expect(writtenAt(host, draft.id)).toEqual(before);

	const again = await catchUp(host, workflow);
	expect(again.items('Signed lately')).toHaveLength(signed.length);
	expect(again.items('Not archived yet')).toEqual([]);

	// Even without the list: the same names, so no second file.
	await dropTable(n8n, ARCHIVE);
	expect((await catchUp(host, workflow)).status).toBe('success');
	await expectArchived(host, draft.id);
	await n8n.unpublish(workflow.id);
}

/** What people write into names, and what attackers do. */
const ODD_NAME = `../../outside: "A/B" <x>|?* \u202Efdp. ${'Müller & Söhne 😀 '.repeat(20)}`;
