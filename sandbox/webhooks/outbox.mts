import type { ServiceProfile } from '../profile/profile.mts';
import { deliveryAs } from '../profile/shapes.mts';
import type { ContractStatus } from '../schemas/contract.mts';
import type { EventName } from '../schemas/event.mts';
import type { Database } from '../store/database.mts';
import { newId } from '../store/ids.mts';
import type { VariantSet } from '../variants/index.mts';
import { eventShape } from '../variants/webhooks.mts';
import { insertDelivery } from './delivery.mts';
import { subscriptions, type Subscription } from './subscription.mts';

/** What happened to a contract. */
export interface ContractChange {
	organizationId: string;
	contractId: string;
	counterpartyId?: string;
	events: EventName[];
	status: ContractStatus;
	previousStatus: ContractStatus | null;
}

/** How the deliveries of a change are written. */
interface Terms {
	createdAt: string;
	/** Attempts before a delivery is given up. */
	tries: number;
	/** How often each one has to arrive. */
	copies: number;
	variants: VariantSet;
	profile: ServiceProfile;
}

/** Writes what a change has to deliver to each subscription of its organization. Answers the ids of the deliveries. */
export function writeDeliveries(
	database: Database,
	change: ContractChange,
	terms: Terms,
): string[] {
	return subscriptions(database)
		.filter(({ organizationId }) => organizationId === change.organizationId)
		.flatMap((subscription) =>
			bodiesFor(subscription, change, terms).map(({ event, body }) => {
				const id = typeof body.id === 'string' ? body.id : newId();
				insertDelivery(database, {
					id,
					webhook_id: subscription.id,
					event,
					contract_id: change.contractId,
					body: JSON.stringify(body),
					status: 'pending',
					created_at: terms.createdAt,
					attempts: '[]',
					tries_left: terms.tries,
					copies_left: terms.copies,
					due_at: Date.now(),
				});
				return id;
			}),
		);
}

interface Message {
	event: EventName;
	body: Record<string, unknown>;
}

/** One message per event that was subscribed to, or one for all of them. */
function bodiesFor(subscription: Subscription, change: ContractChange, terms: Terms): Message[] {
	const messages = change.events
		.filter((event) => subscription.events.includes(event))
		.map((event) => ({ event, body: bodyOf(event, change, terms) }));
	if (messages.length < 2 || !terms.variants.has('severalEvents')) return messages;
	return [{ event: messages[0]!.event, body: { events: messages.map(({ body }) => body) } }];
}

function bodyOf(
	event: EventName,
	{ organizationId, counterpartyId, contractId, status, previousStatus }: ContractChange,
	{ createdAt, variants, profile }: Terms,
): Record<string, unknown> {
	const data = { contractId, status, previousStatus };
	const body = { id: newId(), event, createdAt, organizationId, data };
	return deliveryAs(profile, eventShape(variants, body, counterpartyId), event);
}
