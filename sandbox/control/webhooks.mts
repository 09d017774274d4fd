import type { FastifyInstance } from 'fastify';
import { notFound } from '../http/apiError.mts';
import { ORGANIZATIONS } from '../seed/base.mts';
import type { SandboxState } from '../state.mts';
import {
	insertSubscription,
	SubscriptionInput,
	subscriptions,
	type Subscription,
} from '../webhooks/subscription.mts';
import { checkedBody } from './checked.mts';

/** Webhook subscriptions: the specification shows no endpoint for them. */
export function webhookRoutes(app: FastifyInstance, state: SandboxState): void {
	const { database, webhooks } = state;
	app.get('/webhooks', async () => subscriptions(database).map(subscriptionView));
	app.post('/webhooks', async (request, reply) => {
		const input = checkedBody(SubscriptionInput, request);
		const organization = ORGANIZATIONS[input.organization ?? 'main'];
		const id = insertSubscription(database, organization.id, input);
		const created = subscriptions(database).find((subscription) => subscription.id === id)!;
		return reply.code(201).send(subscriptionView(created));
	});
	app.delete<{ Params: { id: string } }>('/webhooks/:id', async ({ params }, reply) => {
		if (!webhooks.unsubscribe(params.id)) throw notFound('ROUTE_NOT_FOUND', params.id);
		return reply.code(204).send();
	});
}

function subscriptionView({ organizationId, secretHeader, ...subscription }: Subscription) {
	const organization = organizationId === ORGANIZATIONS.other.id ? 'other' : 'main';
	return { ...subscription, organization, sendSecretHeader: secretHeader ?? undefined };
}
