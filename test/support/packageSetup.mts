import path from 'node:path';
import { build, pack } from '../../host/lib/package.mts';
import { PACKED_PACKAGE } from './n8n.mts';

/** Once per run: builds and packs the package, for tests that install it into an n8n of their own. */
export default async function setup(): Promise<void> {
	await build();
	const packed = await pack(path.join('.cache', 'package-under-test'));
	process.env[PACKED_PACKAGE] = JSON.stringify(packed);
}
