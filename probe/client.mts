import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where and how requests are sent. */
export interface ClientOptions {
	/** Without a slash at its end; the key goes nowhere else. */
	baseUrl: string;
	apiKey: string;
	/** Name and value of the version header; `null` sends none. */
	version: { name: string; value: string | null };
	/** Requests started per second. */
	perSecond: number;
}

export interface RequestOptions {
	query?: Record<string, string | number | readonly string[]>;
	body?: unknown;
	/** Headers to send instead: `null` leaves one out. */
	key?: null;
	version?: string | null;
}

/** An answer, whatever its status. `body` is set for JSON only. */
export interface Answer {
	status: number;
	headers: Record<string, string>;
	/** What the body is, by content type and first bytes. */
	kind: 'empty' | 'json' | 'other' | 'pdf' | 'zip';
	body: unknown;
}

const TIMEOUT_MS = 30_000;
const MAX_WAIT_MS = 60_000;
const MAX_JSON_BYTES = 20_000_000;
const RATE_LIMIT_ATTEMPTS = 4;
/** What may mean that only the UUIDs of a path are ids. */
const REFUSALS = new Set([400, 404, 422]);
const PREFIXES = /(?<=\/)[a-z][a-z0-9]*[_-](?=[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\/|$))/gi;
const RATE_LIMIT_HEADER = /^(x-)?rate-?limit/;

/** Sends requests one at a time, slowly, without following redirects, with the key to the base URL only. */
export class Client {
	/** How many requests were sent, and what the rate limit of the service said. */
	readonly seen = { requests: 0, rejected: 0, retryAfter: 0, limits: new Map<string, string>() };
	private readonly http: AxiosInstance;
	private readonly options: ClientOptions;
	/** Whether the service has refused an id with a prefix in a path, and taken its UUID. */
	takesUuidsOnly = false;
	private nextStart = 0;

	constructor(options: ClientOptions) {
		this.options = options;
		this.http = axios.create({
			maxRedirects: 0,
			validateStatus: () => true,
			timeout: TIMEOUT_MS,
			responseType: 'stream',
			paramsSerializer: { indexes: null },
		});
	}

	/** One request to the service; `path` is relative to the base URL and already encoded. */
	async request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
		const plain = path.replace(PREFIXES, '');
		const first = await this.ask(method, this.takesUuidsOnly ? plain : path, options);
		if (plain === path || this.takesUuidsOnly || !REFUSALS.has(first.status)) return first;
		const second = await this.ask(method, plain, options);
		this.takesUuidsOnly = second.status < 400;
		return this.takesUuidsOnly ? second : first;
	}

	private async ask(method: string, path: string, options: RequestOptions): Promise<Answer> {
		const { baseUrl, apiKey, version } = this.options;
		const versionValue = options.version === undefined ? version.value : options.version;
		const headers = {
			accept: 'application/json',
			...(options.key === null ? {} : { 'x-api-key': apiKey }),
			...(versionValue ? { [version.name]: versionValue } : {}),
		};
		for (let attempt = 1; ; attempt++) {
			const answer = await this.send(method, baseUrl + path, headers, options);
			if (answer.status !== 429) return answer;
			this.seen.rejected += 1;
			if ('retry-after' in answer.headers) this.seen.retryAfter += 1;
			if (attempt === RATE_LIMIT_ATTEMPTS) return answer;
			await sleep(waitFor(answer, attempt));
		}
	}

	/** Name and value of the version header, where the service has others than the specification. */
	ownVersion(): Record<string, string> {
		const { name, value } = this.options.version;
		return {
			...(name.toLowerCase() !== 'service-version' && { header: name.toLowerCase() }),
			...(value !== null && value !== '2025-01-29.alpha' && { value }),
		};
	}

	/** A signed URL that the service handed out: called without the key, over HTTPS or on this machine only. */
	async follow(
		method: string,
		url: string,
		body?: Buffer,
		headers: Record<string, string> = {},
	): Promise<Answer> {
		const { protocol, hostname } = new URL(url);
		const local = /^(127\.|localhost$|\[::1\]$)/.test(hostname);
		if (protocol !== 'https:' && !local) throw new TypeError('A signed URL is not https');
		return await this.send(method, url, headers, { body });
	}

	private async send(
		method: string,
		url: string,
		headers: Record<string, string>,
		{ query, body }: RequestOptions,
	): Promise<Answer> {
		await this.turn();
		this.seen.requests += 1;
		const response = await this.http.request<Readable>({
			method,
			url,
			headers,
			params: query,
			data: body,
		});
		const answer = await answerOf(response);
		for (const [name, value] of Object.entries(answer.headers)) {
			if (RATE_LIMIT_HEADER.test(name)) this.seen.limits.set(name, String(value));
		}
		return answer;
	}

	private async turn(): Promise<void> {
		const now = Date.now();
		const start = Math.max(now, this.nextStart);
		this.nextStart = start + 1000 / this.options.perSecond;
		if (start > now) await sleep(start - now);
	}
}

async function answerOf({ status, headers, data }: AxiosResponse<Readable>): Promise<Answer> {
	const type = String(headers['content-type'] ?? '');
	const bytes = await firstBytes(data, /json/i.test(type) ? MAX_JSON_BYTES : 1024);
	const known = { status, headers: headers as Record<string, string> };
	if (bytes.length === 0) return { ...known, kind: 'empty', body: undefined };
	if (bytes.subarray(0, 5).toString() === '%PDF-')
		return { ...known, kind: 'pdf', body: undefined };
	if (bytes.subarray(0, 2).toString() === 'PK') return { ...known, kind: 'zip', body: undefined };
	const body = parsed(bytes);
	return body === undefined ? { ...known, kind: 'other', body } : { ...known, kind: 'json', body };
}

// Files are looked at, not downloaded.
async function firstBytes(stream: Readable, limit: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of stream as AsyncIterable<Buffer>) {
		chunks.push(chunk);
		length += chunk.length;
		if (length >= limit) break;
	}
	return Buffer.concat(chunks);
}

function parsed(bytes: Buffer): unknown {
	try {
		return JSON.parse(bytes.toString('utf8'));
	} catch {
		return undefined;
	}
}

function waitFor({ headers }: Answer, attempt: number): number {
	const value = headers['retry-after'] ?? '';
	const asked = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
	const wait = Number.isFinite(asked) ? asked : 1000 * 2 ** (attempt - 1);
	return Math.min(Math.max(wait, 0), MAX_WAIT_MS);
}
