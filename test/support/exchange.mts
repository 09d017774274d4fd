/** The keys of the demo and the empty seed. `readonly` belongs to the organization of `admin`. */
export const KEYS = {
	admin: 'sandbox-admin-key',
	readonly: 'sandbox-readonly-key',
	otherOrg: 'sandbox-other-org-key',
} as const;

export interface ApiAnswer<T = any> {
	status: number;
	body: T;
	headers: Headers;
}

export interface ApiOptions {
	/** The API key to send, `null` for none. Default: the admin key. */
	key?: string | null;
	headers?: Record<string, string>;
}

/** One request of a test. An object `body` is sent as JSON, a string or bytes as they are. */
export async function exchange<T>(
	method: string,
	url: string,
	body?: unknown,
	{ key = KEYS.admin, headers = {} }: ApiOptions = {},
): Promise<ApiAnswer<T>> {
	const isRaw = typeof body === 'string' || body instanceof Uint8Array;
	const response = await fetch(url, {
		method,
		redirect: 'manual',
		headers: {
			...(key === null ? {} : { 'x-api-key': key }),
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...headers,
		},
		body: body === undefined ? undefined : isRaw ? (body as string) : JSON.stringify(body),
	});
	return { status: response.status, headers: response.headers, body: await read(response) };
}

async function read(response: Response): Promise<any> {
	const bytes = Buffer.from(await response.arrayBuffer());
	if (bytes.length === 0) return undefined;
	const isJson = (response.headers.get('content-type') ?? '').includes('json');
	return isJson ? JSON.parse(bytes.toString('utf8')) : bytes;
}
