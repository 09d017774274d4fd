import { insert, update, type Database, type Value } from '../store/database.mts';

/** One try to send a delivery. `status` is null when no answer came. */
export interface Attempt {
	at: string;
	status: number | null;
	error: string | null;
	/** The beginning of the answer's body: receivers say there why they refuse. */
	answer: string | null;
	ms: number;
}

/** A row of `deliveries`: what has to reach one subscription, whatever happens to this process. */
export interface DeliveryRow {
	id: string;
	webhook_id: string;
	event: string;
	contract_id: string;
	body: string;
	status: 'pending' | 'delivered' | 'failed';
	created_at: string;
	attempts: string;
	tries_left: number;
	copies_left: number;
	/** Real time, milliseconds since the epoch. */
	due_at: number;
}

export interface DeliveryFilter {
	webhookId?: string;
	event?: string;
	contractId?: string;
	status?: string;
}

const FILTER_COLUMNS: Record<keyof DeliveryFilter, string> = {
	webhookId: 'webhook_id',
	event: 'event',
	contractId: 'contract_id',
	status: 'status',
};

const ORDERS = {
	oldestFirst: 'position',
	newestFirst: 'position DESC',
	random: 'random()',
} as const;

export function insertDelivery(database: Database, row: DeliveryRow): void {
	insert(database, 'deliveries', row);
}

/** In the order in which they came about; with `last` only the newest so many. */
export function findDeliveries(
	database: Database,
	filter: DeliveryFilter,
	last?: number,
): DeliveryRow[] {
	const given = Object.entries(filter).filter(([, value]) => value !== undefined);
	const where = given.map(([name]) => `${FILTER_COLUMNS[name as keyof DeliveryFilter]} = ?`);
	const sql = `SELECT * FROM deliveries ${where.length ? `WHERE ${where.join(' AND ')}` : ''}
		ORDER BY position DESC LIMIT ?`;
	const values = given.map(([, value]) => value as Value);
	return database.all<DeliveryRow>(sql, ...values, last ?? -1).reverse();
}

export function findDelivery(database: Database, id: string): DeliveryRow | undefined {
	return database.get<DeliveryRow>('SELECT * FROM deliveries WHERE id = ?', id);
}

/** A delivery that may be sent now and is not being sent. */
export function nextDue(
	database: Database,
	order: keyof typeof ORDERS,
	inFlight: Iterable<string>,
): DeliveryRow | undefined {
	return database.get<DeliveryRow>(
		`SELECT * FROM deliveries WHERE status = 'pending' AND due_at <= ?
			AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY ${ORDERS[order]} LIMIT 1`,
		Date.now(),
		JSON.stringify([...inFlight]),
	);
}

/** When the next delivery is due that is not being sent. */
export function nextDueAt(database: Database, inFlight: Iterable<string>): number | undefined {
	const row = database.get<{ due: number | null }>(
		`SELECT min(due_at) AS due FROM deliveries WHERE status = 'pending'
			AND id NOT IN (SELECT value FROM json_each(?))`,
		JSON.stringify([...inFlight]),
	);
	return row?.due ?? undefined;
}

/** Writes down an attempt and what is still to do. */
export function recordAttempt(
	database: Database,
	{ id, attempts }: DeliveryRow,
	attempt: Attempt,
	next: Partial<DeliveryRow>,
): void {
	const all = [...JSON.parse(attempts), attempt];
	update(database, 'deliveries', id, { ...next, attempts: all });
}

/** The delivery as the control plane shows it. */
export function deliveryView(row: DeliveryRow) {
	return {
		id: row.id,
		webhookId: row.webhook_id,
		event: row.event,
		contractId: row.contract_id,
		status: row.status,
		createdAt: row.created_at,
		body: JSON.parse(row.body) as unknown,
		attempts: JSON.parse(row.attempts) as Attempt[],
	};
}
