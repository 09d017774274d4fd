import { isAxiosError } from 'axios';
import type { EntryId } from '../sandbox/profile/entries.mts';
import type { Service } from './service.mts';

/** What a check saw. Sentences never quote a value that the service answered. */
export type Observation =
	| { outcome: 'held'; note?: string }
	| { outcome: 'accepted'; seen: string; advice?: string }
	| { outcome: 'differs'; seen: string; change: string }
	| { outcome: 'undecided'; why: string }
	| { outcome: 'unchecked'; why: string };

/** One row of docs/assumptions.md, or one statement of the specification, held against a real service. */
export interface Check {
	/** The row's id in docs/assumptions.md; statements of the specification begin with `spec-`. */
	id: string;
	/** What the node and the sandbox take for granted. */
	assumed: string;
	/** May throw `NotAnswered`, which makes the check unchecked, or `NotUnderstood`, which makes it undecided. */
	observe(service: Service): Promise<Observation>;
}

/** A check together with what it saw. */
export type Finding = Omit<Check, 'observe'> & Observation;

/** The service did not give what a check needs to look at. */
export class NotAnswered extends Error {}

/** What it gave has a form that no check can read. */
export class NotUnderstood extends Error {}

/** As assumed. */
export function held(note?: string): Observation {
	return { outcome: 'held', ...(note && { note }) };
}

/** Not as assumed, in a way that the node copes with; `advice` where a setting of the node makes it easier. */
export function accepted(seen: string, advice?: string): Observation {
	return { outcome: 'accepted', seen, ...(advice && { advice }) };
}

/** Not as assumed, in a way that Service Profile tells the node: keeps the entries. */
export function profiled(
	service: Service,
	seen: string,
	entries: Partial<Record<EntryId, string>>,
): Observation {
	const said = Object.entries(entries) as Array<[EntryId, string]>;
	for (const [entry, value] of said) service.found(entry, value);
	const names = said.map(([entry, value]) => `${entry} is ${value}`).join(', ');
	return accepted(seen, `Service Profile of the credential, which --save FILE writes: ${names}`);
}

/** Not as assumed, and the code has to change: `change` says where. */
export function differs(seen: string, change: string): Observation {
	return { outcome: 'differs', seen, change };
}

/** It was looked at, and what came of it tells nothing. */
export function undecided(why: string): Observation {
	return { outcome: 'undecided', why };
}

export function unchecked(why: string): Observation {
	return { outcome: 'unchecked', why };
}

/** Runs the checks one after the other. */
export async function findingsOf(
	checks: readonly Check[],
	service: Service,
	onProgress: (id: string) => void,
): Promise<Finding[]> {
	const findings: Finding[] = [];
	for (const { observe, ...check } of checks) {
		onProgress(check.id);
		findings.push({ ...check, ...(await observation(observe, service)) });
	}
	return findings;
}

async function observation(observe: Check['observe'], service: Service): Promise<Observation> {
	try {
		return await observe(service);
	} catch (error) {
		return error instanceof NotAnswered ? unchecked(error.message) : undecided(reasonOf(error));
	}
}

// Messages of other errors may quote what the service answered.
function reasonOf(error: unknown): string {
	if (error instanceof NotUnderstood) return `not understood: ${error.message}`;
	if (isAxiosError(error)) return `no answer (${error.code ?? 'unknown reason'})`;
	return `not understood: the answer has a form that the probe does not know (${(error as Error).name})`;
}
