import { randomBytes } from 'node:crypto';
import { Type, type Static } from '@sinclair/typebox';
import { EVENT_NAMES, type EventName } from '../schemas/event.mts';
import { closed, Enum } from '../schemas/values.mts';
import { insert, type Database } from '../store/database.mts';
import { newId } from '../store/ids.mts';
import { SIGNATURE_HEADER } from './signature.mts';

/** A subscription as the control plane takes it; the specification shows no endpoint for it. */
export const SubscriptionInput = Type.Object(
	{
		url: Type.String({ format: 'uri', pattern: '^https?://' }),
		secret: Type.Optional(Type.String({ minLength: 1 })),
		events: Type.Optional(Type.Array(Enum(EVENT_NAMES), { minItems: 1 })),
		organization: Type.Optional(Enum(['main', 'other'])),
		sendSecretHeader: Type.Optional(Type.String({ minLength: 1 })),
		signatureHeader: Type.Optional(Type.String({ minLength: 1 })),
	},
	closed,
);
export type SubscriptionInput = Static<typeof SubscriptionInput>;

export interface Subscription {
	id: string;
	organizationId: string;
	url: string;
	secret: string;
	events: EventName[];
	signatureHeader: string;
	/** A header in which the plain secret is sent too, for receivers that cannot verify a signature. */
	secretHeader: string | null;
}

export function insertSubscription(
	database: Database,
	organizationId: string,
	input: SubscriptionInput,
): string {
	const id = newId();
	insert(database, 'webhooks', {
		id,
		organization_id: organizationId,
		url: input.url,
		secret: input.secret ?? randomBytes(24).toString('hex'),
		events: input.events ?? EVENT_NAMES,
		signature_header: input.signatureHeader ?? SIGNATURE_HEADER,
		secret_header: input.sendSecretHeader,
	});
	return id;
}

export function subscriptions(database: Database): Subscription[] {
	const rows = database.all<Subscription & { events: string }>(
		`SELECT id, organization_id AS organizationId, url, secret, events,
			signature_header AS signatureHeader, secret_header AS secretHeader FROM webhooks ORDER BY rowid`,
	);
	return rows.map((row) => ({ ...row, events: JSON.parse(row.events) }));
}
