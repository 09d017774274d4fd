import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Workflow } from '../../host/lib/client/types.mts';
import { recipe, type Recipe } from '../../host/lib/recipes.mts';
import { until } from '../../host/lib/client/until.mts';
import { credentialFor, sharedN8n } from '../support/n8n.mts';
import { startNpxSandbox, type NpxSandbox } from '../support/packedSandbox.mts';
import { WEBHOOK_SECRET } from '../support/recipes/host.mts';
import { startFragileHost, type FragileHost } from '../support/recipes/outage.mts';
import {
	archivedFiles,
	catchUp,
	delivered,
	expectArchived,
	expectFiles,
	happy,
	importArchive,
	publishArchive,
	remembered,
	writtenAt,
	type ArchiveHost,
} from '../support/recipes/signed-documents-archived.mts';
import type { Sandbox } from '../support/sandbox.mts';

const SIGNED_FILES = 'GET /contracts/:id/signed-files';

let host: FragileHost;
let toUnpublish: string[] = [];

beforeAll(async () => {
	host = await startFragileHost(await sharedN8n());
});

beforeEach(async () => {
	await host.sandbox.control.reset('empty');
});

afterEach(async () => {
	for (const id of toUnpublish) await host.n8n.unpublish(id);
	toUnpublish = [];
});

afterAll(async () => {
	await host?.stop();
});

test('signed documents are archived when they are signed, and what was missed in the next hour, nothing twice', async () => {
	await host.sandbox.control.reset('demo');
	await happy(host);
});

describe('with the packed sandbox, which npx runs in an empty folder', () => {
	let own: ArchiveHost;
	let sandbox: NpxSandbox;
	let workflow: Workflow;
	beforeAll(async () => {
		const { n8n } = host;
		sandbox = await startNpxSandbox();
		const secret = { webhookSecret: WEBHOOK_SECRET };
		own = { n8n, sandbox, credentials: await credentialFor(n8n, sandbox.baseUrl, secret) };
		workflow = await publishArchive(own);
	});
	afterAll(async () => {
		if (workflow) await host.n8n.unpublish(workflow.id);
		await sandbox?.stop();
	});

	test('its command trigger contract.signed starts the recipe', async () => {
		const told = JSON.parse(await sandbox.command('trigger', 'contract.signed', '--json'));
		expect(told.contract.status).toBe('signed');
		await delivered(own, workflow, 1);
		await expectArchived(own, told.contract.id);
	});

	test('an agent lists, signs and inspects over its MCP server, and the recipe has archived what was signed', async () => {
		const { command, args, cwd } = sandbox.npx;
		const client = new Client({ name: 'test', version: '1' });
		const server = { command, args: [...args, 'mcp', '--url', sandbox.origin], cwd };
		await client.connect(new StdioClientTransport(server));
		const call = async (name: string, input: Record<string, unknown>) => {
			const { content } = await client.callTool({ name, arguments: input });
			return JSON.parse((content as Array<{ text: string }>)[0]!.text);
		};
		const before = (await delivered(own, workflow, 0)).length;
		const [{ id }] = (await call('find_contracts', { status: 'draft', limit: 1 })).data;
		expect((await call('sign_contract', { contractId: id })).contract.status).toBe('signed');
		await delivered(own, workflow, before + 1);
		await expectArchived(own, id);

		const deliveries = await call('deliveries', { contractId: id });
		expect(deliveries).toContainEqual(
			expect.objectContaining({ event: 'contract.signed', contractId: id, status: 'delivered' }),
		);
		const downloads = await call('requests', { route: '/contracts/:id/signed-files' });
		expect(downloads.at(-1)).toMatchObject({ path: `/v2/contracts/${id}/signed-files` });
		await client.close();
	});
});

test('the same event delivered again archives nothing again, and every delivery is answered with 200', async () => {
	const workflow = await published();
	const { id } = await host.sandbox.control.createContract({ status: 'draft' });
	await host.sandbox.control.setContractState(id, { status: 'signed' });
	await delivered(host, workflow, 1);
	const before = writtenAt(host, id);

	const attempts = await redelivered(host.sandbox, id);
	expect(new Set(attempts)).toEqual(new Set([200]));
	const runs = await delivered(host, workflow, 1);
	expect(runs.flatMap((run) => run.items('Save PDF'))).toHaveLength(1);
	expect(writtenAt(host, id)).toEqual(before);
	await expectArchived(host, id);
});

test('the service is killed during a download: the documents are archived when it is up, nothing twice', async () => {
	const workflow = await published();
	const { id } = await host.sandbox.control.createContract({ status: 'draft' });
	await host.killedDuring(SIGNED_FILES, async () => {
		await host.sandbox.control.setContractState(id, { status: 'signed' });
	});

	// Either the node has waited for the service, or the next hour does the work.
	const [run] = await delivered(host, workflow, 1);
	expect(run!.items('Download signed files', 0).length > 0).toBe(run!.status === 'success');
	expect((await catchUp(host, workflow)).status).toBe('success');
	await expectArchived(host, id);
	const before = writtenAt(host, id);
	expect((await catchUp(host, workflow)).items('Not archived yet')).toEqual([]);
	expect(writtenAt(host, id)).toEqual(before);
});

