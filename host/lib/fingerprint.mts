import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** One text that changes when any of these files changes, or any file below these folders. Missing ones count as empty. */
export function fingerprint(paths: string[]): string {
	const hash = createHash('sha256');
	for (const file of paths.flatMap(filesBelow)) hash.update(`${file}\0`).update(readFileSync(file));
	return hash.digest('hex');
}

function filesBelow(start: string): string[] {
	if (!existsSync(start)) return [];
	if (statSync(start).isFile()) return [start];
	return readdirSync(start)
		.sort()
		.flatMap((name) => filesBelow(path.join(start, name)));
}
