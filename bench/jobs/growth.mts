import { ours } from '../lib/nodes.mts';
import type { Series } from '../lib/report.mts';
import type { Bench } from '../lib/types.mts';
import { median } from '../lib/stats.mts';

const RUNS = 3;
const RETURN_ALL = { resource: 'contract', operation: 'getAll', returnAll: true, simplify: false };

/** Time of the node for 1k, 10k and 100k contracts, no latency. */
export async function growthByContracts(bench: Bench): Promise<Series[]> {
	const { n8n, sandbox } = bench;
	const node = await n8n.contender('node', [ours(n8n, RETURN_ALL)]);
	const points = [];
	for (const contracts of bench.isShort ? [1_000, 10_000] : [1_000, 10_000, 100_000]) {
		await sandbox.control.reset('empty');
		await sandbox.control.seed({ contracts });
		points.push({ x: contracts, y: await typical(node.run) });
	}
	return [{ name: 'Return All', points }];
}

/** Time of the node for 1, 10 and 50 contract types of 200 contracts each, 20 ms latency. */
export async function growthByTypes(bench: Bench): Promise<Series[]> {
	const { n8n, sandbox } = bench;
	const points = [];
	for (const types of [1, 10, 50]) {
		await sandbox.control.reset('empty');
		const { contractTypeIds } = await sandbox.control.seed({ contracts: types * 200, types });
		await sandbox.control.latency(20);
		const node = await n8n.contender('node', [ours(n8n, { ...RETURN_ALL, contractTypeIds })]);
		points.push({ x: types, y: await typical(node.run) });
	}
	await sandbox.control.latency(0);
	return [{ name: 'Return All, merged', points }];
}

async function typical(run: () => Promise<{ ms: number }>): Promise<number> {
	await run();
	const times = [];
	for (let i = 0; i < RUNS; i++) times.push((await run()).ms);
	return median(times);
}
