import type { FastifyInstance } from 'fastify';
import type { LogEntry } from '../http/requestLog.mts';
import type { SandboxState } from '../state.mts';
import { numberIn, queryOf } from './checked.mts';

/** The request log of the API and the signed URLs. */
export function requestRoutes(app: FastifyInstance, { log, database }: SandboxState): void {
	app.get('/requests', async (request) => {
		const query = queryOf(request);
		const { method, route, key } = query;
		const status = numberIn(query, 'status');
		const since = numberIn(query, 'since');
		const last = numberIn(query, 'last');
		return log.entries({ method, route, key, status, since, last }).map(entryView);
	});
	app.get('/requests/summary', async () => log.summary());
	app.delete('/requests', async (_request, reply) => {
		log.clear();
		return reply.code(204).send();
	});

	app.get('/uploads', async () =>
		database.all(
			`SELECT key, name, content_type AS contentType, size, sha256, created_at AS createdAt
			FROM uploads ORDER BY rowid`,
		),
	);
}

function entryView({ search, ...entry }: LogEntry) {
	return {
		...entry,
		at: new Date(entry.startedMs).toISOString(),
		query: queryObject(new URLSearchParams(search)),
	};
}

function queryObject(parameters: URLSearchParams): Record<string, string | string[]> {
	const entries = [...new Set(parameters.keys())].map((name): [string, string | string[]] => {
		const values = parameters.getAll(name);
		return [name, values.length > 1 ? values : values[0]!];
	});
	return Object.fromEntries(entries);
}
