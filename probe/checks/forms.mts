import { CreationForm, FORM_FIELD_TYPES } from '../../sandbox/schemas/creationForm.mts';
import { assumedOf, type EntryId } from '../../sandbox/profile/entries.mts';
import {
	accepted,
	differs,
	held,
	NotUnderstood,
	profiled,
	unchecked,
	type Check,
	type Observation,
} from '../check.mts';
import { isRow, textOf, uuidOf, type Row } from '../reading.mts';
import type { Service } from '../service.mts';
import { departures, nameOrPlaceholder } from '../shape.mts';

const FORM_READER = 'nodes/ContractManagement/api/creationForm.ts';

/** The creation form of a contract type, and the values that a contract's fields have. */
export const forms: readonly Check[] = [
	{
		id: 'creation-form',
		assumed: `A creation form is {contractTypeId, templates, fields: [{id, name, type, required, options, helpText}]}, the types ${FORM_FIELD_TYPES.join(', ')}`,
		observe: async (service) => formShape(service, await form(service)),
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

/** Finds the names that the form uses by what stands under them. */
export function learnForm(service: Service, body: Row): Row[] {
	const lists = Object.keys(body).filter((key) => key !== 'templates' && Array.isArray(body[key]));
	const key = ['fields', ...lists].find((name) => Array.isArray(body[name]));
	if (key === undefined) throw new NotUnderstood('a creation form has no list of fields');
	service.found('creation-form-fields', key);
	const fields = (body[key] as unknown[]).filter(isRow);
	const named = (entry: EntryId, isOne: (value: unknown) => boolean, known: RegExp) => {
		const shown = fields.filter((field) => !(assumedOf(entry) in field));
		if (fields.length === 0 || shown.length === 0) return;
		const names = Object.keys(fields[0]!).filter((name) => !TAKEN.has(name));
		const fit = names.filter((name) => fields.every((field) => isOne(field[name])));
		const alone = IN_EVERY.has(entry) && fit.length === 1 ? fit[0] : undefined;
		const name = fit.find((one) => known.test(one)) ?? alone;
		if (name) service.found(entry, name);
	};
	const isText = (value: unknown) => typeof value === 'string';
	named('creation-form-field-id', (value) => uuidOf(String(value)) !== undefined, /id$/i);
	named('creation-form-field-name', (value) => isText(value), /name|label|title|caption/i);
	named('field-required', (value) => typeof value === 'boolean', /required|mandatory/i);
	named('field-help-text', (value) => value === null || isText(value), /help|hint|description/i);
	learnOptions(service, fields);
	const standing = fields
		.flatMap(Object.keys)
		.find((name) => /^(default|preset|initial)/i.test(name));
	if (standing) service.found('creation-form-default', standing);
	return fields;
}

/** What every field has: a property that alone fits is it, whatever it is called. The others may not be there at all. */
const IN_EVERY = new Set<EntryId>(['creation-form-field-id', 'creation-form-field-name']);

/** Names that are assumed already, or are none of those that are looked for. */
const TAKEN = new Set(['id', 'name', 'type', 'required', 'options', 'helpText', 'defaultValue']);

function learnOptions(service: Service, fields: Row[]): void {
	const chosen = fields.filter(({ type }) => /select|choice|option|enum/i.test(String(type)));
	const [key] = ['options', ...chosen.flatMap(Object.keys)].filter((name) =>
		chosen.some((field) => Array.isArray(field[name])),
	);
	if (key === undefined) return;
	service.found('field-options', key);
	const [option] = chosen.flatMap((field) => (field[key] as unknown[] | undefined) ?? []);
	const form = isRow(option) ? ('value' in option ? 'value-label' : 'id-name') : 'text';
	if (option !== undefined) service.found('field-option', form);
}

const FORM_ENTRIES: readonly EntryId[] = [
	'creation-form-fields',
	'creation-form-field-id',
	'creation-form-field-name',
	'creation-form-default',
	'field-required',
	'field-options',
	'field-option',
	'field-help-text',
];

function formShape(service: Service, body: Row): Observation {
	const fields = learnForm(service, body);
	const found = FORM_ENTRIES.filter((entry) => entry in service.profile);
	const [id, name] = (['creation-form-field-id', 'creation-form-field-name'] as const).map(
		(entry) => service.holds(entry),
	);
	const unreadable = fields.find((field) => !textOf(field, id!) || !textOf(field, name!));
	if (unreadable)
		return differs(`fields without an id or a name (${names(unreadable)})`, FORM_READER);
	if (found.length > 0) {
		const entries = Object.fromEntries(found.map((entry) => [entry, service.holds(entry)]));
		return profiled(service, `other names: ${names(fields[0] ?? {})}`, entries);
	}
	const others = departures(CreationForm, body);
	return others.length === 0 ? held() : accepted(others.join('; '));
}

function names(row: Row): string {
	return Object.keys(row).map(nameOrPlaceholder).join(', ');
}

async function fieldValues(service: Service): Promise<Observation> {
	const contract = await service.contract();
	const typeId = textOf(contract, 'contractType', 'id') ?? '';
	const path = `/contract-types/${encodeURIComponent(typeId)}/creation-form`;
	const plain = new Set(
		learnForm(service, await service.record(path))
			.filter(({ type }) =>
				/^(number|decimal|integer|boolean|checkbox|multi.?select|rich.?text)$/i.test(String(type)),
			)
			.map((field) => textOf(field, service.holds('creation-form-field-id'))),
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
