import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { SandboxState } from '../state.mts';

/** What the page shows and can have changed. */
const TOPICS = {
	/** Anything in the database: contracts, webhooks, deliveries. */
	data: ({ database }: SandboxState) =>
		database.get<{ changes: number }>('SELECT total_changes() AS changes')!.changes,
	/** The request log. */
	requests: ({ log }: SandboxState) => log.summary().total,
	/** Faults, scenario, clock and limits. */
	settings: ({ faults, scenarios, clock, limiter, latencyMs }: SandboxState) =>
		JSON.stringify([faults.all(), scenarios.current(), clock.position(), limiter.all(), latencyMs]),
} as const;

type Topic = keyof typeof TOPICS;

const LOOK_EVERY_MS = 250;
/** A comment now and then shows the browser that the connection lives. */
const HEARTBEAT_EVERY_MS = 15_000;

/**
 * `GET /stream`: Server-Sent Events `changed` with the topics that have changed, all of them at first. It says that
 * something is new and not what: under load the page reads once for many changes.
 */
export function registerStream(app: FastifyInstance, state: SandboxState): void {
	const open = new Set<ServerResponse>();
	app.get('/stream', (request, reply) => {
		reply.hijack();
		reply.raw.writeHead(200, {
			'content-type': 'text/event-stream; charset=utf-8',
			'cache-control': 'no-store',
		});
		const stop = follow(state, reply.raw);
		open.add(reply.raw);
		request.raw.once('close', () => {
			stop();
			open.delete(reply.raw);
		});
	});
	app.addHook('preClose', async () => open.forEach((response) => response.destroy()));
}

function follow(state: SandboxState, response: ServerResponse): () => void {
	const seen = new Map<Topic, number | string>();
	const look = () => {
		const changed = (Object.keys(TOPICS) as Topic[]).filter((topic) => {
			const current = TOPICS[topic](state);
			if (seen.get(topic) === current) return false;
			seen.set(topic, current);
			return true;
		});
		if (changed.length > 0) response.write(`event: changed\ndata: ${JSON.stringify(changed)}\n\n`);
	};
	look();
	const timers = [
		setInterval(look, LOOK_EVERY_MS),
		setInterval(() => response.write(': alive\n\n'), HEARTBEAT_EVERY_MS),
	];
	return () => timers.forEach((timer) => clearInterval(timer));
}
