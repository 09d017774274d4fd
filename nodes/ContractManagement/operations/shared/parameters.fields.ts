import type { INodeProperties } from 'n8n-workflow';
import { leftOut } from './leftOut';

/** The switch between the short form and the service's own; tools have Output. */
export const simplify = leftOut({
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	displayOptions: { show: { '@tool': [false] } },
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

/** Further properties of a request's body, for what the specification does not show; read with `bodyOf`. */
export const additionalBody: INodeProperties = {
	displayName: 'Additional Body (JSON)',
	name: 'additionalBody',
	type: 'json',
	default: '{}',
	description: 'Further properties of the request, as JSON; they override the fields above',
};

/** Read where ids and contracts pass by: `onItem`, `simplifier`, and the triggers. */
export const tagExecutions: INodeProperties = {
	displayName: 'Tag Executions',
	name: 'tagExecutions',
	type: 'boolean',
	default: false,
	description: 'Whether executions can be found by their contract',
};
