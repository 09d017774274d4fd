import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../http/apiError.mts';
import { ContractStatus } from '../schemas/contract.mts';
import { EVENT_NAMES } from '../schemas/event.mts';
import { closed, Enum, Nullable } from '../schemas/values.mts';
import { ORGANIZATIONS } from '../seed/base.mts';
import type { SandboxState } from '../state.mts';
import { anyUuidOf } from '../store/ids.mts';
import {
	deliveryView,
	findDeliveries,
	findDelivery,
	type DeliveryRow,
} from '../webhooks/delivery.mts';
import { DeliverySettings } from '../webhooks/settings.mts';
import { subscriptions } from '../webhooks/subscription.mts';
import { checkedBody, numberIn, queryOf } from './checked.mts';
import { shownId } from './contracts/stored.mts';

const Settings = Type.Partial(DeliverySettings, closed);
const Event = Type.Object(
	{
		event: Enum(EVENT_NAMES),
		contractId: Type.String(),
		status: Type.Optional(ContractStatus),
		previousStatus: Type.Optional(Nullable(ContractStatus)),
		organization: Type.Optional(Enum(['main', 'other'])),
	},
	closed,
);

/** The delivery log, how deliveries are made, and events on request. */
export function deliveryRoutes(app: FastifyInstance, state: SandboxState): void {
	const { database, webhooks } = state;
	const view = (row: DeliveryRow) => {
		const { contractId, ...delivery } = deliveryView(row);
		// An event can be sent for a contract that there is not.
		const uuid = anyUuidOf(contractId);
		return { ...delivery, contractId: uuid === undefined ? contractId : shownId(state, uuid) };
	};
	app.get('/deliveries', async (request) => {
		const query = queryOf(request);
		const { webhookId, event, contractId, status } = query;
		const plainId = contractId && (anyUuidOf(contractId) ?? contractId);
		const filter = { webhookId, event, contractId: plainId, status };
		return findDeliveries(database, filter, numberIn(query, 'last')).map(view);
	});
	app.delete('/deliveries', async (_request, reply) => {
		database.run('DELETE FROM deliveries');
		return reply.code(204).send();
	});
	app.post<{ Params: { id: string } }>('/deliveries/:id/redeliver', async ({ params }) => {
		const delivery = findDelivery(database, params.id);
		const isSubscribed = subscriptions(database).some(({ id }) => id === delivery?.webhook_id);
		if (!isSubscribed) throw notFound('ROUTE_NOT_FOUND', params.id);
		webhooks.redeliver(params.id);
		return view(findDelivery(database, params.id)!);
	});

	app.get('/delivery-settings', async () => webhooks.settings);
	app.put('/delivery-settings', async (request) => {
		webhooks.settings = { ...webhooks.settings, ...checkedBody(Settings, request) };
		webhooks.wake();
		return webhooks.settings;
	});

	app.post('/events', async (request) => {
		const input = checkedBody(Event, request);
		const { event, contractId, status = 'draft', previousStatus = null } = input;
		const ids = webhooks.record({
			organizationId: ORGANIZATIONS[input.organization ?? 'main'].id,
			contractId: anyUuidOf(contractId) ?? contractId,
			events: [event],
			status,
			previousStatus,
		});
		return ids.map((id) => view(findDelivery(database, id)!));
	});
}
