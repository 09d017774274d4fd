import { Type, type Static } from '@sinclair/typebox';
import { closed, DateTime, Enum, FieldMap, Name, Uuid } from './values.mts';

/** The values seen in the specification; its full set is not shown. */
export const COUNTERPARTY_STATUSES = ['active', 'archived'] as const;

export const Counterparty = Type.Object(
	{
		id: Uuid(),
		name: Type.String(),
		status: Type.String({ description: 'Values seen: active, archived' }),
		logoUrl: Type.String(),
		fields: FieldMap,
		createdAt: DateTime(),
		updatedAt: DateTime(),
	},
	{ $id: 'Counterparty' },
);
export type Counterparty = Static<typeof Counterparty>;

export const CounterpartyPatch = Type.Object(
	{
		name: Type.Optional(Name()),
		status: Type.Optional(Enum(COUNTERPARTY_STATUSES)),
		logoUrl: Type.Optional(Type.Union([Type.String({ format: 'uri' }), Type.Null()])),
		fields: Type.Optional(FieldMap),
	},
	closed,
);
export type CounterpartyPatch = Static<typeof CounterpartyPatch>;
