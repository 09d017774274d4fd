import { randomUUID } from 'node:crypto';
import type { Bench } from './types.mts';

/**
 * A credential whose key changes with each run: contenders and runs must not learn from each other. `prepare` comes after
 * whatever resets the sandbox.
 */
export async function withFreshKey(
	{ n8n, sandbox, far }: Bench,
	rttMs: number,
	given: Record<string, unknown> = {},
) {
	const { baseUrl } = await far.at(rttMs);
	const data = { baseUrl, ...given };
	const account = await n8n.accountWith(data);
	const prepare = async () => {
		const key = `bench-${randomUUID()}`;
		await sandbox.control.call('POST', '/keys', { key, name: key });
		await n8n.changeAccount(account, { ...data, apiKey: key });
	};
	return { account, prepare };
}
