import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import type { IBinaryData, IBinaryKeyData } from 'n8n-workflow';

/** Where n8n keeps files: on disk, or in the items themselves. Call before files are made. */
export async function useBinaryMode(mode: 'default' | 'filesystem'): Promise<void> {
	Container.get(BinaryDataConfig).mode = mode;
	const service = new BinaryDataService(
		Container.get(BinaryDataConfig),
		{ error() {}, warn() {} } as never,
		{ info() {} } as never,
	);
	await service.init();
	Container.set(BinaryDataService, service);
}

/** A file as the previous node would hand it over. */
export async function fileOf(
	bytes: Buffer | string,
	fileName?: string,
	mimeType = 'application/pdf',
): Promise<IBinaryData> {
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
	return Buffer.concat([Buffer.from(`%PDF-1.7\n% ${text}\n`), Buffer.alloc(size, '.')]);
}
