/**
 * Probes sandboxes, and one with the profile that was saved of each, in one process of plain Node: `roundTrips` of
 * probe.variants.test.mts starts it. Reads `[{variants?, profile?, write}]` from standard input and prints one JSON line
 * for each.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { probed, type Probed } from '../probe/run.mts';
import { createSandbox } from '../sandbox/server.mts';
import type { Trip } from '../test/support/roundTrip.mts';

const CUSTOM_OBJECT = 'c0000000-0000-4000-8000-000000000001';
const folder = mkdtempSync(path.join(tmpdir(), 'profiles-'));
const file = path.join(folder, 'profile.json');

for (const { variants, profile = {}, write } of (await json(process.stdin)) as Trip[]) {
	const first = await probedSandbox(profile, variants, write);
	const second = await probedSandbox({ ...profile, ...first.profile }, variants, write);
	const found = {
		service: first.findings,
		saved: first.profile,
		again: { findings: second.findings, profile: second.profile },
	};
	process.stdout.write(`${JSON.stringify(found)}\n`);
}
rmSync(folder, { recursive: true });

async function probedSandbox(
	profile: Record<string, string>,
	variants: string[] | undefined,
	mayWrite: boolean,
): Promise<Probed> {
	writeFileSync(file, JSON.stringify(profile));
	const sandbox = await createSandbox({ variants, profile: file });
	try {
		return await probed(
			{
				baseUrl: sandbox.baseUrl,
				version: { name: 'service-version', value: '2025-01-29.alpha' },
				perSecond: 100_000,
				mayWrite,
				given: { customObjectId: CUSTOM_OBJECT },
			},
			'sandbox-admin-key',
			() => {},
		);
	} finally {
		await sandbox.close();
	}
}
