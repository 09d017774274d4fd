import type { INodeProperties } from 'n8n-workflow';
import type { Field } from './field';
import { choice, fields, NODE_VERSIONS, number, text, toggle } from './fields';

/**
 * Shown in the editor, but left out of the definition that n8n's AI builder reads, which skips what is disabled wherever it
 * is shown. No node fulfills `@tool: []`, so that it is never disabled. `builderHint` says once what is left out.
 */
export function leftOut<T>(parameter: Field<T>): Field<T> {
	const everyVersion = { '@version': NODE_VERSIONS };
	return parameter.with({
		displayOptions: { show: { ...parameter.displayOptions?.show, ...everyVersion } },
		disabledOptions: { show: { '@tool': [], ...everyVersion } },
	});
}

/** The switch between the short form and the service's own; tools have Output. */
export const simplify = leftOut(
	toggle('Simplify', true, {
		name: 'simplify',
		displayOptions: { show: { '@tool': [false] } },
		description: 'Whether to return a simplified version of the response instead of the raw data',
	}),
);

export const { output, longestAnswer, selectedFields } = fields({
	output: choice('Output', 'simplified', {
		raw: ['Raw', 'The answer of the service, which can fill much of the context of a model'],
		selectedFields: ['Selected Fields', 'Of the short form, only the fields that you name'],
		simplified: ['Simplified', 'The short form, where the operation has one'],
	}),
	longestAnswer: number('Longest Answer (Characters)', 30_000, { minValue: 0 }).says(
		'Longer lists are cut, and texts at a fifteenth of it, which the answer says. 0 means no limit.',
	),
	selectedFields: text('Fields to Return', 'name, status, fields.Payment term'),
});

/** How much of the answer an agent gets; only shown where the node is a tool, and of operations with `long` answers. */
export function toolOutput(resources: Record<string, { long: string[] }>): INodeProperties[] {
	const all = Object.entries(resources).filter(([, { long }]) => long.length > 0);
	const show = {
		'@tool': [true],
		resource: all.map(([resource]) => resource),
		operation: [...new Set(all.flatMap(([, { long }]) => long))].toSorted(),
	};
	const named = { ...show, output: ['selectedFields'] };
	return [
		...[output, longestAnswer].map((one: Field) => one.with({ displayOptions: { show } })),
		selectedFields.when(named),
	].map(leftOut);
}
