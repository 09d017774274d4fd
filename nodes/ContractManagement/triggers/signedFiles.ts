import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Connection } from '../transport/connection';
import { readFiles } from '../transport/contractFiles';
import type { EventItem } from './eventItem';

/**
 * The item of a signed contract with its signed PDFs in `data`, `data_2` … ("GET /contracts/{id}/signed-files").
 * The event goes on without files that are not ready, or not there in time: `signedFiles` then says why, and Download
 * Signed Files can wait for them.
 */
export async function withSignedFiles(
	connection: Connection,
	json: EventItem,
	maxBytes: number,
): Promise<INodeExecutionData> {
	const id = String(json.contractId);
	const path = `/contracts/${encodeURIComponent(id)}/signed-files`;
	try {
		const asked = { method: 'GET', path, bodyOptional: true } as const;
		const files = await readFiles(connection, asked, { fallbackName: id, maxBytes });
		if (!files) return without(json, 'The service has no signed files for the contract yet');
		return withBinary(json, files);
	} catch (error) {
		const { message } = error as Error;
		connection.context.logger.warn(`The signed files of ${id} were not downloaded: ${message}`);
		return without(json, message);
	}
}

function withBinary(json: EventItem, files: IBinaryData[]): INodeExecutionData {
	const named = files.map((file, i) => [i === 0 ? 'data' : `data_${i + 1}`, file] as const);
	const signedFiles = named.map(
		([binaryProperty, { fileName, mimeType }]): IDataObject => ({
			binaryProperty,
			fileName,
			mimeType,
		}),
	);
	return { json: { ...json, signedFiles }, binary: Object.fromEntries(named) };
}

function without(json: EventItem, signedFilesError: string): INodeExecutionData {
	return { json: { ...json, signedFiles: [], signedFilesError } };
}
