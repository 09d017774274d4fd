import type { TwinAnswer } from '../../sandbox/twin/file.mts';
import type { Answer } from '../client.mts';
import { mergedShapes, shapeOf } from './inference.mts';

const TOO_MANY_REQUESTS = 429;
/** Later ones of the same route are sorted and filtered parts of what was seen. */
const MAX_BODIES = 5;

/** Keeps the shape of every answer, and none of its values. */
export class Recorder {
	private readonly seen = new Map<string, Map<number, TwinAnswer>>();
	private readonly bodies = new Map<TwinAnswer, number>();
	private readonly refused = new Map<number, TwinAnswer>();

	/** `path` is that of a request, with its ids. */
	add(method: string, path: string, answer: Answer): void {
		if (answer.status === TOO_MANY_REQUESTS) return;
		const route = `${method} ${routeOf(path)}`;
		const statuses = this.seen.get(route) ?? new Map<number, TwinAnswer>();
		this.seen.set(route, statuses);
		const known = statuses.get(answer.status);
		const count = (known && this.bodies.get(known)) ?? 0;
		if (answer.status < 400 && count >= MAX_BODIES) return;
		this.bodies.set(keep(statuses, answer), count + 1);
		if (answer.status >= 400) keep(this.refused, answer);
	}

	/** By route: the answer of success; where there was none, the first refusal. */
	answers(): Record<string, TwinAnswer> {
		const entries = [...this.seen].flatMap(([route, statuses]) => {
			const known = [...statuses.values()];
			const success = known.find(({ status }) => status < 400);
			if (success) return [[route, success] as const];
			return known.slice(0, 1).map((refusal) => [route, refusal] as const);
		});
		return Object.fromEntries(entries);
	}

	errors(): Record<string, TwinAnswer> {
		return Object.fromEntries(this.refused);
	}
}

function keep(answers: Map<number, TwinAnswer>, { status, kind, body }: Answer): TwinAnswer {
	const known = answers.get(status) ?? { status, kind };
	answers.set(status, known);
	if (kind !== 'json') return known;
	const shapes = [...(known.shape ? [known.shape] : []), shapeOf(body)];
	return Object.assign(known, { kind, shape: mergedShapes(shapes)! });
}

/** `/contracts/contract_3f2…/clauses` becomes `/contracts/:id/clauses`. */
function routeOf(path: string): string {
	return path.replace(
		/\/(contracts|contract-types|counterparties|clauses|custom-objects|contract|members)\/[^/]+/g,
		'/$1/:id',
	);
}
