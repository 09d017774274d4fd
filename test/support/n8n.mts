import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, type N8nClient } from '../../host/lib/client/n8n.mts';
import type { PackedPackage } from '../../host/lib/package.mts';
import { startServer, type Server } from '../../host/lib/server.mts';

/**
 * A real n8n for end-to-end tests. `sharedN8n()` is the one that the whole run shares, with the packed package installed;
 * `startN8n()` is one of the test's own, for other settings. Both are driven by the same methods (host/lib/client).
 */
export const OWNER = {
	email: 'owner@example.com',
	firstName: 'End',
	lastName: 'To End',
	password: 'End-to-end-1',
};

export const NODES = {
	action: 'n8n-nodes-contract-management.contractManagement',
	tool: 'n8n-nodes-contract-management.contractManagementTool',
	trigger: 'n8n-nodes-contract-management.contractManagementTrigger',
	pollingTrigger: 'n8n-nodes-contract-management.contractManagementPollingTrigger',
	manual: 'n8n-nodes-base.manualTrigger',
	code: 'n8n-nodes-base.code',
	noOp: 'n8n-nodes-base.noOp',
} as const;

export const CREDENTIAL = 'contractManagementApi';

/** Days begin and end in n8n when they do in the tests and in the sandbox. */
export const IN_UTC = { TZ: 'UTC', GENERIC_TIMEZONE: 'UTC' };

/** Settings with which n8n writes the state of a polling trigger together with the execution that it starts. */
export const DURABLE_CURSORS = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

/** A publication that was cut off by a kill is taken up again after the lease, else two minutes later. */
export const SHORT_PUBLICATION_LEASE = {
	N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '20',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
};

/** What the run's global setup hands to the test files. */
export interface SharedN8n {
	url: string;
	/** The folder that workflows may read and write files in. */
	files: string;
}

export const SHARED_N8N = 'E2E_SHARED_N8N';
export const PACKED_PACKAGE = 'E2E_PACKED_PACKAGE';

export interface StartN8nOptions {
	env?: Record<string, string>;
	/** Installs the packed package. Default true. */
	install?: boolean;
	/** Keeps its data there and leaves it behind. Default: a temporary folder that `stop()` removes. */
	folder?: string;
	port?: number;
	/** The folder whose n8n is started. Default: the one that `npm start` runs. */
	host?: string;
	/** Whether it has its editor. Default true. */
	hasEditor?: boolean;
}

/** Starts an n8n of its own (about 6 seconds). Stop it in `afterAll`. */
export async function startN8n(options: StartN8nOptions = {}): Promise<Server> {
	const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'n8n-e2e-'));
	const env = { ...IN_UTC, ...options.env };
	const { port, host, hasEditor } = options;
	const server = await startServer({ folder, owner: OWNER, port, env, host, hasEditor });
	const stop = async () => {
		await server.stop();
		if (!options.folder) rmSync(folder, { recursive: true, force: true });
	};
	try {
		if (options.install ?? true) await server.installPackage(packedPackage());
	} catch (error) {
		await stop();
		throw error;
	}
	return { ...server, stop };
}

/**
 * Starts an n8n again that was killed, without its editor, as nobody looks at it. Where it was killed before an execution
 * had begun, n8n ends while it recovers that one, and leaves it alone when it is started once more (n8n-io/n8n#22064).
 */
export async function restartN8n(options: StartN8nOptions): Promise<Server> {
	const again = async () => await startN8n({ ...options, hasEditor: false });
	return await again().catch(again);
}

/** The n8n that all test files of this run share. Nobody stops it; use workflows and credentials of your own. */
export async function sharedN8n(): Promise<N8nClient & { files: string }> {
	const { url, files } = handedOver<SharedN8n>(SHARED_N8N);
	return { ...(await connect(url, OWNER)), files };
}

/** The package as this run packed it. */
export function packedPackage(): PackedPackage {
	return handedOver<PackedPackage>(PACKED_PACKAGE);
}

/** A credential for a sandbox; resolves to what a node's `credentials` takes. */
export async function credentialFor(
	n8n: N8nClient,
	baseUrl: string,
	data: Record<string, unknown> = {},
) {
	const { id, name } = await n8n.createCredential(`Sandbox ${baseUrl}`, CREDENTIAL, {
		baseUrl,
		apiKey: 'sandbox-admin-key',
		...data,
	});
	return { [CREDENTIAL]: { id, name } };
}

/** What this run's global setup has left for the test files. */
export function handedOver<T>(variable: string): T {
	const value = process.env[variable];
	if (!value) throw new Error(`This suite has no global setup that sets ${variable}`);
	return JSON.parse(value) as T;
}
