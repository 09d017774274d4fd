/** A command line that cannot be used; the message says what can be given instead. */
export class CommandError extends Error {}

/** What the sandbox refuses, and the property or parameter that it finds wrong. */
export class Refusal extends Error {
	readonly status: number;
	readonly details: { field?: unknown; value?: unknown; id?: unknown };

	constructor(message: string, status: number, details: Refusal['details']) {
		super(message);
		this.status = status;
		this.details = details;
	}
}
