import { Type, type Static } from '@sinclair/typebox';
import { closed, Enum, Milliseconds } from '../schemas/values.mts';

/** How deliveries are made. */
export const DeliverySettings = Type.Object(
	{
		/** Nothing is sent; deliveries wait. */
		paused: Type.Boolean(),
		order: Enum(['oldestFirst', 'newestFirst', 'random']),
		/** How many times more than once each delivery is sent. */
		duplicates: Type.Integer({ minimum: 0, maximum: 100 }),
		/** Wait after the first failed attempt; doubled after each further one. */
		backoffMs: Type.Integer({ minimum: 0 }),
		maxBackoffMs: Type.Integer({ minimum: 0 }),
		maxAttempts: Type.Integer({ minimum: 1, maximum: 100 }),
		timeoutMs: Milliseconds({ minimum: 1 }),
		concurrency: Type.Integer({ minimum: 1, maximum: 64 }),
	},
	closed,
);
export type DeliverySettings = Static<typeof DeliverySettings>;

export const DEFAULT_SETTINGS: Readonly<DeliverySettings> = {
	paused: false,
	order: 'oldestFirst',
	duplicates: 0,
	backoffMs: 1_000,
	maxBackoffMs: 60_000,
	maxAttempts: 8,
	timeoutMs: 10_000,
	concurrency: 4,
};

/** The wait before the next attempt, after `attempts` failed ones. */
export function backoffMs(settings: DeliverySettings, attempts: number): number {
	return Math.min(settings.maxBackoffMs, settings.backoffMs * 2 ** (attempts - 1));
}
