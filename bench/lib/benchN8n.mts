import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { N8nRequestError } from '../../host/lib/client/session.mts';
import type {
	CredentialReference,
	NodeInput,
	Workflow,
	WorkflowInput,
} from '../../host/lib/client/types.mts';
import type { PackedPackage } from '../../host/lib/package.mts';
import { freePort } from '../../host/lib/ports.mts';
import { startServer, type Server } from '../../host/lib/server.mts';
import { MeasurementLog } from './measurementLog.mts';
import { contenderIn, type ContenderOptions } from './n8nContender.mts';
import { ours } from './nodes.mts';
import type { Contender } from './types.mts';

const CREDENTIAL_TYPE = 'contractManagementApi';
const OWNER = {
	email: 'bench@example.com',
	firstName: 'Bench',
	lastName: 'Mark',
	password: 'Bench-mark-1',
};

/** Nothing of an execution is saved: the database's work would be measured with it. */
const UNSAVED = {
	saveDataSuccessExecution: 'none',
	saveDataErrorExecution: 'none',
	saveManualExecutions: false,
	saveExecutionProgress: false,
};

/** The credential as a node refers to it. */
export type Account = Record<string, CredentialReference>;

/** A real n8n with the packed package, the plain nodes of the comparison, and measurement in its own process. */
export class BenchN8n {
	readonly log: MeasurementLog;
	private readonly start: () => Promise<Server>;
	private readonly baseUrl: string;
	private number = 0;

	/** Its n8n, whose process `restart` replaces. */
	readonly server: Server;
	/** The credential that contenders share. */
	readonly account: Account;

	private constructor(
		server: Server,
		account: Account,
		start: () => Promise<Server>,
		baseUrl: string,
	) {
		this.server = server;
		this.account = account;
		this.start = start;
		this.baseUrl = baseUrl;
		this.log = new MeasurementLog(path.join(server.folder, LOG));
	}

	static async start(packed: PackedPackage, baseUrl: string): Promise<BenchN8n> {
		const folder = mkdtempSync(path.join(tmpdir(), 'n8n-bench-'));
		const port = await freePort();
		const start = async () =>
			await startServer({ folder, owner: OWNER, port, env: environment(folder) });
		const server = await start();
		await server.installPackage(packed);
		const account = await createAccount(server, baseUrl, {});
		return new BenchN8n(server, account, start, baseUrl);
	}

	/** The folder that workflows may read. */
	get files(): string {
		return this.server.files;
	}

	/** The same n8n as a new process, in which the node has run once. */
	async restart(): Promise<void> {
		await this.server.stop();
		Object.assign(this.server, await this.start());
		const one = { resource: 'contract', operation: 'getAll', limit: 1 };
		const warmUp = await this.contender('warm-up', [ours(this, one)]);
		const { error } = await warmUp.run();
		if (error) throw new Error(`The warm-up failed: ${error}`);
	}

	/** One more credential for the sandbox. */
	async accountWith(data: Record<string, unknown>): Promise<Account> {
		return await createAccount(this.server, this.baseUrl, data);
	}

	/** Changes a credential. */
	async changeAccount(account: Account, data: Record<string, unknown>): Promise<void> {
		const { id, name } = account[CREDENTIAL_TYPE]!;
		const changed = secrets(this.baseUrl, data);
		await patiently(() => this.server.updateCredential(id, name, CREDENTIAL_TYPE, changed));
	}

	/** A workflow that sends items through the nodes; what is measured is every node whose name begins with Job. */
	async contender(
		name: string,
		nodes: NodeInput[],
		options: ContenderOptions = {},
	): Promise<Contender> {
		this.number += 1;
		return await contenderIn(this, `Measured ${this.number}: ${name}`, name, nodes, options);
	}

	/** Publishes a workflow that starts with a trigger of its own, whose webhook has this path; resolves to its URL. */
	async publishTrigger(trigger: NodeInput, webhookPath: string) {
		const { id, nodes } = await this.createWorkflow({ nodes: [trigger] });
		await this.publish(id);
		const { webhookId } = nodes[0]!;
		return { url: `${this.server.url}/webhook/${webhookId}/${webhookPath}`, workflowId: id };
	}

	/** A workflow of whose executions nothing is saved. */
	async createWorkflow(input: WorkflowInput): Promise<Workflow> {
		return await patiently(() => this.server.createWorkflow({ ...input, settings: UNSAVED }));
	}

	/** @throws when n8n does not publish it */
	async publish(workflowId: string): Promise<void> {
		const { status, triggers } = await patiently(() => this.server.publish(workflowId));
		if (status === 'published') return;
		throw new Error(`A benchmark workflow is ${status}: ${JSON.stringify(triggers)}`);
	}

	async stop(): Promise<void> {
		await this.server.stop();
		rmSync(this.server.folder, { recursive: true, force: true });
	}
}

const LOG = 'bench.jsonl';

function environment(folder: string): Record<string, string> {
	return {
		BENCH_LOG: path.join(folder, LOG),
		EXTERNAL_HOOK_FILES: path.resolve('bench', 'lib', 'n8nHooks.js'),
		N8N_CUSTOM_EXTENSIONS: path.resolve('bench', 'plain'),
		N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
		NODE_OPTIONS: ['--expose-gc', process.env.BENCH_N8N_OPTIONS].filter(Boolean).join(' '),
	};
}

const UNREADY = 503;
const PATIENCE = 20;

/** On a busy machine n8n finds its own database slow, and refuses everything for some seconds. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
	for (let tries = 1; ; tries++) {
		try {
			return await ask();
		} catch (error) {
			const isUnready = error instanceof N8nRequestError && error.status === UNREADY;
			if (!isUnready || tries === PATIENCE) throw error;
			await sleep(1000);
		}
	}
}

async function createAccount(server: Server, baseUrl: string, data: Record<string, unknown>) {
	const { id, name } = await patiently(() =>
		server.createCredential('Bench', CREDENTIAL_TYPE, secrets(baseUrl, data)),
	);
	return { [CREDENTIAL_TYPE]: { id, name } };
}

function secrets(baseUrl: string, data: Record<string, unknown>) {
	return { baseUrl, apiKey: 'sandbox-admin-key', webhookSecret: 'bench-secret', ...data };
}
