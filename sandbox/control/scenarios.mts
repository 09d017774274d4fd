import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { closed } from '../schemas/values.mts';
import { SCENARIOS, scenarioOf } from '../scenarios/index.mts';
import type { SandboxState } from '../state.mts';
import { checkedBody } from './checked.mts';

const Choice = Type.Object({ name: Type.String() }, closed);

/** Situations under a name; one is played at a time. */
export function scenarioRoutes(app: FastifyInstance, state: SandboxState): void {
	const view = () => ({
		current: state.scenarios.current(),
		known: SCENARIOS.map(({ name, summary }) => ({ name, summary })),
	});
	app.get('/scenario', async () => view());
	app.put('/scenario', async (request) => {
		state.scenarios.start(scenarioOf(checkedBody(Choice, request).name), state);
		return view();
	});
	app.delete('/scenario', async () => {
		state.scenarios.stop();
		return view();
	});
}
