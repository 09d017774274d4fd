import type { Control } from './control.mts';
import { name } from './print.mts';

/** What several commands say at their end in the same words: what is played, and what goes wrong on purpose. */
export async function situationOf(control: Control) {
	const { current } = await control.call('GET', '/scenario');
	const faults: unknown[] = await control.call('GET', '/faults');
	const scenario: string | null = current?.name ?? null;
	const lines = [
		`Scenario: ${scenario === null ? 'none' : name(scenario)}. Faults: ${faults.length || 'none'}.`,
	];
	return { facts: { scenario, faults: faults.length }, lines };
}
