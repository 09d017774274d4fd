/** An embedded PostgreSQL on loopback, for as long as standard input is open: node embeddedPostgresServer.mts PORT [FOLDER] */
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

/** All connections share one session, so each of them waits for its turn; this only bounds the sockets. */
const MOST_CONNECTIONS = 100;

const [port, folder] = process.argv.slice(2);
const db = await PGlite.create(folder);
const server = new PGLiteSocketServer({
	db,
	port: Number(port),
	host: '127.0.0.1',
	maxConnections: MOST_CONNECTIONS,
});
await server.start();
console.log('listening');

async function end(): Promise<void> {
	await server.stop();
	await db.close();
	process.exit(0);
}

process.stdin.on('end', end).on('error', end).resume();
