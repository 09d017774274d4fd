import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLite's result code for a lock that another process has. */
const BUSY = 5;
/** Two that look in the same moment see each other; the second look of one of them is alone. */
const WAIT_MS = 500;

/** Nobody else gets them while this process lives. */
const locks: DatabaseSync[] = [];

/**
 * Keeps a data folder, which is made where there is none, for this process until that ends; answers whether it could. The
 * lock is the operating system's, on a file: it goes with the process, however that ends, and leaves nothing to clear up.
 */
export function lockFolder(folder: string): boolean {
	mkdirSync(folder, { recursive: true });
	const lock = new DatabaseSync(lockFile(folder));
	try {
		lock.exec(`PRAGMA busy_timeout = ${WAIT_MS}; BEGIN EXCLUSIVE`);
	} catch (error) {
		lock.close();
		if ((error as { errcode?: number }).errcode === BUSY) return false;
		throw error;
	}
	locks.push(lock);
	return true;
}

/** The first of FOLDER-2, FOLDER-3 and so on that is new, or a data folder that nobody uses now. */
export function nextFolder(folder: string): string {
	for (let number = 2; ; number += 1) {
		const next = `${folder}-${number}`;
		if (!existsSync(next)) return next;
		if (existsSync(lockFile(next)) && lockFolder(next)) return next;
	}
}

function lockFile(folder: string): string {
	return path.join(folder, 'start.lock');
}
