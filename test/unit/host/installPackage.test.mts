import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { InstalledPackage } from '../../../host/lib/client/packages.mts';
import { N8nRequestError } from '../../../host/lib/client/session.mts';
import type { PackedPackage } from '../../../host/lib/package.mts';
import { installPackage } from '../../../host/lib/server.mts';

const packed = { name: 'ours', version: '1.0.0', file: '/ours.tgz', integrity: 'a' };
let folder: string;
let installed: InstalledPackage[];
let asked: string[];

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'installed-'));
	installed = [entry('another')];
	asked = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What each `npm start` does. */
async function start(more: Partial<PackedPackage> = {}): Promise<void> {
	const n8n = {
		installedPackages: async () => installed,
		install: async (name: string) => {
			asked.push('install');
			const known = installed.find((each) => each.packageName === name);
			if (known && !known.failedLoading) throw new N8nRequestError('POST', 400, 'is there');
			installed = [...installed.filter((each) => each !== known), entry(name)];
			return entry(name);
		},
		update: async (name: string) => {
			asked.push('update');
			return entry(name);
		},
	};
	await installPackage(n8n, folder, { ...packed, contents: [], ...more });
}

function entry(packageName: string): InstalledPackage {
	return { packageName, installedVersion: '1.0.0', installedNodes: [] };
}

test('a package that is there is not installed again', async () => {
	await start();
	await start();
	expect(asked).toEqual(['install']);
});

test('other content of it takes its place', async () => {
	await start();
	await start({ integrity: 'b' });
	expect(asked).toEqual(['install', 'install', 'update']);
});

test('a package that was uninstalled in n8n is installed again', async () => {
	await start();
	installed = [entry('another')];
	await start();
	expect(asked).toEqual(['install', 'install']);
});

test('a package that n8n could not load, such as where its files were deleted, is installed again', async () => {
	await start();
	installed = [{ ...entry('ours'), failedLoading: true }];
	await start();
	expect(asked).toEqual(['install', 'install']);
});
