import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { N8nClient } from '../../host/lib/client/n8n.mts';
import { until } from '../../host/lib/client/until.mts';
import { openBucket, type Bucket } from '../../host/lib/storage/bucket.mts';
import { startStorage, type StorageServer } from '../../host/lib/storage/server.mts';

/** An object storage of a test's own, with the bucket `contracts` in a temporary folder. */
export interface Storage {
	account: StorageServer['account'];
	/** What is in it. */
	bucket: Bucket;
	/** The keys in the order in which they were uploaded, each time anew. */
	uploads: string[];
	/** After so many uploads, stores the next one and never says so. Resolves to what waits for that. */
	holdAfter(count: number): () => Promise<unknown>;
	stop(): Promise<void>;
}

const BUCKET = 'contracts';

export async function startTestStorage(): Promise<Storage> {
	const folder = mkdtempSync(path.join(tmpdir(), 'storage-'));
	const uploads: string[] = [];
	let heldAt = Number.POSITIVE_INFINITY;
	const stored = async (key: string) => {
		if (uploads.push(key) !== heldAt) return;
		// The sender is killed now; its connection ends with it.
		await new Promise(() => undefined);
	};
	const server = await startStorage(0, folder, { bucket: BUCKET, stored });
	return {
		account: server.account,
		bucket: openBucket(folder, BUCKET),
		uploads,
		holdAfter(count) {
			const held = uploads.length + count + 1;
			heldAt = held;
			const uploaded = async () => uploads.length;
			return async () => await until(uploaded, (now) => now >= held, `upload ${held}`);
		},
		async stop() {
			await server.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** A credential of n8n's S3 node for this storage; resolves to what a node's `credentials` takes. */
export async function s3Credential(n8n: N8nClient, { account }: Storage) {
	const data = { ...account, forcePathStyle: true, ignoreSSLIssues: false };
	const { id, name } = await n8n.createCredential(`Storage ${account.endpoint}`, 's3', data);
	return { s3: { id, name } };
}
