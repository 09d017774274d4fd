/**
 * Probes sandboxes, and a twin of each, in one process of plain Node: `roundTrips` of probe.variants.test.mts starts it.
 * Reads `[{variants?, like?, write, keep?}]` from standard input and prints one JSON line for each.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { probed, type Probed } from '../probe/run.mts';
import type { SandboxOptions } from '../sandbox/options.mts';
import { createSandbox } from '../sandbox/server.mts';
import type { Trip } from '../test/support/roundTrip.mts';

const CUSTOM_OBJECT = 'c0000000-0000-4000-8000-000000000001';
const folder = mkdtempSync(path.join(tmpdir(), 'twins-'));

for (const trip of (await json(process.stdin)) as Trip[]) {
	const { variants, like, write, keep } = trip;
	const file = keep ?? path.join(folder, 'twin.json');
	const service = await probedSandbox({ variants, like }, write);
	writeFileSync(file, `${JSON.stringify(service.twin, null, '\t')}\n`);
	const twin = await probedSandbox({ like: file }, write);
	const found = { service: service.findings, twin: twin.findings, saved: service.twin };
	process.stdout.write(`${JSON.stringify(found)}\n`);
}
rmSync(folder, { recursive: true });

async function probedSandbox(options: SandboxOptions, mayWrite: boolean): Promise<Probed> {
	const sandbox = await createSandbox(options);
	try {
		return await probed(
			{
				baseUrl: sandbox.baseUrl,
				version: { name: 'service-version', value: '2025-01-29.alpha' },
				perSecond: 100_000,
				mayWrite,
				given: { customObjectId: CUSTOM_OBJECT },
				saving: { file: '', withNames: false },
			},
			'sandbox-admin-key',
			() => {},
		);
	} finally {
		await sandbox.close();
	}
}
