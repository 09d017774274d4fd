import type { Clause } from './types';

/** A clause in short: its plain text, without the Slate nodes. */
export function simplifiedClause(clause: Partial<Clause>): Partial<Clause> {
	const { id, name, description, languages, contentText, createdAt, updatedAt } = clause;
	return { id, name, description, languages, contentText, createdAt, updatedAt };
}
