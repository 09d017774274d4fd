import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import type { IBinaryData, IBinaryKeyData } from 'n8n-workflow';

export type BinaryMode = 'database' | 'default' | 'filesystem';

/** Where n8n keeps files: in its database, in the items themselves, or on disk. Call before files are made. */
export async function useBinaryMode(mode: BinaryMode): Promise<void> {
	Container.get(BinaryDataConfig).mode = mode;
	const service = new BinaryDataService(
		Container.get(BinaryDataConfig),
		{ error() {}, warn() {} } as never,
		{ info() {} } as never,
	);
	await service.init();
	if (mode === 'database') service.setManager('database', new TableOfFiles() as never);
	Container.set(BinaryDataService, service);
	isReady = true;
}

let isReady = false;

/** Files on disk, unless a test has chosen otherwise. */
export async function ensureBinaryData(): Promise<void> {
	if (!isReady) await useBinaryMode('filesystem');
}

/** What n8n's database mode does with a file, without the database: it is stored and read as a whole. */
class TableOfFiles {
	private readonly rows = new Map<string, { bytes: Buffer; metadata: object }>();

	async store(_location: unknown, body: Buffer | Readable, metadata: object) {
		const chunks: Buffer[] = [];
		if (Buffer.isBuffer(body)) chunks.push(body);
		else for await (const chunk of body) chunks.push(chunk as Buffer);
		const bytes = Buffer.concat(chunks);
		const fileId = randomUUID();
		this.rows.set(fileId, { bytes, metadata: { ...metadata, fileSize: bytes.length } });
		return { fileId, fileSize: bytes.length };
	}

	async getAsBuffer(fileId: string) {
		return this.rows.get(fileId)!.bytes;
	}

	async getAsStream(fileId: string) {
		return Readable.from([this.rows.get(fileId)!.bytes], { objectMode: false });
	}

	async getMetadata(fileId: string) {
		return this.rows.get(fileId)!.metadata;
	}
}

/** A file as the previous node would hand it over. */
export async function fileOf(
	bytes: Buffer | string,
	fileName?: string,
	mimeType = 'application/pdf',
): Promise<IBinaryData> {
	await ensureBinaryData();
	return await Container.get(BinaryDataService).store(
		{ type: 'execution', workflowId: 'wf', executionId: '1' },
		Buffer.from(bytes),
		{ data: '', mimeType, ...(fileName !== undefined && { fileName }) },
	);
}

/** The bytes of every file of an item, by field. */
export async function filesIn(binary: IBinaryKeyData = {}): Promise<Record<string, Buffer>> {
	const read = Object.entries(binary).map(async ([name, data]) => [name, await bytesOf(data)]);
	return Object.fromEntries(await Promise.all(read));
}

/** The bytes of a file that the node has made. */
export async function bytesOf(data: IBinaryData): Promise<Buffer> {
	return await Container.get(BinaryDataService).getAsBuffer(data);
}

/** A small PDF that differs by its text. */
export function pdf(text: string, size = 0): Buffer {
	const body = Buffer.alloc(size, '.');
	return Buffer.concat([Buffer.from(`%PDF-1.7\n% ${text}\n`), body, Buffer.from('\n%%EOF\n')]);
}
