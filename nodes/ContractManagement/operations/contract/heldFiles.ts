import { createHash } from 'crypto';
import { mapConcurrently } from '../../transport/concurrent';
import type { Connection } from '../../transport/connection';
import { readFiles } from '../../transport/files/download';
import type { FileBody } from '../../transport/streams';
import type { SignedPdf } from './signedPdfs';

/**
 * Whether the signed files of a contract are these, byte for byte and in this order; undefined where the service does not
 * give them. Nothing of them is kept.
 */
export async function holdsFiles(connection: Connection, id: string, pdfs: SignedPdf[]) {
	const path = `/contracts/${encodeURIComponent(id)}/signed-files`;
	const keep = async (body: FileBody) => ({ mimeType: '', data: await hashOf(body) });
	const storing = { fallbackName: id, maxBytes: Infinity, keep };
	const asked = { method: 'GET', path, bodyOptional: true } as const;
	const held = await readFiles(connection, asked, storing).catch(() => undefined);
	if (!held) return undefined;
	const given = await mapConcurrently(pdfs, 1, async ({ open }) => await hashOf(await open()));
	return held.map(({ data }) => data).join() === given.join();
}

async function hashOf(body: FileBody): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of Buffer.isBuffer(body) ? [body] : body) hash.update(chunk as Buffer);
	return hash.digest('hex');
}
