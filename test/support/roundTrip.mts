import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Finding } from '../../probe/check.mts';

/** A sandbox to be probed, and then one with the profile that was saved of it. */
export interface Trip {
	variants?: string[];
	profile?: Record<string, string>;
	write: boolean;
}

export interface Travelled {
	service: Finding[];
	saved: Record<string, string>;
	again: { findings: Finding[]; profile: Record<string, string> };
}

/** Runs the trips one after the other in one process of plain Node. */
export async function roundTrips(trips: Trip[]): Promise<Travelled[]> {
	const script = path.join('scripts', 'roundTrips.mts');
	const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
	child.stdin.end(JSON.stringify(trips));
	const [lines] = await Promise.all([text(child.stdout), once(child, 'exit')]);
	return lines
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as Travelled);
}

/** The ids of everything that was found to be different, whether or not the node takes it. */
export function namedIn(findings: Finding[]): string[] {
	return findings
		.filter(({ outcome }) => outcome === 'differs' || outcome === 'accepted')
		.map(({ id }) => id)
		.toSorted();
}
