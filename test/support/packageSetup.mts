import path from 'node:path';
import { build, pack } from '../../host/lib/package.mts';
import { PACKED_PACKAGE } from './n8n.mts';

/** What jest tells a set-up of the suite that it is for. */
export interface SuiteConfig {
	displayName: { name: string };
	/** The folder whose n8n it starts. */
	globals: { host: string };
}

/** What jest tells it of the run: which half of a suite it is. */
export interface Run {
	shard?: { shardIndex: number };
}

/** Once per run: builds and packs the package, for tests that install it into an n8n of their own. */
export default async function setup({ shard }: Run, { displayName }: SuiteConfig): Promise<void> {
	await build();
	const run = [displayName.name, shard?.shardIndex ?? 'whole'].join('-');
	const packed = await pack(path.join('.cache', 'package-under-test', run));
	process.env[PACKED_PACKAGE] = JSON.stringify(packed);
}
