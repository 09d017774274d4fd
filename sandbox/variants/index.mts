import { invalidParameter } from '../http/apiError.mts';
import type { Answer, Call, Shape } from '../http/operation.mts';
import type { ErrorBody } from '../schemas/error.mts';
import { CONTRACT_VARIANTS, WRITE_VARIANTS } from './contracts.mts';
import { ENVELOPES } from './envelopes.mts';
import { FILE_VARIANTS } from './files.mts';
import { FORM_VARIANTS } from './forms.mts';
import { RECORD_VARIANTS } from './records.mts';
import type { Variant } from './variant.mts';
import { WEBHOOK_VARIANTS } from './webhooks.mts';

/** In the order in which they are applied: what wraps a body comes last. */
export const VARIANTS: readonly Variant[] = [
	...CONTRACT_VARIANTS,
	...FORM_VARIANTS,
	...FILE_VARIANTS,
	...RECORD_VARIANTS,
	...WRITE_VARIANTS,
	...WEBHOOK_VARIANTS,
	...ENVELOPES,
];

/** The variants that are switched on. */
export class VariantSet {
	#active: Variant[] = [];
	#consulted = new Set<string>();

	/** Replaces the set, and forgets what was consulted. Throws 400 for an unknown name. */
	set(names: readonly string[]): void {
		const known = VARIANTS.map(({ name }) => name);
		for (const name of names) {
			if (known.includes(name)) continue;
			const expectation = `must be of ${known.join(', ')}, got '${name}'`;
			throw invalidParameter('variants', name, expectation, known);
		}
		this.#active = VARIANTS.filter(({ name }) => names.includes(name));
		this.#consulted.clear();
	}

	/** The variants, switched on or not, that could have changed an answer since the set was replaced. */
	consulted(): string[] {
		return [...this.#consulted];
	}

	has(name: string): boolean {
		this.#consulted.add(name);
		return this.#active.some((variant) => variant.name === name);
	}

	names(): string[] {
		return this.#active.map(({ name }) => name);
	}

	known(): Array<{ name: string; summary: string }> {
		return VARIANTS.map(({ name, summary }) => ({ name, summary }));
	}

	/** The answer as the active variants make it. */
	apply(answer: Answer, shape: Shape, call: Call): Answer {
		const concerns = ({ shapes }: Variant) => shapes?.includes(shape);
		for (const { name } of VARIANTS.filter(concerns)) this.#consulted.add(name);
		return this.#active
			.filter(concerns)
			.reduce((changed, variant) => variant.apply!(changed, call), answer);
	}

	applyToError(body: ErrorBody): ErrorBody {
		for (const { name, changeError } of VARIANTS) if (changeError) this.#consulted.add(name);
		return this.#active.reduce(
			(changed, { changeError }) => changeError?.(changed) ?? changed,
			body,
		);
	}
}
