import { Type, type Static, type TString } from '@sinclair/typebox';
import {
	closed,
	ContractId,
	DateTime,
	Enum,
	FieldMap,
	FieldValue,
	Name,
	NamedReference,
	Nullable,
	Uuid,
} from './values.mts';

/** In the order of a contract's life. */
export const CONTRACT_STATUSES = ['draft', 'negotiating', 'signing', 'signed', 'canceled'] as const;
export const ContractStatus = Enum(CONTRACT_STATUSES);
export type ContractStatus = Static<typeof ContractStatus>;

export const ContractField = Type.Object({
	attributeDefinitionId: Uuid(),
	name: Type.String(),
	value: FieldValue,
});

export const Signatory = Type.Object({
	id: Type.String(),
	name: Type.String(),
	email: Type.String(),
	type: Type.String(),
});
export type Signatory = Static<typeof Signatory>;

export const Integration = Type.Object({
	type: Type.String(),
	externalId: Type.String(),
	externalEntity: Type.String(),
	externalUrl: Type.String(),
});
export type Integration = Static<typeof Integration>;

export const Participant = Type.Object({ id: Uuid(), email: Type.String() });

export const Contract = Type.Object(
	{
		id: ContractId,
		name: Type.String({ description: 'Title of the contract' }),
		status: ContractStatus,
		counterparty: NamedReference,
		contractType: NamedReference,
		templateId: Uuid({ description: 'Template used to create the contract' }),
		initialContractId: Nullable(
			Uuid({ description: 'For an amendment: the initial (root) contract it amends' }),
		),
		folderId: Nullable(Uuid({ description: 'Folder the contract is filed in, null at the root' })),
		author: Participant,
		fields: Type.Array(ContractField),
		signatories: Type.Array(Signatory),
		integration: Nullable(Integration),
		signatureDate: Nullable(DateTime()),
		startAt: Nullable(DateTime()),
		endAt: Nullable(DateTime()),
		createdAt: DateTime(),
		updatedAt: DateTime(),
		contractUrl: Type.String({ description: 'Direct link to the contract in the web application' }),
		contractMembers: Type.Array(Participant),
	},
	{ $id: 'Contract' },
);
export type Contract = Static<typeof Contract>;

/** `fields` of `POST /contracts`: a map by field id, or the shape in which a contract shows them. */
const FieldInputs = Type.Union([
	FieldMap,
	Type.Array(
		Type.Object(
			{
				attributeDefinitionId: Type.String(),
				name: Type.Optional(Type.String()),
				value: FieldValue,
			},
			closed,
		),
	),
]);
export type FieldInputs = Static<typeof FieldInputs>;

/** A file that was uploaded before, as `POST /contracts` and `signed-version` take it. */
const uploaded = (name: TString, contentTypes: string[]) =>
	Type.Object(
		{
			key: Type.String({ minLength: 1, description: 'Storage key of the upload-url operation' }),
			name,
			contentType: Enum(contentTypes),
		},
		closed,
	);

/** What the document of a new contract may be. */
export const DOCUMENT_TYPES = [
	'application/pdf',
	'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
];

export const ContractCreate = Type.Object(
	{
		contractTypeId: Uuid(),
		templateId: Uuid(),
		counterpartyId: Type.Optional(Uuid()),
		counterparty: Type.Optional(
			Type.Object(
				{ id: Type.Optional(Uuid()), name: Type.Optional(Name()) },
				{ ...closed, description: 'An exact name is reused, any other creates the counterparty' },
			),
		),
		name: Type.Optional(Name()),
		document: Type.Optional(uploaded(Name(), DOCUMENT_TYPES)),
		fields: Type.Optional(FieldInputs),
		integration: Type.Optional(
			Nullable(
				Type.Object(
					{
						type: Type.String({ minLength: 1 }),
						externalId: Type.String({ minLength: 1 }),
						externalEntity: Type.String({ minLength: 1 }),
						externalUrl: Type.Optional(Type.String()),
					},
					closed,
				),
			),
		),
	},
	closed,
);
export type ContractCreate = Static<typeof ContractCreate>;

export const ContractPatch = Type.Object(
	{ folderId: Type.Optional(Nullable(Uuid())), name: Type.Optional(Name()) },
	closed,
);

export const SignedVersion = Type.Object(
	{
		files: Type.Array(
			uploaded(Type.String({ minLength: 1, pattern: '\\.pdf$' }), ['application/pdf']),
			{ minItems: 1, maxItems: 20, description: 'Main document first, then its annexes' },
		),
		signatureDate: DateTime({
			description: 'Moment the last signatory signed; must not be in the future',
		}),
	},
	closed,
);
export type SignedVersion = Static<typeof SignedVersion>;

export const SendForSignature = Type.Object({ message: Type.Optional(Type.String()) }, closed);
export const SendAnswer = Type.Object({ status: ContractStatus });
