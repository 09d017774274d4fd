import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodePropertyOptions,
	type IPollFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { shown } from '../../api/fieldProblems';
import { isIdentifier } from '../../api/identifiers';
import { chosen, commaList, isLost } from '../../api/options';
import { isObject } from '../../api/shapes';
import type { FieldsAs } from '../../api/simplifiedContract';
import type { Field } from '../../node/field';
import { isFixed } from '../../node/itemProperties';
import { simplify } from '../../node/toolOutput.fields';
import { NO_TAGS, unknownPart } from '../../operations/shared/known';
import { fieldsAs, readableValues, view } from '../../operations/shared/parameters.fields';
import { hint } from '../../transport/hint';
import { filters } from './fields';
import { FILTERS, type ContractView, type TriggerFilters } from './records';

type Context = Pick<IPollFunctions | IWebhookFunctions, 'getNode' | 'getNodeParameter'>;

/** What fields hold, by their names. */
type ValuesOf<F> = { [Name in keyof F]: F[Name] extends Field<infer T> ? T : never };

/** The parameters that both triggers have, the Options of one of them, and what else is given there. */
export function triggerSettings<F extends Record<string, Field>>(context: Context, own: F) {
	const given = collectionOf(context, 'options');
	const option = <T>(field: Field<T>): T => field.usable(given[field.name]);
	return {
		events: commaList(chosen(context.getNodeParameter('events', []))),
		filters: filtersOf(context),
		view: option(view) as ContractView,
		output: {
			simplify: simplify.usable(simplify.saved(context)),
			fieldsAs: option(fieldsAs) as FieldsAs,
			...(readableValues.name in given && { readableValues: option(readableValues) }),
		},
		options: Object.fromEntries(
			Object.entries(own).map(([name, field]) => [name, option(field)]),
		) as ValuesOf<F>,
		given,
	};
}

/** The parameter Filters. @throws NodeOperationError for one whose expression gives nothing: that all pass is not what was meant */
export function filtersOf(context: Context): TriggerFilters {
	const given = collectionOf(context, 'filters');
	// A list, comma-separated text, or a resource locator.
	const all = FILTERS.map((name) => [name, commaList(chosen(given[name]))] as const);
	// An empty list is one.
	const isMissing = ([name, list]: (typeof all)[number]) =>
		name in given && list.length === 0 && !JSON.stringify([given[name]]).includes('[]');
	const missing = all.filter(isMissing).map(([name]) => filters.parts[name]);
	const lost = missing.find(({ path }) => !isFixed(context.getNode().parameters, path));
	if (!lost) return Object.fromEntries(all) as TriggerFilters;
	const message = `The filter ${lost.label} is empty: correct its expression, which gave nothing. For all, {{ [] }}`;
	throw new NodeOperationError(context.getNode(), message);
}

/** So that a filter of another version, or written by hand, does not let everything through. @throws NodeOperationError that says what there is */
export function assertKnown(context: Pick<IPollFunctions, 'getNode'>, all: INodeProperties[]) {
	const node = context.getNode();
	const unknown = unknownPart(all, node.parameters);
	if (!unknown) return;
	const { field, value, is, advice } = unknown;
	throw new NodeOperationError(node, `${field} '${shown(value)}' ${is}. ${advice}`);
}

/** So that a slip of the pen does not silently stop all events. @throws NodeOperationError that names the first one */
export function assertFilters(context: Pick<IPollFunctions, 'getNode'>, filters: TriggerFilters) {
	const { authorEmail, signatoryEmail, statusFrom, statusTo, ...ids } = filters;
	const isNoEmail = (one: string) => !/^[^\s@<>:;"]+@[^\s@<>:;"]+$/.test(one);
	const isNoId = (one: string) => !isIdentifier(one);
	const wrong = [
		['an ID (a UUID)', Object.values(ids).flat().find(isNoId)],
		['an email address', [...authorEmail, ...signatoryEmail].find(isNoEmail)],
		['a status', [...statusFrom, ...statusTo].find(isLost)],
	].find(([, one]) => one !== undefined);
	if (!wrong) return;
	const [what, one] = wrong;
	const message = `The filter '${one}' is not ${what}, so no event could pass it.`;
	throw new NodeOperationError(context.getNode(), message);
}

/** So that the workflow does not wait for what never comes. @throws NodeOperationError that says what there is instead */
export function assertOffered(
	context: Pick<IPollFunctions, 'getNode'>,
	{ label, options }: Field,
	given: string[],
) {
	const values = (options as INodePropertyOptions[]).map(({ value }) => String(value));
	if (given.some((one) => values.includes(one))) return;
	const is = given.length > 0 ? `'${given.join(', ')}'` : 'empty';
	const message = `${label} is ${is}, so nothing could start the workflow. It can be: ${values.join(', ')}.`;
	throw new NodeOperationError(context.getNode(), message);
}

/** What a trigger does in the execution that it has started: hands on its items. Hints have no place before. */
export function handOn(context: IExecuteFunctions, items: INodeExecutionData[]) {
	if (context.getNodeParameter('options.tagExecutions', 0, false) === true) hint(context, NO_TAGS);
	return [items];
}

// Empty where the node was saved without it.
function collectionOf(context: Context, name: string): IDataObject {
	const value = context.getNodeParameter(name, {});
	return isObject(value) ? (value as IDataObject) : {};
}
