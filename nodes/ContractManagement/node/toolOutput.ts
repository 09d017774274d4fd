import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { MAX_DECLARED_ITEMS } from '../api/limits';
import { commaList } from '../api/options';
import { isObject } from '../api/shapes';
import { cutAt } from '../api/texts';
import { inOneText, isTool } from '../transport/errors/toolWords';
import { hint, saidIn } from '../transport/hint';
import type { ItemScope } from './scope';
import { longestAnswer, output, selectedFields, simplify } from './toolOutput.fields';

/** Whether the short form is asked for: by Output in a tool, by Simplify elsewhere. n8n hands over the one on display. */
export function isSimplified(scope: ItemScope): boolean {
	return simplify.of(scope) && outputOf(scope) !== 'raw';
}

function outputOf(scope: Pick<ItemScope, 'parameter'>): string {
	return String(output.given(scope)).toLowerCase().replace(/[\s_]/g, '');
}

type Scope = Pick<ItemScope, 'context' | 'parameter'>;

/** The items whole, or what Fields to Return names, unless they have none of it. */
function selectedItems(scope: Scope, items: INodeExecutionData[]): INodeExecutionData[] {
	const form = outputOf(scope);
	if (!['', 'raw', 'selectedfields', 'simplified'].includes(form))
		hint(scope.context, `Output '${form}' is not simplified, selectedFields or raw.`);
	if (form !== 'selectedfields') return items;
	const given = commaList(selectedFields.given(scope)).filter((name) => /[^`"']/.test(name));
	const names = given.map((name) => name.replace(/[`"']/g, '').toLowerCase());
	const words = names.map((name) => [name, ...name.split(/[\s;|{}]+/)]);
	const unknown = given.filter((_, i) => !items.some(({ json }) => selected(json, words[i])));
	const tell = (none: string[], json: IDataObject) => {
		const has = `names nothing of: ${Object.keys(json).join(', ')}.`;
		if (none[0]) hint(scope.context, `Fields to Return '${none.join(', ')}' ${has}`);
	};
	const usable = items.filter(({ json }) => !('error' in json));
	if (unknown.length < given.length && usable[0]) tell(unknown, usable[0].json);
	return items.map((item) => {
		if ('error' in item.json) return item;
		const kept = selected(item.json, words.flat());
		if (!kept) tell(given, item.json);
		return { ...item, json: (kept ?? item.json) as IDataObject };
	});
}

/**
 * What has one of the names, at any depth and in the records of lists: `id`, `templates.id`, `fields.Payment term`. What a
 * value does not have is left out of it; undefined where it has none of the names.
 * @param names in lower case
 */
function selected(value: unknown, names: string[]): unknown {
	if (Array.isArray(value)) {
		const kept = value.map((each) => selected(each, names));
		const hasNone = kept.length > 0 && !kept.some(Boolean);
		return hasNone ? undefined : kept.map((each) => each ?? {});
	}
	if (!isObject(value)) return undefined;
	const entries = Object.entries(value).flatMap(([key, child]) => {
		const own = key.toLowerCase();
		if (names.includes(own)) return [[key, child] as const];
		// Names are compared from the left, as fields of a form may have dots in theirs.
		const inside = names.filter((name) => name.startsWith(`${own}.`));
		const rest = inside.map((name) => name.slice(own.length + 1));
		const kept = child === null ? null : selected(child, rest);
		return inside.length > 0 && kept !== undefined ? [[key, kept] as const] : [];
	});
	return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/**
 * All items of a call as a model gets them: texts and lists are cut, which a last item says, with the hints that a person
 * sees beside the output. Elsewhere they stay as they are.
 */
export function toolAnswer(scope: Scope, items: INodeExecutionData[]): INodeExecutionData[] {
	const { context } = scope;
	if (!isTool(context.getNode())) return items;
	const most = Number(longestAnswer.given(scope)) || Infinity;
	const left = { room: most, text: Math.ceil(most / 15) };
	const kept = selectedItems(scope, items.slice(0, MAX_DECLARED_ITEMS)).flatMap((item) =>
		left.room > 0 ? { ...item, json: shortened(item.json, left) as IDataObject } : [],
	);
	const cut = `${kept.length} of ${items.length} shown: use filters or Limit`;
	const said = [...saidIn(context)].map((text) => inOneText(text));
	const hints = [...said, ...(kept.length < items.length ? [cut] : [])];
	return hints[0] ? [...kept, { json: { hints }, pairedItem: kept.at(-1)?.pairedItem }] : kept;
}

function shortened(value: unknown, left: { room: number; text: number }): unknown {
	if (Array.isArray(value)) {
		const kept = value.flatMap((each) => (left.room > 0 ? [shortened(each, left)] : []));
		const cut = `… ${kept.length} of ${value.length} shown`;
		return kept.length < value.length ? [...kept, cut] : kept;
	}
	if (isObject(value)) {
		const entries = Object.entries(value).map(([key, each]) => {
			left.room -= key.length + 4;
			return [key, shortened(each, left)] as const;
		});
		return Object.fromEntries(entries);
	}
	const text = String(value);
	const most = left.room > 0 ? left.text : 60;
	const isLong = typeof value === 'string' && text.length > most;
	const told = isLong ? `${cutAt(text, most)}… (${most} of ${text.length} characters)` : value;
	left.room -= String(told).length + 2;
	return told;
}
