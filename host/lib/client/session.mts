import axios, { type AxiosInstance, type Method } from 'axios';
import { Agent } from 'node:http';

export interface Owner {
	email: string;
	firstName: string;
	lastName: string;
	/** 8 to 64 characters with a digit and a capital letter. */
	password: string;
}

/** A request that n8n refused. */
export class N8nRequestError extends Error {
	override readonly name = 'N8nRequestError';
	readonly status: number;
	readonly body: unknown;

	constructor(request: string, status: number, body: unknown) {
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		super(`n8n answered ${status} to ${request}: ${text?.slice(0, 800)}`);
		this.status = status;
		this.body = body;
	}
}

// n8n ties a login to the browser it was made in; one constant id lets several processes share one login.
const BROWSER_ID = '6f0c7a52-3d38-4f0e-9b7a-6f1f5b1c2d3e';

const NOT_FOUND = 404;

/** The HTTP side of the driver: one login cookie, n8n's `{data}` envelope, and refusals as errors. */
export class Session {
	readonly url: string;
	private readonly http: AxiosInstance;
	private cookie?: string;

	constructor(url: string) {
		this.url = url;
		this.http = axios.create({
			baseURL: url,
			// A kept connection may be closed by n8n in the moment in which it is used again.
			httpAgent: new Agent({ keepAlive: false }),
			headers: { 'browser-id': BROWSER_ID },
			validateStatus: () => true,
			maxRedirects: 0,
			proxy: false,
		});
	}

	/** One request to `/rest`; resolves to the `data` of the answer. Throws N8nRequestError on any other status than 2xx. */
	async rest<T = any>(method: Method, path: string, data?: unknown): Promise<T> {
		const { body } = await this.raw(method, `/rest${path}`, data);
		const isEnveloped = typeof body === 'object' && body !== null && 'data' in body;
		return (isEnveloped ? body.data : body) as T;
	}

	/** One request to any path, with the login. Throws N8nRequestError on any other status than 2xx. */
	async raw(method: Method, path: string, data?: unknown, responseType?: 'arraybuffer') {
		const response = await this.http.request({
			method,
			url: path,
			data,
			responseType,
			headers: this.cookie ? { cookie: this.cookie } : {},
		});
		if (response.status >= 300) {
			throw new N8nRequestError(`${method} ${path}`, response.status, response.data);
		}
		const login = response.headers['set-cookie']?.find((value) => value.startsWith('n8n-auth='));
		if (login) this.cookie = login.split(';')[0];
		return { status: response.status, body: response.data };
	}

	/** An n8n without its editor has no settings, and whoever made its owner did so in the editor. */
	private async isFresh(): Promise<boolean> {
		try {
			const settings = await this.rest('GET', '/settings');
			return settings.userManagement?.showSetupOnFirstLoad === true;
		} catch (error) {
			if (error instanceof N8nRequestError && error.status === NOT_FOUND) return false;
			throw error;
		}
	}

	/** Creates the owner of a fresh n8n, or logs in where there is one already. */
	async enter(owner: Owner): Promise<void> {
		if (await this.isFresh()) {
			await this.rest('POST', '/owner/setup', owner);
		} else {
			const { email, password } = owner;
			await this.rest('POST', '/login', { emailOrLdapLoginId: email, password });
		}
	}
}
