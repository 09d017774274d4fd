import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { SandboxState } from '../state.mts';
import { BASE_PATH } from './api.mts';
import { EXAMPLES } from './examples.mts';
import { components } from './openapi.mts';

/** The OpenAPI 3.1 document of the service, with a page at `/docs`. */
export async function registerOpenApi(app: FastifyInstance, state: SandboxState): Promise<void> {
	await app.register(swagger, {
		openapi: {
			openapi: '3.1.0',
			info: {
				title: 'Contract Management API (sandbox)',
				version: '2.0.0',
				description:
					'The contract-management service as the sandbox of this repository implements it. ' +
					'What the specification does not show is assumed; see docs/assumptions.md.',
			},
			servers: [
				{
					url: `http://127.0.0.1:{port}${BASE_PATH}`,
					variables: { port: { default: String(state.options.port || 4010) } },
				},
			],
			components: {
				schemas: components(),
				securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
			},
			security: [{ apiKey: [] }],
		},
		stripBasePath: true,
		// Only the service belongs into the document, not what steers the sandbox.
		transform: ({ schema, url }) => ({
			schema: url.startsWith(`${BASE_PATH}/`) ? schema : { ...schema, hide: true },
			url,
		}),
		transformObject: (document) =>
			'openapiObject' in document ? completed(document.openapiObject) : {},
	});
	await app.register(swaggerUi, { routePrefix: '/docs' });
}

interface Media {
	schema: { anyOf?: Array<{ type?: string }> };
	example?: unknown;
}

type Content = Record<string, Media>;

interface Described {
	operationId: string;
	requestBody?: { required?: boolean; content: Content };
	responses: Record<string, { content?: Content }>;
}

/** Adds the examples. The plugin calls every body required; one that may be null may be left out. */
function completed<T extends { paths?: object }>(document: T): T {
	const operations = Object.values(document.paths ?? {}).flatMap((path) =>
		Object.values<Described>(path),
	);
	for (const { operationId, requestBody, responses } of operations) {
		const { request, response } = EXAMPLES[operationId] ?? {};
		const asked = requestBody?.content['application/json'];
		if (asked) asked.example = request;
		const isNullable = asked?.schema.anyOf?.some(({ type }) => type === 'null');
		if (isNullable) requestBody!.required = false;
		for (const [status, { content }] of Object.entries(responses)) {
			if (status.startsWith('2') && content) content['application/json']!.example = response;
		}
	}
	return document;
}
