import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { closed, DateTime } from '../schemas/values.mts';
import type { SandboxState } from '../state.mts';
import { checkedBody } from './checked.mts';

const ClockChange = Type.Object(
	{
		now: Type.Optional(DateTime()),
		shiftMs: Type.Optional(Type.Integer()),
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
