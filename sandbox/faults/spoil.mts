import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { faultAnswer, withholdAnswer, withholds } from './answers.mts';
import type { Fault } from './fault.mts';

/** A body on its way out. */
export type Payload = string | Buffer | Readable | null | undefined;

const SLOW_PIECES = 10;

/** Applies a fault to the answer of an operation that was executed. Answers the body to send instead. */
export async function spoil(
	fault: Fault,
	request: FastifyRequest,
	reply: FastifyReply,
	payload: Payload,
): Promise<Payload> {
	const own = faultAnswer(fault);
	if (own) {
		for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
		reply.code(own.status).headers(own.headers);
		return own.body;
	}
	if (withholds(fault) || (fault.kind === 'reset' && fault.at !== 'body')) {
		await withholdAnswer(fault, request, reply);
		return payload;
	}
	if (fault.kind === 'latency') {
		await sleep(fault.ms ?? 0);
		return payload;
	}
	const body = await bytesOf(payload);
	// No byte of an empty body can come late.
	if (isLate(fault) && body.length === 0) return payload;
	return spoilBody(fault, request, reply, body);
}

function spoilBody(
	fault: Fault,
	request: FastifyRequest,
	reply: FastifyReply,
	body: Buffer,
): Payload {
	const half = body.subarray(0, Math.ceil(body.length / 2));
	reply.removeHeader('content-length');
	switch (fault.kind) {
		case 'reset':
			reply.header('content-length', body.length);
			return Readable.from(cutOff(request, half));
		case 'slowBody':
			reply.header('content-length', body.length);
			return Readable.from(pieces(body, (fault.ms ?? 1000) / SLOW_PIECES));
		case 'drip':
			reply.header('content-length', body.length);
			return Readable.from(pieces(body, fault.ms ?? 200, body.length));
		case 'stall':
			reply.header('content-length', body.length);
			return Readable.from(stalled(reply, half));
		case 'truncatedJson':
			return half;
		default:
			return JSON.stringify(wrongPage(fault, request, JSON.parse(body.toString('utf8'))));
	}
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
function wrongPage({ kind }: Fault, request: FastifyRequest, page: any): unknown {
	if (kind === 'wrongPageShape') {
		const { data, ...rest } = page;
		return Array.isArray(data) ? { items: data, count: data.length } : { items: [rest] };
	}
	const asked = (request.query as Record<string, string>).after;
	return asked === undefined ? page : repeatCursor(page, asked);
}

/** In both spellings of paging, as a variant may have changed it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function repeatCursor({ pagination = {}, links, ...page }: any, asked: string): unknown {
	const repeated: Record<string, unknown> = {
		next_cursor: asked,
		next: asked,
		has_next: true,
		hasNext: true,
	};
	const known = Object.entries(pagination).map(([name, value]) => [name, repeated[name] ?? value]);
	return {
		...page,
		...(known.length > 0 ? { pagination: Object.fromEntries(known) } : {}),
		links: { ...links, next: links.self },
	};
}

async function* cutOff(request: FastifyRequest, half: Buffer): AsyncGenerator<Buffer> {
	yield half;
	// The client has to have the first half before the connection goes.
	await sleep(20);
	request.exchange.brokenOff = true;
	request.raw.socket.destroy();
}

async function* stalled(reply: FastifyReply, half: Buffer): AsyncGenerator<Buffer> {
	yield half;
	if (!reply.raw.destroyed) await once(reply.raw, 'close');
}

async function* pieces(body: Buffer, ms: number, count = SLOW_PIECES): AsyncGenerator<Buffer> {
	const size = Math.max(1, Math.ceil(body.length / count));
	for (let start = 0; start < body.length; start += size) {
		yield body.subarray(start, start + size);
		await sleep(ms);
	}
}

function isLate({ kind }: Fault): boolean {
	return kind === 'drip' || kind === 'stall';
}

async function bytesOf(payload: Payload): Promise<Buffer> {
	if (payload === null || payload === undefined) return Buffer.alloc(0);
	if (typeof payload === 'string') return Buffer.from(payload);
	if (Buffer.isBuffer(payload)) return payload;
	return Buffer.concat((await payload.toArray()) as Buffer[]);
}
