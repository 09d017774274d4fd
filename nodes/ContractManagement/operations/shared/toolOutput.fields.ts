import type { INodeProperties } from 'n8n-workflow';
import { described, fields } from './fields';
import { leftOut } from './parameters.fields';

const FORMS = described({
	raw: ['Raw', 'The answer of the service, which can fill much of the context of a model'],
	selectedFields: ['Selected Fields', 'Of the short form, only the fields that you name'],
	simplified: ['Simplified', 'The short form, where the operation has one'],
});

/** How much of the answer an agent gets; only shown where the node is a tool. @param long by resource */
export function toolOutput(long: Record<string, string[]>): INodeProperties[] {
	const entries = Object.entries(long).filter(([, operations]) => operations.length > 0);
	const show = {
		'@tool': [true],
		resource: entries.map(([resource]) => resource),
		operation: [...new Set(entries.flatMap(([, operations]) => operations))].toSorted(),
	};
	return fields({
		output: ['Output', 'simplified', { displayOptions: { show }, options: FORMS }],
		selectedFields: [
			'Fields to Return',
			'',
			{
				displayOptions: { show: { ...show, output: ['selectedFields'] } },
				placeholder: 'e.g. name, status, fields.Payment term',
			},
		],
	}).map(leftOut);
}
