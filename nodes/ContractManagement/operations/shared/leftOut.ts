import type { INodeProperties } from 'n8n-workflow';

/**
 * Shown in the editor as ever, but left out of the definition that n8n's AI builder reads: that one writes a parameter once
 * for each operation that has it, and skips what is disabled wherever it is shown. No node fulfills `@tool: []`, so that
 * the parameter is never disabled. `builderHint` says once what is left out.
 */
export function leftOut(field: INodeProperties): INodeProperties {
	const everyVersion = { '@version': [1] };
	return {
		...field,
		displayOptions: { show: { ...field.displayOptions?.show, ...everyVersion } },
		disabledOptions: { show: { '@tool': [], ...everyVersion } },
	};
}
