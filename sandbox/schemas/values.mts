import {
	FormatRegistry,
	Kind,
	Type,
	TypeRegistry,
	type SchemaOptions,
	type Static,
	type TSchema,
} from '@sinclair/typebox';
import { isEmail, isIsoDateTime, isUuid } from './formats.mts';

FormatRegistry.Set('uuid', isUuid);
FormatRegistry.Set('date-time', isIsoDateTime);
FormatRegistry.Set('email', isEmail);
FormatRegistry.Set('uri', URL.canParse);

interface EnumSchema<T extends string> extends TSchema {
	[Kind]: 'StringEnum';
	static: T;
	enum: readonly T[];
}

TypeRegistry.Set<EnumSchema<string>>('StringEnum', (schema, value) =>
	schema.enum.includes(value as string),
);

/** A string out of a list. TypeBox's own union of literals reads badly in the OpenAPI document. */
export function Enum<const T extends string>(values: readonly T[], options: SchemaOptions = {}) {
	return Type.Unsafe<T>({ ...options, [Kind]: 'StringEnum', type: 'string', enum: values });
}

export function Nullable<T extends TSchema>(schema: T) {
	return Type.Union([schema, Type.Null()]);
}

/** An object that refuses unknown properties: every request body, at every depth. */
export const closed = { additionalProperties: false } as const;

export const Uuid = (options: SchemaOptions = {}) => Type.String({ format: 'uuid', ...options });
export const DateTime = (options: SchemaOptions = {}) =>
	Type.String({ format: 'date-time', ...options });
export const Name = (options: SchemaOptions = {}) =>
	Type.String({ minLength: 1, maxLength: 500, ...options });

/** A time that a timer of Node takes: a longer one would be over at once. */
export const Milliseconds = (options: SchemaOptions = {}) =>
	Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, ...options });

/** The id of a contract in an answer: a short prefix followed by a UUID. */
export const ContractId = Type.String({ description: 'A short prefix followed by a UUID' });

export const NamedReference = Type.Object({ id: Type.String(), name: Type.String() });

/** What a smart field can hold: rich text is an array of Slate nodes, a multi-select an array of option ids. */
export const FieldValue = Type.Union([
	Type.String(),
	Type.Number(),
	Type.Boolean(),
	Type.Null(),
	Type.Array(Type.Unknown()),
	Type.Record(Type.String(), Type.Unknown()),
]);
export type FieldValue = Static<typeof FieldValue>;

/** A map from field id (field names are accepted in requests) to value. */
export const FieldMap = Type.Record(Type.String(), FieldValue);
export type FieldMap = Static<typeof FieldMap>;
