import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Connection } from '../../transport/connection';
import { readFiles } from '../../transport/contractFiles';
import type { EventItem } from '../shared/eventItem';

/**
 * The item of a signed contract with its signed PDFs in `data`, `data_2` … ("GET /contracts/{id}/signed-files").
 * The event goes on without files that are not ready, or not there in time: `signedFilesError` then says why, and
 * Download Signed Files can wait for them.
 */
export async function withSignedFiles(
	connection: Connection,
	item: EventItem,
	maxBytes: number,
): Promise<INodeExecutionData> {
	const id = String(item.contractId);
	const path = `/contracts/${encodeURIComponent(id)}/signed-files`;
	try {
		const asked = { method: 'GET', path, bodyOptional: true } as const;
		const files = await readFiles(connection, asked, { fallbackName: id, maxBytes });
		if (!files) return without(item, 'The service has no signed files for the contract yet');
		const named = files.map((file, i) => [i === 0 ? 'data' : `data_${i + 1}`, file] as const);
		const signedFiles = named.map(
			([binaryProperty, { fileName, mimeType }]): IDataObject => ({
				binaryProperty,
				fileName,
				mimeType,
			}),
		);
		return { json: { ...item, signedFiles }, binary: Object.fromEntries(named) };
	} catch (error) {
		const { message } = error as Error;
		connection.context.logger.warn(`The signed files of ${id} were not downloaded: ${message}`);
		return without(item, message);
	}
}

function without(item: EventItem, signedFilesError: string): INodeExecutionData {
	return { json: { ...item, signedFiles: [], signedFilesError } };
}
