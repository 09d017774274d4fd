/**
 * What executions leave behind in a process: each with an API key, an execution and a list of its own, as many webhooks,
 * tenants and polls of a busy n8n have. Heap after garbage collections, above what it was after the first fifty.
 * Usage: node scripts/node24.mjs bench/memory.mts [EXECUTIONS, default 100000]
 */
import { createRequire } from 'node:module';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { compileTypeScript } from './lib/compileTypeScript.mts';

const EXECUTIONS = Number(process.argv[2] ?? 100_000);
const WARM_UP = 50;
const CONCURRENT = 50;
const COUNTERPARTIES = 100;
const MOST_MB = 20;

compileTypeScript();
const load = createRequire(import.meta.url);
const nodes = '../nodes/ContractManagement';
const { connectionWith } = load(`${nodes}/transport/connection`);
const { counterpartiesByName } = load(`${nodes}/transport/counterparties`);
const { ownerOf } = load(`${nodes}/triggers/polling/owner`);
const { FILTERS } = load(`${nodes}/triggers/shared/records`);
const { searchContracts } = load(`${nodes}/editor/searches`);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

await execute(0, WARM_UP);
const before = await heapMb();
const startedAt = performance.now();
await execute(WARM_UP, WARM_UP + EXECUTIONS);
const seconds = (performance.now() - startedAt) / 1000;
const left = (await heapMb()) - before;
console.log(
	`${EXECUTIONS} executions with keys and lists of ${COUNTERPARTIES} of their own, in ${seconds.toFixed(0)} s: ${left.toFixed(1)} MB left behind (at most ${MOST_MB})`,
);
if (left > MOST_MB) process.exitCode = 1;

async function execute(from: number, to: number): Promise<void> {
	let next = from;
	const work = async () => {
		while (next < to) await executeOne(next++);
	};
	await Promise.all(Array.from({ length: CONCURRENT }, work));
}

/** An execution that looks for a name on a list, a poll that asks for its organization, a list in the editor. */
async function executeOne(number: number): Promise<void> {
	const signal = new AbortController().signal;
	const credentials = { baseUrl: 'http://service.test/v2', apiKey: `key ${number}` };
	const context = contextOf(number, credentials);
	const execution = { ...context, getExecutionCancelSignal: () => signal };
	const list = connectionWith(execution, credentials);
	await counterpartiesByName(list, 'name:of nobody', () => 'run');
	const filters = Object.fromEntries(FILTERS.map((name: string) => [name, []]));
	await ownerOf(connectionWith(context, credentials), filters);
	await searchContracts.call(context, 'contract');
}

function contextOf(number: number, credentials: object) {
	return {
		getNode: () => ({ name: 'Node', parameters: {} }),
		getExecutionId: () => `execution ${number}`,
		getCredentials: async () => credentials,
		logger: { debug() {} },
		helpers: {
			async httpRequestWithAuthentication(_type: string, { url }: { url: string }) {
				// As the network does, it lets other tasks run.
				await setImmediate();
				const body =
					url === '/organization' ? { id: `organization ${number}` } : { data: records(number) };
				return { statusCode: 200, headers: {}, body };
			},
		},
	};
}

function records(number: number) {
	return Array.from({ length: COUNTERPARTIES }, (_, i) => ({
		id: `00000000-0000-4000-8000-${String(number).padStart(8, '0')}${String(i).padStart(4, '0')}`,
		name: `Counterparty ${i} of ${number}`,
		status: 'active',
	}));
}

/** Weak references and what ends with them take more than one collection. */
async function heapMb(): Promise<number> {
	for (let i = 0; i < 5; i++) {
		collect();
		await sleep(50);
	}
	return process.memoryUsage().heapUsed / 1024 ** 2;
}
