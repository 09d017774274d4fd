import type { FileBody } from '../streams';

const PIECE_BYTES = 65_536;

/**
 * A file that is sent piece by piece, as fast as the network takes it, and knows how much is left. To axios it is a Blob,
 * which it reads by `stream`, whether n8n gives the bytes at once (from memory, or its database) or in parts.
 */
export class Pieces {
	readonly [Symbol.toStringTag] = 'Blob';
	readonly size: number;
	readonly type?: string;
	/** Bytes that the network has not taken yet. */
	left: number;

	constructor(
		private readonly file: FileBody,
		headers: Record<string, string>,
	) {
		this.size = Number(headers['Content-Length']);
		// The ticket's own comes last.
		this.type = Object.entries(headers).findLast(([name]) => /^content-type$/i.test(name))?.[1];
		this.left = this.size;
	}

	async *stream() {
		for await (const chunk of Buffer.isBuffer(this.file) ? [this.file] : this.file) {
			for (let at = 0; at < (chunk as Buffer).length; at += PIECE_BYTES) {
				const piece = (chunk as Buffer).subarray(at, at + PIECE_BYTES);
				this.left -= piece.length;
				yield piece;
			}
		}
	}
}
