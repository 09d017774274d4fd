import { shown } from '../api/fieldProblems';
import { identifierIn, SAMPLE_ID } from '../api/identifiers';
import { labelOf, listed } from '../api/names';
import { chosen, isBlank } from '../api/options';
import { wrongInput } from '../transport/errors/requestError';
import { FINDS, isTool } from '../transport/errors/toolWords';
import { givenIn } from './itemProperties';
import type { Given } from './scope';

/** The ids in a path, by the names of their parameters. */
export type Ids = Record<string, string>;

/** Fills `{contractId}` and the like from the item's parameters. @throws NodeOperationError for anything that is no id */
export function filledPath(scope: Given, template: string): { path: string; ids: Ids } {
	const ids: Ids = {};
	const path = template.replace(/\{(\w+)\}/g, (_match, name: string) => {
		const label = labelOf(name).replace(/ ID$/, '');
		ids[name] = checkedIdentifier(scope, label, scope.parameter<unknown>(name, ''), name);
		return encodeURIComponent(ids[name]);
	});
	return { path, ids };
}

/** The value, or what a resource locator holds, if it is an id but for outer blanks. @param name of the parameter, where it is one */
export function checkedIdentifier(scope: Given, label: string, given: unknown, name = ''): string {
	const value = chosen(given);
	const id = identifierIn(value);
	const [kind, own] = [id ?? '', label].map((text) => KIND.exec(text)?.[0].toLowerCase());
	const isOther = kind !== undefined && own !== undefined && kind !== own;
	if (id !== undefined && !isOther) return id;
	const empty = isBlank(value);
	// Parameters that are called an ID, and custom objects, have no list.
	const inList = /ID|'|^Custom Object$/.test(label) ? '' : 'choose from the list, or ';
	const list = isTool(scope.node) ? FINDS[label] && `${FINDS[label]}; ` : inList;
	const page = /^\s*https?:/.test(shown(value)) ? ' The address of its own page contains it.' : '';
	const nothing = name ? gaveNothing(scope, name, value) : '';
	throw wrongInput(
		scope,
		[label, value],
		empty
			? `${label} is empty${nothing && ': correct its expression, which gave nothing'}`
			: `${label} '${shown(value)}' is ${isOther ? `the ID of a ${kind}` : 'not an ID'}`,
		`${nothing}${label}: ${list ?? ''}enter a UUID such as ${SAMPLE_ID}, with or without a prefix such as contract_.${page}`,
	);
}

/** The kind of record that the prefix of an ID names, or a label. */
const KIND = /^(clause|contract|counterparty|folder|member|template)(?=[_-]|$)/i;

/** What an expression came to where a property is not there, with or without a prefix before it. */
const NOTHING = /^(\w+[_-])?(undefined|null)?$/;

/** Of an expression for a parameter that came to nothing: what the input has instead. */
export function gaveNothing({ node, input }: Given, name: string, value: unknown): string {
	const expression = chosen(givenIn(node.parameters, name));
	const isExpression = typeof expression === 'string' && expression.startsWith('=');
	if (isTool(node) || !isExpression || !NOTHING.test(String(value).trim())) return '';
	const has = listed(Object.keys(input.json)) || 'no properties';
	return `${shown(expression.slice(1))} gave nothing; the input has: ${has}. `;
}
