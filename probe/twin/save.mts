import { writeFile } from 'node:fs/promises';
import { TWIN_VERSION, type TwinFile } from '../../sandbox/twin/file.mts';
import type { Finding } from '../check.mts';
import { redacted } from '../redact.mts';
import type { Service } from '../service.mts';
import type { Recorder } from './recorder.mts';
import { structuresOf } from './structures.mts';

export interface Saving {
	file: string;
	/** Also the names that people gave to types, templates, fields, options and tables. */
	withNames: boolean;
}

/** What `--like` of the sandbox needs to answer as this service does. Nothing that the service stores is in it. */
export async function twinOf(
	service: Service,
	recorder: Recorder,
	findings: readonly Finding[],
	withNames: boolean,
	secrets: readonly string[],
): Promise<TwinFile> {
	const structures = await structuresOf(service, withNames);
	return {
		format: 'contract-management-twin',
		version: TWIN_VERSION,
		savedAt: new Date().toISOString(),
		withWrites: service.mayWrite,
		facts: service.facts,
		...structures,
		findings: findings.map((finding) => {
			const { id, outcome } = finding;
			return 'seen' in finding
				? { id, outcome, seen: redacted(finding.seen, secrets) }
				: { id, outcome };
		}),
		answers: recorder.answers(),
		errors: recorder.errors(),
	};
}

/** @throws Error of the file system */
export async function saveTwin(file: string, twin: TwinFile): Promise<void> {
	await writeFile(file, `${JSON.stringify(twin, null, '\t')}\n`);
}
