import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { commaList } from '../api/options';
import { isObject } from '../api/shapes';
import type { ItemScope } from './scope';

/** Whether the short form is asked for: by Output in a tool, by Simplify elsewhere. n8n hands over the one on display. */
export function isSimplified({ parameter }: ItemScope): boolean {
	return parameter('simplify', true) && parameter<string>('output', 'simplified') !== 'raw';
}

/** The items as an agent gets them: whole, or what Fields to Return names, unless they have none of it. */
export function toolItems(
	scope: Pick<ItemScope, 'parameter'>,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	if (scope.parameter<string>('output', '') !== 'selectedFields') return items;
	const given = scope.parameter<unknown>('selectedFields', '');
	const names = commaList(given);
	return items.map((item) => {
		const kept = selected(item.json, names) as IDataObject | undefined;
		return { ...item, json: kept ?? item.json };
	});
}

/**
 * What has one of the names, at any depth and in the records of lists: `id`, `templates.id`, `fields.Payment term`. What a
 * value does not have is left out of it; undefined where it has none of the names.
 */
function selected(value: unknown, names: string[]): unknown {
	if (Array.isArray(value)) {
		const kept = value.map((each) => selected(each, names));
		const hasNone = kept.length > 0 && !kept.some(Boolean);
		return hasNone ? undefined : kept.map((each) => each ?? {});
	}
	if (!isObject(value)) return undefined;
	const entries = Object.entries(value).flatMap(([key, child]) => {
		if (names.includes(key)) return [[key, child] as const];
		// Names are compared from the left, as fields of a form may have dots in theirs.
		const inside = names.filter((name) => name.startsWith(`${key}.`));
		const kept = selected(
			child,
			inside.map((name) => name.slice(key.length + 1)),
		);
		return inside.length > 0 && kept !== undefined ? [[key, kept] as const] : [];
	});
	return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
