/**
 * The service's resources as the specification shows them ("Resources and their fields").
 * Dates are ISO 8601 strings. What the specification does not show is listed in docs/assumptions.md.
 */

/** "States and transitions", contract status. */
export type ContractStatus = 'draft' | 'negotiating' | 'signing' | 'signed' | 'canceled';

/** A reference to another record together with its display name. */
export interface NamedReference {
	id: string;
	name: string;
}

/** A value of a contract's smart field, keyed by the field's id. */
export interface ContractField {
	attributeDefinitionId: string;
	name: string;
	value: FieldValue;
}

/** What a smart field can hold: rich text is an array of Slate nodes, a multi-select an array of option ids. */
export type FieldValue = string | number | boolean | null | unknown[] | { [key: string]: unknown };

/** Link to the record of a third-party system that a contract belongs to. */
export interface Integration {
	type: string;
	externalId: string;
	externalEntity: string;
	externalUrl: string;
}

/** "Contract". `signatureDate`, `startAt` and `endAt` are assumed to be top-level fields. */
export interface Contract {
	id: string;
	name: string;
	status: ContractStatus;
	counterparty: NamedReference;
	contractType: NamedReference;
	templateId: string;
	initialContractId: string | null;
	folderId: string | null;
	author: { id: string; email: string };
	fields: ContractField[];
	/** `type` is `member` for members of the organization; other values are not shown. */
	signatories: Array<{ id: string; name: string; email: string; type: string }>;
	integration: Integration | null;
	signatureDate: string | null;
	startAt: string | null;
	endAt: string | null;
	createdAt: string;
	updatedAt: string;
	contractUrl: string;
	contractMembers: Array<Contract['author']>;
}

/** "Counterparty". `fields` maps a field id to its value. */
export interface Counterparty {
	id: string;
	name: string;
	status: string;
	logoUrl: string;
	fields: { [fieldId: string]: FieldValue };
	createdAt: string;
	updatedAt: string;
}

/** A field of a record: the value as stored and as readable. */
export interface RecordField {
	smartFieldId: string;
	type: string;
	rawValue: FieldValue;
	resolvedValue: FieldValue;
	/** The records that a relation points to, with their readable values. */
	relatedRecords?: Array<{ id: string; fields: Array<Omit<RecordField, 'relatedRecords'>> }>;
}

/** A row of a dynamic table. */
export interface ContractRecord {
	id: string;
	fromCatalogRecordId: string | null;
	fields: RecordField[];
}

/** A row of the body of `PUT /custom-objects/{customObjectId}/contract/{contractId}/records`; `id: null` creates. */
export interface RecordInput {
	id: string | null;
	fromCatalogRecordId: string | null;
	fields: Array<{ smartFieldId: string; value: FieldValue }>;
}

/** Rich text is an array of Slate elements. Names are those of Slate's own rich-text editor. */
export interface SlateText {
	text: string;
	bold?: true;
	italic?: true;
}

export interface SlateElement {
	type: string;
	/** Of links. */
	url?: string;
	children: SlateNode[];
}

export type SlateNode = SlateElement | SlateText;
