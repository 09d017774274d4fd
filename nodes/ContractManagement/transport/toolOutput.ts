import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { commaList } from '../api/options';
import { selected } from '../api/selectedFields';
import type { ItemScope } from './scope';

/** Whether the short form is asked for: by Output in a tool, by Simplify elsewhere. n8n hands over the one on display. */
export function isSimplified({ parameter }: ItemScope): boolean {
	return parameter('simplify', true) && parameter<string>('output', 'simplified') !== 'raw';
}

/** The items as an agent gets them: whole, or what Fields to Return names, unless they have none of it. */
export function toolItems(scope: ItemScope, items: INodeExecutionData[]): INodeExecutionData[] {
	if (scope.parameter<string>('output', '') !== 'selectedFields') return items;
	const given = scope.parameter<unknown>('selectedFields', '');
	const names = commaList(given);
	return items.map((item) => {
		const kept = selected(item.json, names) as IDataObject | undefined;
		return { ...item, json: kept ?? item.json };
	});
}
