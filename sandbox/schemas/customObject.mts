import { Type, type Static } from '@sinclair/typebox';
import { closed, FieldValue, NamedReference, Nullable, Uuid } from './values.mts';

export const SmartField = Type.Object({
	id: Uuid(),
	name: Type.String(),
	type: Type.String({ description: 'e.g. string, number, relation' }),
	related_object_id: Nullable(Uuid({ description: 'The custom object a relation points to' })),
	options: Type.Optional(Type.Array(NamedReference)),
	required: Type.Optional(Type.Boolean()),
});
export type SmartField = Static<typeof SmartField>;

export const CustomObject = Type.Object(
	{
		id: Uuid(),
		name: Type.String(),
		smart_fields: Type.Array(SmartField),
		help_text: Type.String(),
	},
	{ $id: 'CustomObject' },
);
export type CustomObject = Static<typeof CustomObject>;

const fieldProperties = {
	smartFieldId: Uuid(),
	type: Type.String(),
	rawValue: FieldValue,
	resolvedValue: FieldValue,
};

export const RelatedRecord = Type.Object({
	id: Uuid(),
	fields: Type.Array(Type.Object(fieldProperties)),
});

export const RecordField = Type.Object({
	...fieldProperties,
	relatedRecords: Type.Optional(Type.Array(RelatedRecord)),
});
export type RecordField = Static<typeof RecordField>;

export const ContractRecord = Type.Object({
	id: Uuid(),
	fromCatalogRecordId: Nullable(Uuid()),
	fields: Type.Array(RecordField),
});
export type ContractRecord = Static<typeof ContractRecord>;

export const ContractRecords = Type.Object(
	{ customObjectId: Uuid(), contractId: Uuid(), records: Type.Array(ContractRecord) },
	{ $id: 'ContractRecords' },
);
export type ContractRecords = Static<typeof ContractRecords>;

export const RecordInput = Type.Object(
	{
		id: Type.Optional(Nullable(Uuid({ description: 'null or absent creates a record' }))),
		fromCatalogRecordId: Type.Optional(Nullable(Uuid())),
		fields: Type.Array(Type.Object({ smartFieldId: Uuid(), value: FieldValue }, closed)),
	},
	closed,
);
export type RecordInput = Static<typeof RecordInput>;

export const RecordsUpsert = Type.Object({ records: Type.Array(RecordInput) }, closed);
