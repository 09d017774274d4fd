import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { closed, DateTime } from '../schemas/values.mts';
import type { SandboxState } from '../state.mts';
import { checkedBody } from './checked.mts';

/** Three centuries: what is further away has no date of four digits, or none at all. */
const MOST_MS = 1e13;

const ClockChange = Type.Object(
	{
		now: Type.Optional(DateTime()),
		shiftMs: Type.Optional(Type.Integer({ minimum: -MOST_MS, maximum: MOST_MS })),
		frozen: Type.Optional(Type.Boolean()),
	},
	closed,
);

export function timeRoutes(app: FastifyInstance, { clock }: SandboxState): void {
	app.get('/clock', async () => clock.state());
	app.put('/clock', async (request) => {
		clock.set(checkedBody(ClockChange, request));
		return clock.state();
	});
	app.delete('/clock', async () => {
		clock.reset();
		return clock.state();
	});
}
