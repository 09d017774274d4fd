import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../../../host/lib/client/until.mts';
import { freePort } from '../../../host/lib/ports.mts';
import type { Server } from '../../../host/lib/server.mts';
import { endedWithN8n } from '../cutOff.mts';
import { restartN8n, startN8n } from '../n8n.mts';
import type { RecipeHost } from './host.mts';
import { startRecipeHost } from './start.mts';

/**
 * A recipe's work in steps between which n8n may be killed. The steps reach n8n through the host each time, as it is
 * another process after the kill.
 */
export interface Drive {
	/** Starts the work, which goes on in n8n. */
	start(): Promise<unknown>;
	/** Stops the work in its middle, where it hurts most. Resolves to what waits until it stands there. */
	hold(): Promise<() => Promise<unknown>>;
	/** What the page says that follows: the end of the work, the next hour, or that somebody runs it again. */
	finish(): Promise<void>;
	/** The effect: nothing is lost, and nothing was done twice beyond what the page says. */
	expectDone(wasKilled: boolean): Promise<void>;
}

/** Imports a recipe and prepares what it is to work on. */
export type Driver = (host: RecipeHost) => Promise<Drive>;

/** The recipe's work without a kill. */
export async function undisturbed(host: RecipeHost, driver: Driver): Promise<void> {
	const drive = await driver(host);
	await drive.start();
	await drive.finish();
	await drive.expectDone(false);
}

/** The recipe's work, during which n8n is killed and started again. */
export async function killedInTheMiddle(
	host: RecipeHost,
	{ n8n }: KillableN8n,
	driver: Driver,
): Promise<void> {
	const drive = await driver(host);
	const standing = await drive.hold();
	// A run that is cut off may take its caller's connection along.
	const started = drive.start().catch(() => undefined);
	await standing();
	host.killedAt = Date.now();
	host.n8n = await n8n.killAndRestart();
	await started;
	await drive.finish();
	await drive.expectDone(true);
}

/** Has the service execute such a request and withhold its answer; resolves to what waits for that. */
export async function heldAt(
	{ sandbox: { control } }: RecipeHost,
	route: string,
	skip = 0,
): Promise<() => Promise<unknown>> {
	await control.fault({ route, kind: 'hang', when: 'after', skip });
	return async () =>
		await until(control.faults, (left) => left.length === 0, `${skip + 1} requests ${route}`);
}

/** Waits until no execution of a workflow runs any more. */
export async function atRest(host: RecipeHost, workflowId: string): Promise<void> {
	await until(
		() => host.n8n.executions(workflowId),
		(all) => all.every((one) => one.status !== 'running' || endedWithN8n(host, one)),
		'end of all executions',
	);
}

/** An n8n of a test file's own, which recipes share and which is killed again and again. */
interface KillableN8n {
	n8n: { current(): Server; killAndRestart(): Promise<Server> };
	/** A sandbox and a database for one recipe. */
	host(): Promise<RecipeHost & { stop(): Promise<void> }>;
	stop(): Promise<void>;
}

async function startKillableN8n(): Promise<KillableN8n> {
	const folder = mkdtempSync(path.join(tmpdir(), 'n8n-recipes-'));
	const port = await freePort();
	let server = await startN8n({ folder, port });
	return {
		n8n: {
			current: () => server,
			async killAndRestart() {
				await server.kill();
				server = await restartN8n({ folder, port });
				return server;
			},
		},
		host: async () => await startRecipeHost(server),
		async stop() {
			await server.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** An n8n for a test file, with a sandbox and a database for each test; no workflow stays published. */
export function killableSuite() {
	let killable: KillableN8n;
	let host: (RecipeHost & { stop(): Promise<void> }) | undefined;

	beforeAll(async () => {
		killable = await startKillableN8n();
	});

	beforeEach(async () => {
		host = await killable.host();
	});

	afterEach(async () => {
		const { workflows, unpublish } = killable.n8n.current();
		for (const { id, active } of await workflows()) if (active) await unpublish(id);
		await host?.stop();
	});

	afterAll(async () => {
		await killable?.stop();
	});

	return { host: () => host!, killable: () => killable };
}
