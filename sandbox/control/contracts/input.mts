import { Type, type Static } from '@sinclair/typebox';
import { COUNTERPARTY_STATUSES } from '../../schemas/counterparty.mts';
import { ContractStatus, Integration, Signatory } from '../../schemas/contract.mts';
import { closed, DateTime, Enum, FieldMap, Name, Nullable, Uuid } from '../../schemas/values.mts';

const Organization = Type.Optional(Enum(['main', 'other']));

const changeable = {
	name: Type.Optional(Name()),
	status: Type.Optional(ContractStatus),
	signatureProcess: Type.Optional(Nullable(Enum(['external', 'native', 'provider']))),
	counterpartyId: Type.Optional(Uuid()),
	initialContractId: Type.Optional(Nullable(Type.String())),
	folderId: Type.Optional(Nullable(Uuid())),
	fields: Type.Optional(FieldMap),
	consolidation: Type.Optional(Nullable(FieldMap)),
	signatories: Type.Optional(Type.Array(Signatory)),
	integration: Type.Optional(Nullable(Integration)),
	signatureDate: Type.Optional(Nullable(DateTime())),
	startAt: Type.Optional(Nullable(DateTime())),
	endAt: Type.Optional(Nullable(DateTime())),
	createdAt: Type.Optional(DateTime()),
	updatedAt: Type.Optional(DateTime()),
	signedFiles: Type.Optional(
		Type.Array(
			Type.Object(
				{ name: Name(), bytes: Type.Optional(Type.Integer({ minimum: 0, maximum: 1e9 })) },
				closed,
			),
		),
	),
	/** No events. */
	silent: Type.Optional(Type.Boolean()),
};

/** Any part of a contract; what is left out is filled in. */
export const ContractInput = Type.Object(
	{
		...changeable,
		organization: Organization,
		contractTypeId: Type.Optional(Uuid()),
		templateId: Type.Optional(Uuid()),
	},
	closed,
);
export type ContractInput = Static<typeof ContractInput>;

export const ContractChangeInput = Type.Object(changeable, closed);
export type ContractChangeInput = Static<typeof ContractChangeInput>;

export const CounterpartyInput = Type.Object(
	{
		name: Name(),
		status: Type.Optional(Enum(COUNTERPARTY_STATUSES)),
		fields: Type.Optional(FieldMap),
		createdAt: Type.Optional(DateTime()),
		updatedAt: Type.Optional(DateTime()),
		organization: Organization,
	},
	closed,
);
export type CounterpartyInput = Static<typeof CounterpartyInput>;
