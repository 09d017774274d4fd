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

/** Makes a data table with these columns of text, and one row. */
export async function makeTable(n8n: N8nClient, name: string, row: Record<string, string>) {
	const columns = Object.keys(row).map((column) => ({ name: column, type: 'string' }));
	const { id } = await n8n.rest('POST', await tables(n8n), { name, columns });
	await n8n.rest('POST', `${await tables(n8n)}/${id}/insert`, { data: [row], returnType: 'id' });
}

async function tables(n8n: N8nClient): Promise<string> {
	const { id: project } = await n8n.rest('GET', '/projects/personal');
	return `/projects/${project}/data-tables`;
}

async function tablePath(n8n: N8nClient, name: string): Promise<string | undefined> {
	const path = await tables(n8n);
	const answer = await n8n.rest('GET', `${path}?take=250`);
	const all: Array<{ id: string; name: string }> = Array.isArray(answer) ? answer : answer.data;
	const table = all.find((each) => each.name === name);
	return table && `${path}/${table.id}`;
}
