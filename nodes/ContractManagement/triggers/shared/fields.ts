import type { IBuilderHint } from 'n8n-workflow';
import { EVENTS as CATALOGUE } from '../../api/events';
import { CONTRACT_STATUSES } from '../../api/limits';
import { RELATED } from '../../operations/shared/builderHint';
import { described, several, text } from '../../node/fields';
import { choices, collection } from '../../operations/shared/fields';
import { counterpartyLocator } from '../../operations/shared/locators.fields';
import { contractTypeIds } from '../../operations/shared/parameters.fields';

/** The events of the catalogue, as the editor shows them. */
export const EVENTS = described(CATALOGUE);

const EMAIL = { placeholder: 'e.g. name@email.com' };
const STATUSES = { options: choices(CONTRACT_STATUSES) };

/** The Filters of both triggers; read with `filtersOf`. */
export const filters = collection('Filters', 'filters', {
	counterpartyId: counterpartyLocator.with({ required: false }),
	contractTypeIds,
	authorEmail: text('Author Email', EMAIL).says(
		'Only start for contracts that this member created. Separate several addresses with commas.',
	),
	signatoryEmail: text('Signatory Email', EMAIL).says(
		'Only start for contracts with this signatory. Separate several addresses with commas.',
	),
	statusFrom: several('Status From', [], STATUSES).says(
		'Only start if the contract had one of these statuses before (Contract Status Changed). An unknown one always starts.',
	),
	statusTo: several('Status To', [], STATUSES).says(
		'Only start if the contract has one of these statuses now (Contract Status Changed)',
	),
});

const USE = {
	trigger:
		'For "when a contract is signed" and the like. The service delivers to the production URL, which a person registers with the Webhook Secret; if it cannot reach n8n, use the polling trigger.',
	pollingTrigger:
		'For "when a contract is signed" and the like, and for changed counterparties. Nothing to register; the first poll only notes what exists.',
};

const CONTRACT =
	'Items of contract: {event, eventKey, contractId, status, previousStatus, occurredAt, contract: {id, name, status, counterpartyId, counterpartyName, contractTypeName, contractUrl, externalId, signatureDate, startAt, endAt, fields: {[name]: value}}}';
const COUNTERPARTY =
	'Items of counterparty: {event, eventKey, counterpartyId, status, previousStatus, occurredAt, counterparty: {id, name, status, fields: {[id]: value}}}';
const ITEMS = { trigger: [CONTRACT], pollingTrigger: [CONTRACT, COUNTERPARTY] };
const ONCE = 'To act once for an event, remember its eventKey, the same from both triggers.';

/** What n8n's AI builder is told about a trigger. */
export function triggerHint(which: keyof typeof USE): IBuilderHint {
	const other = which === 'trigger' ? 'pollingTrigger' : 'trigger';
	return {
		searchHint: USE[which],
		relatedNodes: [RELATED.action, RELATED[other], RELATED.dataTable],
		extraTypeDefContent: [{ content: [...ITEMS[which], ONCE].join('\n') }],
	};
}
