import type { INodeProperties } from 'n8n-workflow';
import { DEFAULT_MAX_FILE_MB } from '../../api/limits';
import { LONGEST_ANSWER } from '../../node/toolOutput';
import { collection, described, field, fields, NODE_VERSIONS } from './fields';

/**
 * Shown in the editor, but left out of the definition that n8n's AI builder reads, which skips what is disabled wherever it
 * is shown. No node fulfills `@tool: []`, so that it is never disabled. `builderHint` says once what is left out.
 */
export function leftOut(parameter: INodeProperties): INodeProperties {
	const everyVersion = { '@version': NODE_VERSIONS };
	return {
		...parameter,
		displayOptions: { show: { ...parameter.displayOptions?.show, ...everyVersion } },
		disabledOptions: { show: { '@tool': [], ...everyVersion } },
	};
}

/** The switch between the short form and the service's own; tools have Output. */
export const simplify = leftOut(
	field('simplify', [
		'Simplify',
		true,
		'Whether to return a simplified version of the response instead of the raw data',
		{ displayOptions: { show: { '@tool': [false] } } },
	]),
);

const retrySeconds = field('retrySeconds', [
	'Retry for Up To (Seconds)',
	120,
	{ typeOptions: { minValue: 0, maxValue: 3600 } },
]);

/** The Options of an operation: its own entries and those that every operation has. */
export function options(own: INodeProperties[] = []): INodeProperties {
	const all = collection('Options', [...own, retrySeconds]);
	return own.length > 0 ? all : leftOut(all);
}

/** Further properties of a request's body, for what the specification does not show; read with `jsonObject`. */
export const additionalBody = field('additionalBody', [
	'Additional Body (JSON)',
	'{}',
	'Further properties of the request, as JSON; they override the fields above',
	{ type: 'json' },
]);

/** Said of lists that n8n shows as names, in its own words. */
export const CHOOSE_OR_SPECIFY =
	'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';

/** Of which types contracts are wanted. */
export const contractTypes = field('contractTypeIds', [
	'Contract Type Names or IDs',
	[],
	`Only contracts of these types. ${CHOOSE_OR_SPECIFY}`,
	{ typeOptions: { loadOptionsMethod: 'getContractTypes' } },
]);

/** How the smart fields of a simplified contract are keyed. */
export const fieldsAs = field('fieldsAs', [
	'Fields As',
	'byName',
	"With 'Simplify' only",
	{
		options: described({
			array: ['Array', 'A list of {ID, name, value}, in the order of the service'],
			byId: ['Object by ID', 'Keyed by field ID, which stays the same when a field is renamed'],
			byName: [
				'Object by Name',
				'Keyed by field name; duplicate names are followed by the ID in brackets',
			],
		}),
	},
]);

/** Whether values come in the words that Create takes; where it is not given, `presentContracts` decides. */
export const readableValues = field('readableValues', [
	'Readable Values',
	false,
	"Whether to return option names and Markdown instead of IDs and rich text. Without this option 'Simplify' does, in nodes added from version 1.1 on.",
]);

/** Which field values of the contract: its own, or those of its latest amendments. */
export const view = field('view', [
	'Field Values',
	'asSigned',
	{
		options: described({
			asSigned: ['As Signed', 'The values of the contract itself'],
			consolidated: [
				'Consolidated',
				'The values of the latest amendments, or as signed if there are none',
			],
		}),
	},
]);

/** The bound of each file; read with `maxBytesOf`. */
export const maxFileSize = field('maxFileSizeMb', [
	'Max File Size (MB)',
	DEFAULT_MAX_FILE_MB,
	'Larger files fail. 0 means no limit.',
	{ typeOptions: { minValue: 0 } },
]);

const FORMS = described({
	raw: ['Raw', 'The answer of the service, which can fill much of the context of a model'],
	selectedFields: ['Selected Fields', 'Of the short form, only the fields that you name'],
	simplified: ['Simplified', 'The short form, where the operation has one'],
});

/** How much of the answer an agent gets; only shown where the node is a tool, and of operations with `long` answers. */
export function toolOutput(resources: Record<string, { long: string[] }>): INodeProperties[] {
	const all = Object.entries(resources).filter(([, { long }]) => long.length > 0);
	const show = {
		'@tool': [true],
		resource: all.map(([resource]) => resource),
		operation: [...new Set(all.flatMap(([, { long }]) => long))].toSorted(),
	};
	return fields({
		output: ['Output', 'simplified', { displayOptions: { show }, options: FORMS }],
		longestAnswer: [
			'Longest Answer (Characters)',
			LONGEST_ANSWER,
			'Longer lists are cut, and texts at a fifteenth of it, which the answer says. 0 means no limit.',
			{ typeOptions: { minValue: 0 }, displayOptions: { show } },
		],
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
