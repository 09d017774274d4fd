import type { SandboxState } from '../state.mts';

/** A situation that takes several settings at once, under a name. */
export interface Scenario {
	name: string;
	/** What happens, for people. */
	summary: string;
	play(state: SandboxState): Play;
}

/** A scenario that goes on. */
export interface Play {
	/** Takes back what it has set and nobody has changed since. Data that it made stay. */
	end(): void;
	/** Whether all that it has set is as it was set; always, where there is nothing to change. */
	isOn?(): boolean;
}

/** The scenario that is played; one at a time. */
export class Scenarios {
	#current: ({ name: string; since: string } & Play) | undefined;

	/** Ends the one before. */
	start(scenario: Scenario, state: SandboxState): void {
		this.stop();
		const { name } = scenario;
		this.#current = { name, since: new Date().toISOString(), ...scenario.play(state) };
	}

	stop(): void {
		this.#current?.end();
		this.#current = undefined;
	}

	/** Ends it when a setting of it was changed: what goes on then is no longer what its name says. */
	settle(): void {
		if (this.#current?.isOn?.() === false) this.stop();
	}

	current(): { name: string; since: string } | null {
		return this.#current ? { name: this.#current.name, since: this.#current.since } : null;
	}
}
