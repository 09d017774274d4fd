import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { WEBHOOK_EVENTS } from '../../api/events';
import { CONTRACT_STATUSES } from '../../api/limits';
import { choices } from '../../operations/shared/list.fields';
import { counterpartyLocator, optional } from '../../operations/shared/locators.fields';

/** Fields by name: label, default (it tells the type), description, what else there is. Read with `triggerSettings`. */
export type Rows = Record<
	string,
	[
		displayName: string,
		byDefault: boolean | number | string | string[],
		description?: string,
		more?: Partial<INodeProperties>,
	]
>;

export function fields(rows: Rows, common: Partial<INodeProperties> = {}): INodeProperties[] {
	return Object.entries(rows).map(([name, [displayName, byDefault, description, more]]) => {
		const plain = more?.options ? 'options' : (typeof byDefault as 'boolean' | 'number' | 'string');
		const type = Array.isArray(byDefault) ? 'multiOptions' : plain;
		return { displayName, name, type, default: byDefault, description, ...common, ...more };
	});
}

/** What can be chosen, by value: label and description. */
export function described(rows: Record<string, [string, string]>): INodePropertyOptions[] {
	return Object.entries(rows).map(([value, [name, description]]) => ({ name, value, description }));
}

/** Fields that are added one by one, in the order of their labels: Options, Filters. */
export function collection(displayName: string, options: INodeProperties[]): INodeProperties {
	const sorted = options.toSorted((a, b) => a.displayName.localeCompare(b.displayName));
	const placeholder = `Add ${displayName.slice(0, -1)}`;
	const name = displayName.toLowerCase();
	return { displayName, name, type: 'collection', placeholder, default: {}, options: sorted };
}

/** The events of the catalogue, as the editor shows them. */
export const EVENTS: INodePropertyOptions[] = WEBHOOK_EVENTS.map(
	({ label, value, description }) => ({ name: label, value, description }),
);

const EMAIL = { placeholder: 'name@email.com' };
const STATUSES = { options: choices(CONTRACT_STATUSES) };

/** The Filters of both triggers; read with `filtersOf`. */
export const filters = collection('Filters', [
	optional(counterpartyLocator),
	...fields({
		authorEmail: [
			'Author Email',
			'',
			'Only start for contracts that this member created. Separate several addresses with commas.',
			EMAIL,
		],
		contractTypeIds: [
			'Contract Type Names or IDs',
			[],
			'Only contracts of these types. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
			{ typeOptions: { loadOptionsMethod: 'getContractTypes' } },
		],
		signatoryEmail: [
			'Signatory Email',
			'',
			'Only start for contracts with this signatory. Separate several addresses with commas.',
			EMAIL,
		],
		statusFrom: [
			'Status From',
			[],
			'Only start if the contract had one of these statuses before (Contract Status Changed). Changes whose previous status is unknown always start.',
			STATUSES,
		],
		statusTo: [
			'Status To',
			[],
			'Only start if the contract has one of these statuses now (Contract Status Changed)',
			STATUSES,
		],
	}),
]);
