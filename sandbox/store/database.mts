import { randomBytes } from 'node:crypto';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { createListIndexes } from './listing/indexes.mts';
import { CREATE_TABLES } from './tables.mts';

export type Value = SQLInputValue;

/** Statements kept ready. Filters and sorts make many different ones, so the oldest are dropped. */
const MAX_STATEMENTS = 500;

/**
 * SQLite with prepared statements and transactions. Every call is synchronous, so a request handler that does not
 * await is atomic for all others.
 */
export class Database {
	readonly #database: DatabaseSync;
	readonly #statements = new Map<string, StatementSync>();
	#inTransaction = false;
	/** Kept with the data, so that cursors and signed URLs outlive a restart. */
	readonly secret: string;

	constructor(file = ':memory:') {
		this.#database = new DatabaseSync(file);
		// A second sandbox on the file would not see what this one keeps in memory; one that is about to end is waited for.
		this.exec('PRAGMA busy_timeout = 2000; PRAGMA locking_mode = EXCLUSIVE');
		this.#refuseOthers(file);
		// FULL syncs the log before a commit returns: an acknowledged write survives kill -9 and a power failure.
		this.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF');
		this.secret = this.transaction(() => this.#prepare());
	}

	exec(sql: string): void {
		this.#database.exec(sql);
	}

	all<Row>(sql: string, ...values: Value[]): Row[] {
		return this.#statement(sql).all(...values) as Row[];
	}

	get<Row>(sql: string, ...values: Value[]): Row | undefined {
		return this.#statement(sql).get(...values) as Row | undefined;
	}

	/** Answers the number of changed rows. */
	run(sql: string, ...values: Value[]): number {
		return Number(this.#statement(sql).run(...values).changes);
	}

	/** Commits what `work` did, or nothing of it when it throws. A nested call joins the outer one. */
	transaction<T>(work: () => T): T {
		if (this.#inTransaction) return work();
		this.exec('BEGIN IMMEDIATE');
		this.#inTransaction = true;
		try {
			const result = work();
			this.exec('COMMIT');
			return result;
		} catch (error) {
			this.#rollBack();
			throw error;
		} finally {
			this.#inTransaction = false;
		}
	}

	close(): void {
		this.#statements.clear();
		this.#database.close();
	}

	/** Before anything is written: a seed empties tables. @throws Error for a database that no sandbox has made */
	#refuseOthers(file: string): void {
		if (this.all('SELECT name FROM sqlite_master').length === 0 || this.#isOurs()) return;
		this.close();
		const problem = 'it has tables of something else';
		throw new Error(`--db must be a new file or one of a sandbox, got "${file}": ${problem}`);
	}

	/** When the disk is full, SQLite has done so itself, and says that there is no transaction: the cause counts. */
	#rollBack(): void {
		try {
			this.exec('ROLLBACK');
		} catch {
			// Nothing to undo.
		}
	}

	#isOurs(): boolean {
		try {
			return this.#storedSecret() !== undefined;
		} catch {
			return false;
		}
	}

	/** Tables, indexes and the secret, by which a sandbox knows its file: all of them or none, wherever a start is cut off. */
	#prepare(): string {
		this.exec(CREATE_TABLES);
		this.exec(createListIndexes());
		this.run(
			`INSERT OR IGNORE INTO meta (name, value) VALUES ('secret', ?)`,
			randomBytes(32).toString('hex'),
		);
		return this.#storedSecret()!;
	}

	#storedSecret(): string | undefined {
		return this.get<{ value: string }>(`SELECT value FROM meta WHERE name = 'secret'`)?.value;
	}

	#statement(sql: string): StatementSync {
		const known = this.#statements.get(sql);
		if (known) return known;
		if (this.#statements.size >= MAX_STATEMENTS) {
			this.#statements.delete(this.#statements.keys().next().value!);
		}
		const statement = this.#database.prepare(sql);
		this.#statements.set(sql, statement);
		return statement;
	}
}

/** Inserts a row whose keys are column names. Objects and arrays are stored as JSON. */
export function insert(database: Database, table: string, row: object): void {
	database.run(insertStatement(table, Object.keys(row)), ...Object.values(row).map(toColumn));
}

/** Inserts many rows that have the same keys in the same order. */
export function insertAll(database: Database, table: string, rows: Iterable<object>): void {
	let sql: string | undefined;
	for (const row of rows) {
		sql ??= insertStatement(table, Object.keys(row));
		database.run(sql, ...Object.values(row).map(toColumn));
	}
}

/** Sets the columns named by the keys of `changes`. Answers the number of changed rows. */
export function update(database: Database, table: string, id: string, changes: object): number {
	const columns = Object.keys(changes);
	if (columns.length === 0) return 0;
	const assignments = columns.map((column) => `${column} = ?`);
	const sql = `UPDATE ${table} SET ${assignments} WHERE id = ?`;
	return database.run(sql, ...Object.values(changes).map(toColumn), id);
}

function insertStatement(table: string, columns: string[]): string {
	return `INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`;
}

function toColumn(value: unknown): Value {
	if (typeof value === 'boolean') return Number(value);
	if (value === undefined) return null;
	return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Value);
}
