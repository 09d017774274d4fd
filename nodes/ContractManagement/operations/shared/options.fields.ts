import type { INodeProperties } from 'n8n-workflow';
import { leftOut } from './leftOut';

const retrySeconds: INodeProperties = {
	displayName: 'Retry for Up To (Seconds)',
	name: 'retrySeconds',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 3600 },
	default: 120,
};

/** The Options collection of an operation: its own entries and those that every operation has. */
export function options(...own: INodeProperties[]): INodeProperties {
	const collection: INodeProperties = {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [...own, retrySeconds].toSorted((a, b) => a.displayName.localeCompare(b.displayName)),
	};
	return own.length > 0 ? collection : leftOut(collection);
}
