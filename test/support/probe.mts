import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { KEYS } from './sandbox.mts';

/** What a run of the probe left: its exit code, its report, and what it said beside it. */
export interface ProbeRun {
	code: number;
	report: string;
	said: string;
}

/** Runs the probe as a person would, with the key in the environment and nothing on standard input. */
export async function probe(
	args: readonly string[],
	key: string | undefined = KEYS.admin,
	more: NodeJS.ProcessEnv = {},
): Promise<ProbeRun> {
	const child = spawn(process.execPath, [path.join('probe', 'main.mts'), ...args], {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { ...process.env, CONTRACT_MANAGEMENT_API_KEY: key, ...more },
	});
	const [report, said, [code]] = await Promise.all([
		text(child.stdout),
		text(child.stderr),
		once(child, 'exit'),
	]);
	return { code: code as number, report, said };
}

/** The ids in a section of the report. */
export function idsUnder(report: string, title: string): string[] {
	const section = report.split('\n\n').find((part) => part.startsWith(`${title}\n`)) ?? '';
	return [...section.matchAll(/^ {2}([\w-]+)/gm)].map(([, id]) => id!);
}

/** Every difference that the report names, whether or not the node takes it. */
export function differences(report: string): string[] {
	return [
		...idsUnder(report, 'To change'),
		...idsUnder(report, 'Different, and handled'),
	].toSorted();
}
