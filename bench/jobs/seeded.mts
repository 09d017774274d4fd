import type { Bench } from '../lib/types.mts';

/** Return All as the bare client does it: the service's own records. */
export const RETURN_ALL = {
	resource: 'contract',
	operation: 'getAll',
	returnAll: true,
	simplify: false,
};

/** A sandbox that holds generated contracts and nothing else. */
export async function seeded({ sandbox }: Bench, contracts: number, latency: number, types = 1) {
	await sandbox.control.reset('empty');
	const seed = await sandbox.control.seed({ contracts, types });
	await sandbox.control.latency(latency);
	return seed;
}
