/** An embedded PostgreSQL on loopback, for as long as standard input is open: node embeddedPostgresServer.mts PORT [FOLDER] */
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAMAGED } from './embeddedPostgres.mts';

/** All connections share one session, so each of them waits for its turn; this only bounds the sockets. */
const MOST_CONNECTIONS = 100;

/** How long the connections may take to close. */
const PARTING_MS = 1_000;

/** As PGlite's file system says it. */
const NO_SPACE = 51;

async function main([port, folder]: string[]): Promise<void> {
	const db = await PGlite.create(folder);
	const server = new PGLiteSocketServer({
		db,
		port: Number(port),
		host: '127.0.0.1',
		maxConnections: MOST_CONNECTIONS,
	});
	await server.start();
	console.log('listening');

	const end = async () => {
		// A client that comes in this moment is never let go.
		await Promise.race([server.stop(), sleep(PARTING_MS)]);
		await db.close();
		process.exit(0);
	};
	process.stdin.on('end', end).on('error', end).resume();
}

try {
	await main(process.argv.slice(2));
} catch (error) {
	// Not its trace: that begins with a page of PGlite's source. PostgreSQL that cannot read its data aborts.
	const { name, errno, message = `error ${errno}` } = error as NodeJS.ErrnoException;
	console.error(errno === NO_SPACE ? 'There is no space left on the disk.' : message);
	process.exit(name === 'RuntimeError' ? DAMAGED : 1);
}