test('a contract whose download fails does not stop the others, is reported, and is archived in the next hour', async () => {
	const workflow = await importArchive(host);
	const [good, bad] = [await signedSilently(), await signedSilently()];
	await host.sandbox.control.fault({
		route: SIGNED_FILES,
		kind: 'status',
		status: 500,
		match: bad.slice(-36),
		times: 0,
	});
	const failed = await catchUp(host, workflow);
	expect(failed.status).toBe('error');
	expect(failed.error?.message).toContain(
		'tried again in the next hour: 1. The reason of the first: The service had an internal fault (status 500)',
	);
	await expectArchived(host, good);
	expect(archivedFiles(host, bad)).toEqual([]);

	await host.sandbox.control.clearFaults();
	const before = writtenAt(host, good);
	expect((await catchUp(host, workflow)).items('Save PDF')).toHaveLength(1);
	await expectArchived(host, bad);
	expect(writtenAt(host, good)).toEqual(before);
});

test('a file that cannot be saved does not keep the other contracts from the archive list', async () => {
	const workflow = await importArchive(host);
	const good = await signedSilently();
	const files = [{ name: 'Main.pdf' }, { name: 'Annex.pdf' }];
	const bad = await host.sandbox.control.createContract({ status: 'signed', signedFiles: files });
	expect((await catchUp(host, workflow)).error).toBeUndefined();

	// A folder of the annex's name is in the way, and the list is a new one.
	const annex = path.join(host.n8n.files, archivedFiles(host, bad.id)[1]!);
	rmSync(annex);
	mkdirSync(annex);
	const anew = await importArchive(host);
	const failed = await catchUp(host, anew);
	expect(failed.error?.message).toContain('could not be archived');
	await expectArchived(host, good);
	expect(await remembered(host, bad.id)).toEqual([]);

	rmSync(annex, { recursive: true });
	expect((await catchUp(host, anew)).items('Save PDF')).toHaveLength(files.length);
	await expectArchived(host, bad.id);
});

test('files that are not ready are left to the next hour', async () => {
	const impatient = recipe('signed-documents-archived.json');
	const download = impatient.nodes.find(({ name }) => name === 'Download signed files')!;
	download.parameters.options = { waitSeconds: 0 };
	const workflow = await published(impatient);
	await host.sandbox.control.variants(['filesNotReady']);
	const { id } = await host.sandbox.control.createContract({ status: 'draft' });
	await host.sandbox.control.setContractState(id, { status: 'signed' });

	const [run] = await delivered(host, workflow, 1);
	expect(run!.status).toBe('success');
	expect(run!.items('Next hour')).toHaveLength(1);
	expect(await remembered(host, id)).toEqual([]);

	await host.sandbox.control.variants([]);
	expect((await catchUp(host, workflow)).status).toBe('success');
	await expectArchived(host, id);
});

test('a contract that never has files is told once, and its files are archived if they come after all', async () => {
	const workflow = await importArchive(host);
	const { control } = host.sandbox;
	const long = { signatureDate: '2026-01-01T00:00:00.000Z', updatedAt: daysAgo(3), silent: true };
	const { id, name } = await control.createContract({ status: 'signed', signedFiles: [], ...long });
	const good = await signedSilently();
	const fresh = await control.createContract({ status: 'signed', signedFiles: [] });
	const begun = Date.now();
	const told = await catchUp(host, workflow);
	expect(Date.now() - begun).toBeLessThan(20_000);
	expect(told.error?.message).toMatch(/^Signed contracts that have no files after a day/);
	expect(told.error?.message).toContain(name);
	expect(await remembered(host, id)).toMatchObject([{ files: 0 }]);
	expect(await remembered(host, fresh.id)).toEqual([]);
	await expectArchived(host, good);

	expect((await catchUp(host, workflow)).status).toBe('success');
	await control.setContractState(id, { signedFiles: [{ name: 'Main.pdf' }], silent: true });
	expect((await catchUp(host, workflow)).status).toBe('success');
	await expectArchived(host, id);
});

test('a delivery and the hourly run at the same time make one set of files', async () => {
	const workflow = await published();
	const { id } = await host.sandbox.control.createContract({ status: 'draft' });
	await host.sandbox.control.fault({ route: SIGNED_FILES, kind: 'latency', ms: 2000, times: 2 });
	await host.sandbox.control.setContractState(id, { status: 'signed' });
	const [[ofDelivery], ofHour] = await Promise.all([
		delivered(host, workflow, 1),
		catchUp(host, workflow),
	]);
	expect([ofDelivery!.error, ofHour.error]).toEqual([undefined, undefined]);
	// Both may have found no row, and added one.
	await expectFiles(host, id);
});

async function published(source?: Recipe): Promise<Workflow> {
	const workflow = await publishArchive(host, source);
	toUnpublish.push(workflow.id);
	return workflow;
}

/** Has the service deliver everything about the contract once more; resolves to the status of every attempt. */
async function redelivered({ control }: Sandbox, contractId: string) {
	const settled = async (attempts: number) =>
		await until(
			async () => await control.deliveries({ contractId }),
			(all) =>
				all.length > 0 &&
				all.every((each) => each.status !== 'pending' && each.attempts.length >= attempts),
			`deliveries with ${attempts} attempts`,
		);
	for (const { id } of await settled(1)) await control.redeliver(id);
	return (await settled(2)).flatMap(({ attempts }) => attempts.map(({ status }) => status));
}

function daysAgo(days: number): string {
	return new Date(Date.now() - days * 86_400_000).toISOString();
}

/** A signed contract of which nobody was told. */
async function signedSilently(): Promise<string> {
	return (await host.sandbox.control.createContract({ status: 'signed' })).id;
}
