import type { Exchange } from './exchange';
import type { Quota } from './limit/headroom';
import { serviceTime } from './retry';

/** Of `RateLimit-Limit`, `X-RateLimit-Limit` and so on: what comes before `limit`, `remaining` and `reset`. */
const PREFIXES = ['ratelimit-', 'x-ratelimit-', 'x-rate-limit-'];

const FIRST_EPOCH_MS = 1e12;
const FIRST_EPOCH_SECONDS = 1e9;

/**
 * What an answer says about the service's rate limit, in the forms that services use: `RateLimit` with
 * `RateLimit-Policy`, and `RateLimit-*` or `X-RateLimit-*`. Undefined where it does not say all of it, or what cannot be.
 */
export function quotaOf(headers: Exchange['headers'], now: number): Quota | undefined {
	const { limit, remaining, reset } = combined(headers) ?? separate(headers) ?? {};
	const resetMs = untilReset(String(reset ?? ''), serviceTime(headers) ?? now);
	const isSound = Number(limit) >= Number(remaining) && Number(remaining) >= 0;
	if (!isSound || !Number.isFinite(resetMs)) return undefined;
	return { limit: Number(limit), remaining: Number(remaining), resetMs };
}

type Parameters = Partial<Record<string, string>>;

// `"default";r=50;t=30` with the policy `"default";q=100;w=60`, and the older `limit=100, remaining=50, reset=30`.
function combined(headers: Exchange['headers']): Parameters | undefined {
	const text = String(headers.ratelimit ?? '');
	if (text === '') return undefined;
	const older = parameters(text);
	if (older.remaining) return older;
	const remainingIn = (item: string) => Number(parameters(item).r);
	const [item] = text.split(',').sort((a, b) => remainingIn(a) - remainingIn(b));
	const policies = String(headers['ratelimit-policy'] ?? '').split(',');
	const policy = policies.find((each) => nameOf(each) === nameOf(item)) ?? '';
	const { r: remaining, t: reset } = parameters(item);
	return { limit: parameters(policy).q, remaining, reset };
}

// The limit may be followed by its policy: `100, 100;w=60`.
function separate(headers: Exchange['headers']): Parameters | undefined {
	const prefix = PREFIXES.find((each) => headers[`${each}remaining`] !== undefined);
	if (!prefix) return undefined;
	return {
		limit: String(headers[`${prefix}limit`]).split(/[,;]/)[0],
		remaining: headers[`${prefix}remaining`],
		reset: headers[`${prefix}reset`],
	};
}

function parameters(text: string): Parameters {
	return Object.fromEntries(text.split(/[;,\s]/).map((part) => part.split('=')));
}

function nameOf(item: string): string {
	return item.split(';')[0].trim();
}

// Seconds from now, or a moment: seconds or milliseconds since the epoch, or a date.
function untilReset(text: string, now: number): number {
	const value = Number(text);
	if (text.trim() === '') return NaN;
	if (Number.isNaN(value)) return Math.max(0, Date.parse(text) - now);
	if (value < FIRST_EPOCH_SECONDS) return value < 0 ? NaN : value * 1000;
	return Math.max(0, (value < FIRST_EPOCH_MS ? value * 1000 : value) - now);
}
