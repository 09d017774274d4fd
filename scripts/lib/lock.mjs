import {
	mkdirSync,
	mkdtempSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 200;
const BEAT_EVERY_MS = 1_000;
/** A holder whose process lives but shows no sign of life for so many looks is another process with the same number. */
const LOOKS_WITHOUT_A_BEAT = 600;

/**
 * Runs something while no other process on this machine does so under the same lock, a folder. One that a killed process
 * left is taken over. `onWait` is told the number of the process that is waited for, once.
 */
export async function withLock(lock, work, onWait = () => {}) {
	await taken(lock, onWait);
	const beat = setInterval(() => {
		if (holderOf(lock)?.pid === process.pid) utimesSync(lock, new Date(), new Date());
	}, BEAT_EVERY_MS);
	try {
		return await work();
	} finally {
		clearInterval(beat);
		takeAway(lock, process.pid);
	}
}

async function taken(lock, onWait) {
	let told = false;
	let beat;
	for (let looks = 0; !tryToTake(lock); looks++) {
		const holder = holderOf(lock);
		if (holder?.beat !== beat) looks = 0;
		beat = holder?.beat;
		if (holder && (!isAlive(holder.pid) || looks >= LOOKS_WITHOUT_A_BEAT)) {
			takeAway(lock, holder.pid);
			continue;
		}
		if (holder && !told) onWait(holder.pid);
		told ||= holder !== undefined;
		await sleep(LOOK_EVERY_MS);
	}
}

/** A folder that holds its number already takes the lock's name: nobody sees a lock without a holder. */
function tryToTake(lock) {
	mkdirSync(path.dirname(lock), { recursive: true });
	const own = mkdtempSync(`${lock}-`);
	writeFileSync(path.join(own, 'pid'), String(process.pid));
	try {
		renameSync(own, lock);
		return true;
	} catch {
		rmSync(own, { recursive: true, force: true });
		return false;
	}
}

function holderOf(lock) {
	try {
		const pid = Number(readFileSync(path.join(lock, 'pid'), 'utf8'));
		return { pid, beat: statSync(lock).mtimeMs };
	} catch {
		// It was released just now.
		return undefined;
	}
}

function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error.code === 'EPERM';
	}
}

/** Removes the lock of this holder, at once and not file by file. Where somebody else took it over in between, it goes back. */
function takeAway(lock, pid) {
	const aside = mkdtempSync(`${lock}-`);
	try {
		const away = path.join(aside, 'lock');
		renameSync(lock, away);
		if (holderOf(away)?.pid !== pid) renameSync(away, lock);
	} catch {
		// Another process was faster.
	}
	rmSync(aside, { recursive: true, force: true });
}
