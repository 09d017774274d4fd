import type { Counterparty } from '../schemas/counterparty.mts';
import type { Database } from './database.mts';
import { insert, update } from './database.mts';
import { searchable } from './listing/filters.mts';

/** A row of the table `counterparties`; `fields` is JSON. */
export interface CounterpartyRow {
	id: string;
	organization_id: string;
	name: string;
	search_name: string;
	status: string;
	logo_url: string;
	fields: string;
	contact_name: string;
	contact_email: string;
	created_at: string;
	updated_at: string;
}

export function counterpartyView(row: CounterpartyRow): Counterparty {
	return {
		id: row.id,
		name: row.name,
		status: row.status,
		logoUrl: row.logo_url,
		fields: JSON.parse(row.fields),
		createdAt: row.created_at,
		updatedAt: row.updated_at,
	};
}

export function findCounterparty(
	database: Database,
	organizationId: string,
	id: string,
): CounterpartyRow | undefined {
	return database.get<CounterpartyRow>(
		'SELECT * FROM counterparties WHERE id = ? AND organization_id = ?',
		id.toLowerCase(),
		organizationId,
	);
}

/** The oldest counterparty with exactly this name. */
export function findCounterpartyByName(
	database: Database,
	organizationId: string,
	name: string,
): CounterpartyRow | undefined {
	return database.get<CounterpartyRow>(
		'SELECT * FROM counterparties WHERE organization_id = ? AND name = ? ORDER BY created_at, id LIMIT 1',
		organizationId,
		name,
	);
}

export function insertCounterparty(
	database: Database,
	row: Pick<CounterpartyRow, 'id' | 'organization_id' | 'name' | 'created_at'> &
		Partial<CounterpartyRow>,
): void {
	insert(database, 'counterparties', {
		status: 'active',
		updated_at: row.created_at,
		...row,
		search_name: searchable(row.name),
	});
}

export function updateCounterparty(
	database: Database,
	id: string,
	changes: Partial<CounterpartyRow>,
): void {
	const renamed = changes.name === undefined ? {} : { search_name: searchable(changes.name) };
	update(database, 'counterparties', id, { ...changes, ...renamed });
}
