import type { ResourceMapperField } from 'n8n-workflow';
import type { TypedField } from '../../api/creationForm';
import { invalidField, type FieldProblem } from '../../api/fieldProblems';
import { uuidOf } from '../../api/identifiers';
import { listed } from '../../api/names';
import { isBlank } from '../../api/options';
import { hint } from '../../transport/hint';
import type { ItemScope } from '../../node/scope';
import { known, type FieldFinder } from './fieldFinder';
import { labelIn, type MappedValues } from './fieldInput';

/** Tells how the fields of today differ from the columns that the editor saved; what was written by hand has none. */
export function hintOfChanges(
	scope: ItemScope,
	schema: ResourceMapperField[],
	fields: TypedField[],
	where: string,
) {
	if (schema.length === 0) return;
	const byId = (each: Array<{ id: string }>) => new Map(each.map((one) => [uuidOf(one.id), one]));
	const [columns, today] = [byId(schema), byId(fields)];
	const isNew = ({ id }: TypedField) => !columns.has(uuidOf(id));
	const added = new Set(fields.filter(isNew).map(({ name }) => name));
	const changes = schema.flatMap(({ id, displayName }) => {
		const was = labelIn(schema, id);
		const { name } = (today.get(uuidOf(id)) ?? {}) as Partial<TypedField>;
		if (name === was || name === displayName) return [];
		if (name !== undefined) return `'${was}' is now called '${name}'`;
		return `'${was}' ${added.delete(was) ? 'was made again: choose it anew' : 'is gone'}`;
	});
	const all = [...[...added].map((name) => `'${name}' is new`), ...changes];
	const told = `The ${where} has changed since this node was set up: ${listed(all)}. Open the node to see the fields as they are now.`;
	if (all.length > 0) hint(scope.context, told);
}

/** What of the input no field takes, nor any other parameter reads. */
export function leftOut(scope: ItemScope, values: object, isTaken: (key: string) => boolean) {
	const read = JSON.stringify({ ...scope.node.parameters, fields: undefined });
	const isRead = (key: string) =>
		[`.${key}`, `['${key}']`, `[\\"${key}\\"]`].some((path) =>
			read.split(`$json${path}`).some((rest, i) => i > 0 && !/^\w/.test(rest)),
		);
	return Object.keys(values).filter((key) => !isTaken(key) && !isRead(key));
}

/** Tells what of the input automatic mapping leaves out, as no field `where` it looks has such a name, and where it had to choose. */
export function hintOfInput(
	scope: ItemScope,
	{ values }: MappedValues,
	find: FieldFinder,
	where: string,
) {
	const ignored = leftOut(scope, values, (key) => find(key).rank >= 0);
	const told = `Ignored, as the ${where} has no such field: ${listed(ignored)}.`;
	if (ignored.length > 0) hint(scope.context, told);
	const keysOf = new Map<TypedField, string[]>();
	for (const [key, value] of Object.entries(known(values, find))) {
		const { found, namesake } = find(key);
		const [field, ...others] = found;
		if (others.length > 0 || isBlank(value)) continue;
		const less = keysOf.get(field) ?? [];
		keysOf.set(field, [...less, key]);
		const went = `'${key}' of the input went to the field '${field.name}'`;
		if (less.length > 0) hint(scope.context, `${went}, and not: ${listed(less)}.`);
		if (namesake) hint(scope.context, `${went}. There is also a field '${namesake.name}'.`);
	}
}

/** The problem of an item that has properties, of which none is a field. */
export function noneFits(
	{ values, isAutomatic }: MappedValues,
	find: FieldFinder,
	fields: TypedField[],
): FieldProblem | undefined {
	const keys = Object.keys(values);
	if (!isAutomatic || keys.length === 0 || keys.some((key) => find(key).rank >= 0))
		return undefined;
	const available = fields.map(({ name }) => name);
	const advice = `The input has: ${listed(keys)}. The fields are: ${listed(available, 30)}. Rename the properties before, or map each field.`;
	const message = "No property of the input has a field's name";
	return invalidField({ id: 'fields', name: 'Fields' }, null, message, advice, available);
}
