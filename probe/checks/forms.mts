import { CreationForm, FORM_FIELD_TYPES } from '../../sandbox/schemas/creationForm.mts';
import { accepted, differs, held, unchecked, type Check, type Observation } from '../check.mts';
import { isRow, textOf, type Row } from '../reading.mts';
import type { Service } from '../service.mts';
import { departures, nameOrPlaceholder } from '../shape.mts';

const FORM_READER = 'nodes/ContractManagement/api/creationForm.ts';

/** The creation form of a contract type, and the values that a contract's fields have. */
export const forms: readonly Check[] = [
	{
		id: 'creation-form',
		assumed: `A creation form is {contractTypeId, templates, fields: [{id, name, type, required, options, helpText}]}, the types ${FORM_FIELD_TYPES.join(', ')}`,
		observe: async (service) => formShape(await form(service)),
	},
	{
		id: 'contract-field-values',
		assumed: 'A contract shows numbers, booleans and lists as such, not as text',
		observe: fieldValues,
	},
];

async function form(service: Service): Promise<Row> {
	return await service.record(`/contract-types/${await service.contractTypeId()}/creation-form`);
}

function formShape(body: Row): Observation {
	if (departures(CreationForm, body).length === 0) return held();
	const fields = fieldsOf(body);
	if (!fields) {
		return differs(`no list of fields (${names(body)})`, FORM_READER);
	}
	const unreadable = fields.filter((field) => !idOf(field) || !labelOf(field));
	if (unreadable.length > 0) {
		return differs(`fields without an id or a name (${names(unreadable[0]!)})`, FORM_READER);
	}
	const alternatives = [...keyOfFields(body), ...fieldAlternatives(fields)];
	return alternatives.length > 0
		? accepted(alternatives.join('; '))
		: accepted(departures(CreationForm, body).join('; '));
}

function keyOfFields(body: Row): string[] {
	const key = FIELD_KEYS.find((candidate) => Array.isArray(body[candidate]));
	return key === 'fields' ? [] : [`fields come under ${key}`];
}

function fieldAlternatives(fields: Row[]): string[] {
	const options = fields.flatMap((field) => (Array.isArray(field.options) ? field.options : []));
	const known: readonly unknown[] = FORM_FIELD_TYPES;
	const words = new Set(
		fields.map(({ type }) => String(type)).filter((type) => !known.includes(type)),
	);
	return [
		...(fields.some((field) => !('id' in field)) ? ['ids come under attributeDefinitionId'] : []),
		...(fields.some((field) => !('name' in field)) ? ['names come under label'] : []),
		...(fields.some((field) => !('helpText' in field)) ? ['no helpText'] : []),
		...(options.some((option) => typeof option === 'string') ? ['options are texts'] : []),
		...(options.some((option) => isRow(option) && 'value' in option)
			? ['options are {value, label}']
			: []),
		...(words.size > 0 ? [`types: ${[...words].map(typeWord).join(', ')}`] : []),
	];
}

function typeWord(word: string): string {
	return /^[a-z_-]{1,20}$/i.test(word) ? word : '<word>';
}

const FIELD_KEYS = ['fields', 'smartFields', 'smart_fields'] as const;

function fieldsOf(body: Row): Row[] | undefined {
	const list = FIELD_KEYS.map((key) => body[key]).find(Array.isArray);
	return list?.filter(isRow);
}

function idOf(field: Row): string | undefined {
	return textOf(field, 'id') ?? textOf(field, 'attributeDefinitionId');
}

function labelOf(field: Row): string | undefined {
	return textOf(field, 'name') ?? textOf(field, 'label');
}

function names(row: Row): string {
	return Object.keys(row).map(nameOrPlaceholder).join(', ');
}

async function fieldValues(service: Service): Promise<Observation> {
	const contract = await service.contract();
	const typeId = textOf(contract, 'contractType', 'id') ?? '';
	const path = `/contract-types/${encodeURIComponent(typeId)}/creation-form`;
	const plain = new Set(
		(fieldsOf(await service.record(path)) ?? [])
			.filter(({ type }) =>
				/^(number|decimal|integer|boolean|checkbox|multi.?select|rich.?text)$/i.test(String(type)),
			)
			.map(idOf),
	);
	const rows = Array.isArray(contract.fields) ? contract.fields.filter(isRow) : [];
	const values = rows
		.filter((row) => plain.has(textOf(row, 'attributeDefinitionId')))
		.map(({ value }) => value)
		.filter((value) => value !== null && value !== '');
	if (values.length === 0)
		return unchecked('The contract has no number, boolean, list or rich text');
	return values.every((value) => typeof value === 'string')
		? accepted('every value is a text')
		: held();
}
