import type { Clause, ClauseSummary } from '../schemas/clause.mts';

/** A row of the table `clauses`; `languages` and `content` are JSON. */
export interface ClauseRow {
	id: string;
	organization_id: string;
	name: string;
	search_name: string;
	description: string;
	languages: string;
	content: string;
	content_text: string;
	created_at: string;
	updated_at: string;
}

export function clauseSummary(row: ClauseRow): ClauseSummary {
	return {
		id: row.id,
		name: row.name,
		description: row.description,
		organizationId: row.organization_id,
		languages: JSON.parse(row.languages),
		createdAt: row.created_at,
		updatedAt: row.updated_at,
	};
}

export function clauseView(row: ClauseRow): Clause {
	return {
		...clauseSummary(row),
		content: JSON.parse(row.content),
		contentText: row.content_text,
	};
}
