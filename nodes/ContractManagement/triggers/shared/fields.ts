import type { INodePropertyOptions } from 'n8n-workflow';
import { WEBHOOK_EVENTS } from '../../api/events';
import { CONTRACT_STATUSES } from '../../api/limits';
import { choices, collection, fields } from '../../operations/shared/fields';
import { counterpartyLocator, optional } from '../../operations/shared/locators.fields';
import { contractTypes } from '../../operations/shared/parameters.fields';

/** The events of the catalogue, as the editor shows them. */
export const EVENTS: INodePropertyOptions[] = WEBHOOK_EVENTS.map(
	({ label, value, description }) => ({ name: label, value, description }),
);

const EMAIL = { placeholder: 'name@email.com' };
const STATUSES = { options: choices(CONTRACT_STATUSES) };

/** The Filters of both triggers; read with `filtersOf`. */
export const filters = collection('Filters', [
	optional(counterpartyLocator),
	contractTypes,
	...fields({
		authorEmail: [
			'Author Email',
			'',
			'Only start for contracts that this member created. Separate several addresses with commas.',
			EMAIL,
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
