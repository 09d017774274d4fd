import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from '../http/answer.mts';
import { ApiError, notFound } from '../http/apiError.mts';
import { logExchanges } from '../http/exchange.mts';
import { UPLOAD_TOKEN_HEADER } from '../routes/uploadUrl.mts';
import { injectFaults } from '../faults/hooks.mts';
import type { SandboxState } from '../state.mts';
import { update } from '../store/database.mts';
import { currentVersionContent, fileContent, type FileContent } from './links.mts';
import { FileSizeError } from './storage.mts';

/** "Maximum size of an uploaded file: not shown." */
const DEFAULT_MAX_BYTES = 100 * 1024 * 1024;

interface Upload {
	id: string;
	content_type: string;
}

/** The signed URLs under `/storage`: uploads and downloads that carry their permission in the query, not in a header. */
export function registerStorage(app: FastifyInstance, state: SandboxState): void {
	logExchanges(app, state, '');
	injectFaults(app, state);
	app.setErrorHandler((error, request, reply) => {
		// An unread body would make Node reset the connection before the client has read the answer.
		request.raw.resume();
		return sendError(state, error, reply);
	});
	app.setNotFoundHandler((request) => {
		throw new ApiError('ROUTE_NOT_FOUND', 'No such route', { route: request.exchange.log.path });
	});
	app.addHook('onRequest', async function verifySignature({ method, exchange, query }) {
		const parameters = query as Record<string, unknown>;
		state.urls.verify(method, exchange.log.path, parameters, state.clock.now());
	});
	// The body of an upload is read by its handler, piece by piece.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', (_request, _body, done) => done(null));

	app.put('/uploads/:uploadId', (request, reply) => receive(state, request, reply));
	app.get<{ Params: { fileId: string } }>('/files/:fileId', (request, reply) =>
		send(fileContent(state, request.params.fileId), request, reply),
	);
	app.get<{ Params: { contractId: string } }>('/current-versions/:contractId', (request, reply) =>
		send(currentVersionContent(state, request.params.contractId), request, reply),
	);
}

async function receive(state: SandboxState, request: FastifyRequest, reply: FastifyReply) {
	const { uploadId } = request.params as { uploadId: string };
	const upload = state.database.get<Upload>('SELECT * FROM uploads WHERE id = ?', uploadId);
	if (!upload) throw notFound('FILE_NOT_FOUND', uploadId);
	checkHeaders(state, upload, request);
	const maxBytes = state.options.maxUploadBytes ?? DEFAULT_MAX_BYTES;
	const stored = await state.storage.write(upload.id, request.raw, maxBytes).catch((error) => {
		if (error instanceof FileSizeError) throw new ApiError('INVALID_UPLOAD', error.message);
		throw error;
	});
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

function send(
	{ name, contentType, size, body }: FileContent,
	request: FastifyRequest,
	reply: FastifyReply,
) {
	request.exchange.log.executed = true;
	return reply
		.headers({
			'content-type': contentType,
			'content-length': size,
			'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
		})
		.send(body);
}
