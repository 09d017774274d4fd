import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect, type N8nClient } from './client/n8n.mts';
import type { InstalledPackage } from './client/packages.mts';
import { N8nRequestError, type Owner } from './client/session.mts';
import { until } from './client/until.mts';
import { tarballPointer } from './environment.mts';
import type { PackedPackage } from './package.mts';
import { freePort } from './ports.mts';
import { startProcess, type N8nProcess } from './process.mts';
import type { OnSpawn } from './stoppable.mts';

export interface ServerOptions {
	/** Everything that n8n keeps. */
	folder: string;
	owner: Owner;
	/** Default: a free one. */
	port?: number;
	env?: Record<string, string>;
	/** The folder whose n8n is started. Default: the one that `npm start` runs. */
	host?: string;
	/** Whether it has its editor. Without it n8n starts sooner, and its owner has to be there. Default true. */
	hasEditor?: boolean;
	onSpawn?: OnSpawn;
}

const ALREADY_INSTALLED = 400;

/** A running n8n with its owner logged in. */
export interface Server extends N8nClient, N8nProcess {
	folder: string;
	/** The folder that its workflows may read and write files in. */
	files: string;
	/** Makes a packed package the one that this n8n's npm knows. */
	offerPackage(packed: PackedPackage): void;
	/** The same, then installs or updates to it as the settings page does. */
	installPackage(packed: PackedPackage): Promise<void>;
}

/** Starts n8n with SQLite in its own folder, on loopback, and logs its owner in (created on the first start). */
export async function startServer(options: ServerOptions): Promise<Server> {
	const { folder, owner, port, env, host, hasEditor = true, onSpawn } = options;
	const files = path.join(folder, 'files');
	const process = await startProcess({
		folder,
		files,
		env: hasEditor ? env : { ...env, N8N_DISABLE_UI: 'true' },
		host,
		port: port ?? (await freePort()),
		brokerPort: await freePort(),
		onSpawn,
	});
	const client = await signIn(process, owner, hasEditor);
	return {
		...process,
		...client,
		folder,
		files,
		offerPackage: ({ file }) => writeFileSync(tarballPointer(folder), file),
		installPackage: async (packed) => await installPackage(client, folder, packed),
	};
}

/** Leaves no n8n running that nobody can sign in to. */
async function signIn(
	{ url, stop }: N8nProcess,
	owner: Owner,
	hasEditor: boolean,
): Promise<N8nClient> {
	try {
		if (hasEditor) await hasRoutes(url);
		return await connect(url, owner);
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Older versions of n8n are ready before the routes of the editor exist. */
async function hasRoutes(url: string): Promise<void> {
	const status = async () => (await fetch(`${url}/rest/settings`)).status;
	await until(status, (answer) => answer === 200, `REST interface at ${url}`);
}

/** Installs it where n8n has other content of it, or, as somebody uninstalled it there, nothing. */
export async function installPackage(
	client: Pick<N8nClient, 'install' | 'installedPackages' | 'update'>,
	folder: string,
	packed: PackedPackage,
): Promise<void> {
	const { name, version, file, integrity } = packed;
	const record = path.join(folder, 'installed-package.txt');
	const isSame = existsSync(record) && readFileSync(record, 'utf8') === integrity;
	if (isSame && (await client.installedPackages()).some((each) => isThere(each, name))) return;
	writeFileSync(tarballPointer(folder), file);
	try {
		await client.install(name, version);
	} catch (error) {
		if (!(error instanceof N8nRequestError && error.status === ALREADY_INSTALLED)) throw error;
		await client.update(name, version);
	}
	writeFileSync(record, integrity);
}

function isThere({ packageName, failedLoading }: InstalledPackage, name: string): boolean {
	return packageName === name && !failedLoading;
}
