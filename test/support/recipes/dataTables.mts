import type { N8nClient } from '../../../host/lib/client/n8n.mts';

/** A row of a data table: its columns and n8n's own `id`, `createdAt`, `updatedAt`. */
export type DataTableRow = Record<string, any>;

/** The rows of one of n8n's data tables, oldest first; none while there is no such table. */
export async function tableRows(n8n: N8nClient, name: string): Promise<DataTableRow[]> {
	const path = await tablePath(n8n, name);
	if (!path) return [];
	const answer = await n8n.rest('GET', `${path}/rows?take=250&sortBy=id:asc`);
	// The session unwraps one `data`, and n8n's list has one of its own.
	return Array.isArray(answer) ? answer : answer.data;
}

/** Deletes a data table, so that a run starts as on the first day. */
export async function dropTable(n8n: N8nClient, name: string): Promise<void> {
	const path = await tablePath(n8n, name);
	if (path) await n8n.rest('DELETE', path);
}

async function tablePath(n8n: N8nClient, name: string): Promise<string | undefined> {
	const { id: project } = await n8n.rest('GET', '/projects/personal');
	const tables = `/projects/${project}/data-tables`;
	const answer = await n8n.rest('GET', `${tables}?take=250`);
	const all: Array<{ id: string; name: string }> = Array.isArray(answer) ? answer : answer.data;
	const table = all.find((each) => each.name === name);
	return table && `${tables}/${table.id}`;
}
