import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, notFound } from '../http/apiError.mts';
import { DEFAULT_MAX_UPLOAD_BYTES } from '../options.mts';
import { UPLOAD_TOKEN_HEADER } from '../routes/uploadUrl.mts';
import type { SandboxState } from '../state.mts';
import { update } from '../store/database.mts';
import { FileSizeError } from './storage.mts';

interface Upload {
	id: string;
	content_type: string;
}

/** Takes the body of an upload, streamed to disk. An upload that breaks off or is refused leaves nothing. */
export async function receive(
	state: SandboxState,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const { uploadId } = request.params as { uploadId: string };
	const upload = state.database.get<Upload>('SELECT * FROM uploads WHERE id = ?', uploadId);
	if (!upload) throw notFound('FILE_NOT_FOUND', uploadId);
	checkHeaders(state, upload, request);
	const maxBytes = state.options.maxUploadBytes ?? DEFAULT_MAX_UPLOAD_BYTES;
	const stored = await state.storage
		.write(upload.id, request.raw, maxBytes)
		.catch((error) => refused(error, request));
	update(state.database, 'uploads', upload.id, stored);
	request.exchange.log.executed = true;
	return reply.code(200).send();
}

function checkHeaders(state: SandboxState, upload: Upload, request: FastifyRequest): void {
	const sent = request.headers['content-type']?.split(';')[0]!.trim();
	if (sent !== upload.content_type) {
		const message = `The content type must be ${upload.content_type}`;
		throw new ApiError('INVALID_UPLOAD', message, { field: 'content-type', value: sent ?? null });
	}
	const token = request.headers[UPLOAD_TOKEN_HEADER];
	if (state.variants.has('uploadHeaders') && token !== upload.id) {
		throw new ApiError('INVALID_SIGNED_URL', `The header ${UPLOAD_TOKEN_HEADER} is missing`);
	}
}

function refused(error: Error, request: FastifyRequest): never {
	const isCaller = error instanceof FileSizeError || request.raw.readableAborted;
	throw isCaller ? new ApiError('INVALID_UPLOAD', error.message) : error;
}
