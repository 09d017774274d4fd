import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../http/apiError.mts';

/** How long a signed URL can be used. */
export const URL_LIFETIME_MS = 15 * 60_000;

/** Signs and checks the URLs under `/storage`, which carry their permission in the query instead of an API key. */
export class UrlSigner {
	readonly #secret: string;

	constructor(secret: string) {
		this.#secret = secret;
	}

	/** `path` with the moment of expiry and a signature over both and the method. */
	sign(method: string, path: string, now: number): string {
		const expires = String(now + URL_LIFETIME_MS);
		return `${path}?expires=${expires}&signature=${this.#signature(method, path, expires)}`;
	}

	/** Throws 403 when the URL was altered or has expired. */
	verify(method: string, path: string, query: Record<string, unknown>, now: number): void {
		const { expires, signature } = query;
		const expected = this.#signature(method, path, String(expires));
		if (typeof signature !== 'string' || !same(signature, expected)) {
			throw new ApiError('INVALID_SIGNED_URL', 'The signature of the URL is wrong');
		}
		if (Number(expires) < now) {
			throw new ApiError('INVALID_SIGNED_URL', 'The URL has expired', { expires: Number(expires) });
		}
	}

	#signature(method: string, path: string, expires: string): string {
		return createHmac('sha256', this.#secret).update(`${method} ${path} ${expires}`).digest('hex');
	}
}

function same(given: string, expected: string): boolean {
	const [a, b] = [Buffer.from(given), Buffer.from(expected)];
	return a.length === b.length && timingSafeEqual(a, b);
}
