import type { Bench } from '../lib/types.mts';

/** Return All as the bare client does it: the service's own records. */
export const RETURN_ALL = {
	resource: 'contract',
	operation: 'getAll',
	returnAll: true,
	simplify: false,
};

/** A sandbox that holds generated contracts and nothing else. */
export async function seeded(
	{ sandbox }: Pick<Bench, 'sandbox'>,
	contracts: number,
	more: { types?: number; statuses?: string[]; counterparties?: number } = {},
) {
	await sandbox.control.reset('empty');
	return await sandbox.control.seed({ contracts, ...more });
}
