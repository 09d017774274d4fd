import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Connection } from '../../transport/connection';
import { readFiles } from '../../transport/files/download';
import type { EventItem } from '../shared/records';

/** The item of a signed contract with its signed PDFs in `data`, `data_2` …, or without files that are not ready or not there in time. */
export async function withSignedFiles(
	connection: Connection,
	item: EventItem,
	maxBytes: number,
): Promise<INodeExecutionData> {
	const id = String(item.contractId);
	const path = `/contracts/${encodeURIComponent(id)}/signed-files`;
	const asked = { method: 'GET', path, bodyOptional: true } as const;
	const reading = readFiles(connection, asked, { fallbackName: id, maxBytes });
	const read = await reading.catch((error: Error) => error);
	if (read && !(read instanceof Error)) {
		const files = read.map((file, i) => [i === 0 ? 'data' : `data_${i + 1}`, file] as const);
		const signedFiles = files.map(([binaryProperty, { fileName, mimeType }]): IDataObject => {
			return { binaryProperty, fileName, mimeType };
		});
		return { json: { ...item, signedFiles }, binary: Object.fromEntries(files) };
	}
	const { logger } = connection.context;
	if (read) logger.warn(`The signed files of ${id} were not downloaded: ${read.message}`);
	const signedFilesError = read?.message ?? 'The service has no signed files for the contract yet';
	return { json: { ...item, signedFiles: [], signedFilesError } };
}
