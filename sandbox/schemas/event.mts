import { Type, type Static } from '@sinclair/typebox';
import { ContractStatus } from './contract.mts';
import { DateTime, Enum, Nullable, Uuid } from './values.mts';

export const EVENT_NAMES = [
	'contract.created',
	'contract.signed',
	'contract.status_changed',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** The body of a webhook delivery. */
export const DeliveryBody = Type.Object(
	{
		id: Type.String({ description: 'The same in every attempt' }),
		event: Enum(EVENT_NAMES),
		createdAt: DateTime(),
		organizationId: Uuid(),
		data: Type.Object({
			contractId: Type.String(),
			status: ContractStatus,
			previousStatus: Nullable(ContractStatus),
		}),
	},
	{ $id: 'DeliveryBody' },
);
export type DeliveryBody = Static<typeof DeliveryBody>;
