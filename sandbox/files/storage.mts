import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** Bodies of uploaded files, one file on disk each. Never held in memory as a whole. */
export class FileStorage {
	readonly #folder: string;
	readonly #isTemporary: boolean;

	/** `folder` keeps the files; without it they live in a temporary folder until `close()`. */
	constructor(folder?: string) {
		this.#isTemporary = folder === undefined;
		this.#folder = folder ?? mkdtempSync(path.join(tmpdir(), 'sandbox-files-'));
		mkdirSync(this.#folder, { recursive: true });
	}

	/**
	 * Stores a body. It becomes visible when it is complete and synced to disk, so an aborted upload leaves nothing and
	 * an acknowledged one survives kill -9. Rejects with `FileSizeError` when it is empty or
	 * larger than `maxBytes`.
	 */
	async write(
		id: string,
		body: Readable,
		maxBytes: number,
	): Promise<{ size: number; sha256: string }> {
		const partial = `${this.path(id)}.${process.hrtime.bigint()}.part`;
		const file = await open(partial, 'w');
		const hash = createHash('sha256');
		let size = 0;
		try {
			for await (const chunk of body as AsyncIterable<Buffer>) {
				size += chunk.length;
				if (size > maxBytes) throw new FileSizeError(`The file is larger than ${maxBytes} bytes`);
				hash.update(chunk);
				// Unlike `write`, all of it or an error: on a disk that is nearly full a part may fit.
				await file.writeFile(chunk);
			}
			if (size === 0) throw new FileSizeError('The file is empty');
			await file.sync();
			await file.close();
			await rename(partial, this.path(id));
		} catch (error) {
			await file.close().catch(() => undefined);
			await rm(partial, { force: true });
			throw error;
		}
		return { size, sha256: hash.digest('hex') };
	}

	read(id: string): Readable {
		// Opened at once: a reset between would end the process with an error that nobody hears.
		return createReadStream('', { fd: openSync(this.path(id), 'r') });
	}

	clear(): void {
		rmSync(this.#folder, { recursive: true, force: true });
		mkdirSync(this.#folder, { recursive: true });
	}

	close(): void {
		if (this.#isTemporary) rmSync(this.#folder, { recursive: true, force: true });
	}

	/** Where a stored file lies. */
	path(id: string): string {
		return path.join(this.#folder, id);
	}
}

/** The body of an upload is empty or too large. */
export class FileSizeError extends Error {}
