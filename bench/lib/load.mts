import { createRequire } from 'node:module';

interface LoadRequest {
	method: string;
	headers: Record<string, string>;
	setupRequest?: (request: LoadRequest) => LoadRequest & { body: string };
}

interface LoadOptions {
	url: string;
	connections: number;
	/** In seconds. */
	duration?: number;
	/** So many requests, in place of a duration. */
	amount?: number;
	requests: LoadRequest[];
}

interface LoadResult {
	'2xx': number;
	non2xx: number;
	errors: number;
	timeouts: number;
}

/** autocannon, which ships without types. */
export const generateLoad = createRequire(import.meta.url)('autocannon') as (
	options: LoadOptions,
) => Promise<LoadResult>;
