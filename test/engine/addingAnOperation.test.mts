import { execFile } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdtempSync,
	mkdirSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import nock from 'nock';
import { codeBlocks, document } from '../support/documents.mts';
import { credentialData } from '../support/credentials.mts';
import { runNode } from '../support/engine.mts';

const run = promisify(execFile);
const PAGE = document('docs/adding-an-operation.md');
const MEMBER = '3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';

let folder: string;

beforeAll(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'adding-an-operation-'));
	const copied = [
		'nodes',
		'credentials',
		'icons',
		'package.json',
		'tsconfig.json',
		'eslint.config.mjs',
	];
	for (const name of copied) cpSync(name, path.join(folder, name), { recursive: true });
	symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('following docs/adding-an-operation.md gives an operation that runs in n8n', async () => {
	await applyThePage();
	await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'], {
		cwd: folder,
	});

	nock('https://service.test')
		.patch(`/v2/members/${MEMBER}`, { status: 'disabled' })
		.reply(200, { id: MEMBER, status: 'disabled' });
	const { items, error } = await disable(MEMBER);

	expect(error).toBeUndefined();
	expect(items).toEqual([{ json: { id: MEMBER, status: 'disabled' }, pairedItem: { item: 0 } }]);
}, 60_000);

test('it has the checks and the messages of every operation', async () => {
	const malformed = await disable('../organization');
	expect(malformed.error?.message).toBe("Member ID '../organization' is not an id");

	nock('https://service.test').patch(`/v2/members/${MEMBER}`).reply(403);
	const forbidden = await disable(MEMBER);
	expect(forbidden.error?.message).toBe('The API key may not do this');
});

test('it passes n8n’s lint', async () => {
	const files = ['nodes/ContractManagement/resources/member'];
	const lint = run(process.execPath, ['node_modules/eslint/bin/eslint.js', ...files], {
		cwd: folder,
	});
	await expect(lint).resolves.toBeDefined();
}, 60_000);

/** Writes the page's files and applies its diffs; nothing else is done. */
async function applyThePage(): Promise<void> {
	const blocks = codeBlocks(PAGE);
	const files = blocks.filter(({ info }) => info.startsWith('ts '));
	const diffs = blocks.filter(({ info }) => info === 'diff');
	expect({ files: files.length, diffs: diffs.length }).toEqual({ files: 1, diffs: 1 });
	for (const { info, code } of files) write(info.slice('ts '.length), code);
	for (const { code } of diffs) {
		writeFileSync(path.join(folder, 'step.diff'), code);
		await run('git', ['apply', 'step.diff'], { cwd: folder });
	}
}

function write(file: string, code: string): void {
	const target = path.join(folder, file);
	expect(existsSync(target)).toBe(false);
	mkdirSync(path.dirname(target), { recursive: true });
	writeFileSync(target, code);
}

async function disable(memberId: string) {
	const entry = path.join(folder, 'dist/nodes/ContractManagement/ContractManagement.node.js');
	const { ContractManagement } = jest.requireActual(entry);
	return await runNode({
		node: new ContractManagement(),
		credential: credentialData('https://service.test/v2', 'key-1'),
		parameters: { resource: 'member', operation: 'disable', memberId },
	});
}
