import { Client } from 'pg';

/** Where a PostgreSQL is. */
interface Address {
	host: string;
	port: number;
	user: string;
	password: string;
	database: string;
}

/** Runs one statement and resolves to its rows. */
export async function rows<T extends object = Record<string, any>>(
	{ host, port, user, password, database }: Address,
	sql: string,
	values: unknown[] = [],
): Promise<T[]> {
	const client = new Client({ host, port, user, password, database });
	await client.connect();
	try {
		return (await client.query<T>(sql, values)).rows;
	} finally {
		await client.end();
	}
}
