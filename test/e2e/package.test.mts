import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../../host/lib/command.mts';
import type { PackedPackage } from '../../host/lib/package.mts';
import { NODES, packedPackage, sharedN8n, startN8n } from '../support/n8n.mts';

const NAME = 'n8n-nodes-contract-management';

test('the settings page lists the package with its three nodes', async () => {
	const n8n = await sharedN8n();
	const [installed, ...others] = await n8n.installedPackages();
	expect(others).toEqual([]);
	expect(installed).toMatchObject({ packageName: NAME, failedLoading: false });
	expect(installed!.installedNodes.map(({ type }) => type).sort()).toEqual(
		[NODES.action, NODES.trigger, NODES.pollingTrigger].sort(),
	);
});

test('n8n offers the action node as a tool of AI agents too, and neither trigger', async () => {
	const n8n = await sharedN8n();
	const types = (await n8n.nodeTypes()).map(({ name }) => name);
	expect(types.filter((name) => name.startsWith(NAME)).sort()).toEqual(
		[NODES.action, NODES.tool, NODES.trigger, NODES.pollingTrigger].sort(),
	);
});

test.each([NODES.action, NODES.trigger, NODES.pollingTrigger])(
	'the icons of %s are served for light and dark mode',
	async (type) => {
		const n8n = await sharedN8n();
		const { iconUrl } = await n8n.nodeType(type);
		for (const url of [iconUrl.light, iconUrl.dark]) {
			expect(url).toMatch(/\.svg$/);
			expect(String(await n8n.page(`/${url}`))).toContain('<svg');
		}
	},
);

describe('in an n8n of its own', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'repacked-'));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	test('other content of the same version replaces the package without a restart, and one that was uninstalled is installed again', async () => {
		const n8n = await startN8n();
		try {
			const renamed = await repacked('Contract Management (changed)');
			await n8n.installPackage(renamed);
			const { displayName } = await n8n.nodeType(NODES.action);
			expect(displayName).toBe('Contract Management (changed)');

			await n8n.uninstall(NAME);
			expect(await n8n.installedPackages()).toEqual([]);
			// As each start does.
			await n8n.installPackage(renamed);
			expect(await n8n.installedPackages()).toMatchObject([{ packageName: NAME }]);
		} finally {
			await n8n.stop();
		}
	});

	/** The packed package with another display name of its action node. */
	async function repacked(displayName: string): Promise<PackedPackage> {
		const packed = packedPackage();
		await run('tar', ['-xzf', packed.file, '-C', folder]);
		const node = path.join(
			folder,
			'package/dist/nodes/ContractManagement/ContractManagement.node.js',
		);
		const code = readFileSync(node, 'utf8');
		const changed = code.replace(
			"displayName: 'Contract Management'",
			`displayName: '${displayName}'`,
		);
		expect(changed).not.toBe(code);
		writeFileSync(node, changed);
		const file = path.join(folder, path.basename(packed.file));
		await run('tar', ['-czf', file, '-C', folder, 'package']);
		return { ...packed, file, integrity: displayName };
	}
});
