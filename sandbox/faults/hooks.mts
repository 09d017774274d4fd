import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { faultAnswer, withholdAnswer } from './answers.mts';
import { executesFirst } from './fault.mts';
import type { ActiveFault } from './registry.mts';
import { spoil, type Payload } from './spoil.mts';
import type { SandboxState } from '../state.mts';

/** Makes requests wait and fail on the order of the control plane, before and after their operation. */
export function injectFaults(app: FastifyInstance, state: SandboxState): void {
	app.addHook('onRequest', async function delay() {
		if (state.latencyMs > 0) await sleep(state.latencyMs);
	});

	app.addHook('onRequest', async function injectFault(request, reply) {
		const fault = state.faults.take(request.exchange.log);
		if (!fault) return;
		if (executesFirst(fault)) request.exchange.fault = fault;
		else return strike(fault, request, reply);
	});

	app.addHook('onSend', async function spoilAnswer(request, reply, payload) {
		// What is refused for its Host has no exchange.
		const fault = request.exchange?.fault;
		return fault ? spoil(fault, request, reply, payload as Payload) : payload;
	});
}

async function strike(fault: ActiveFault, request: FastifyRequest, reply: FastifyReply) {
	const answer = faultAnswer(fault);
	if (answer) return reply.code(answer.status).headers(answer.headers).send(answer.body);
	reply.hijack();
	await withholdAnswer(fault, request, reply);
	return undefined;
}
