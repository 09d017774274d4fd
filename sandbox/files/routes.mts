import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from '../http/answer.mts';
import { ApiError } from '../http/apiError.mts';
import { logExchanges } from '../http/exchange.mts';
import { injectFaults } from '../faults/hooks.mts';
import type { SandboxState } from '../state.mts';
import { currentVersionContent, fileContent, type FileContent } from './links.mts';
import { receive } from './upload.mts';

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
