import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { SandboxState } from '../state.mts';
import { BASE_PATH } from './api.mts';
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
			'openapiObject' in document ? withOptionalBodies(document.openapiObject) : {},
	});
	await app.register(swaggerUi, { routePrefix: '/docs' });
}

interface Body {
	required?: boolean;
	content: Record<string, { schema: { anyOf?: Array<{ type?: string }> } }>;
}

/** The plugin calls every body required; one that may be null may be left out. */
function withOptionalBodies<T extends { paths?: object }>(document: T): T {
	for (const path of Object.values(document.paths ?? {})) {
		for (const { requestBody } of Object.values<{ requestBody?: Body }>(path)) {
			const alternatives = requestBody?.content['application/json']?.schema.anyOf ?? [];
			if (alternatives.some(({ type }) => type === 'null')) requestBody!.required = false;
		}
	}
	return document;
}
