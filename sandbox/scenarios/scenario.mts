import type { SandboxState } from '../state.mts';

/** A situation that takes several settings at once, under a name. */
export interface Scenario {
	name: string;
	/** What happens, for people. */
	summary: string;
	/** Begins it; what is answered ends it. Data that it made stay. */
	play(state: SandboxState): () => void;
}

/** The scenario that is played; one at a time. */
export class Scenarios {
	#current: { name: string; since: string; stop: () => void } | undefined;

	/** Ends the one before. */
	start(scenario: Scenario, state: SandboxState): void {
		this.stop();
		const stop = scenario.play(state);
		this.#current = { name: scenario.name, since: new Date().toISOString(), stop };
	}

	stop(): void {
		this.#current?.stop();
		this.#current = undefined;
	}

	current(): { name: string; since: string } | null {
		return this.#current ? { name: this.#current.name, since: this.#current.since } : null;
	}
}
