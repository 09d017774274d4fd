import type { IBuilderHint } from 'n8n-workflow';
import { RELATED } from '../../operations/shared/builderHint';

const USE = {
	trigger:
		'For "when a contract is signed" and the like. The service delivers to the production URL, which a person registers with the Webhook Secret of the credential; if it cannot reach n8n, use the polling trigger.',
	pollingTrigger:
		'For "when a contract is signed" and the like, and for changed counterparties. Nothing to register; the first poll only notes what exists.',
};

const CONTRACT =
	'Items of contract: {event, eventKey, contractId, status, previousStatus, occurredAt, contract: {id, name, status, counterpartyId, counterpartyName, contractTypeName, contractUrl, externalId, signatureDate, startAt, endAt, fields: {[name]: value}}}';
const COUNTERPARTY =
	'Items of counterparty: {event, eventKey, counterpartyId, status, previousStatus, occurredAt, counterparty: {id, name, status, fields: {[id]: value}}}';
const ITEMS = { trigger: [CONTRACT], pollingTrigger: [CONTRACT, COUNTERPARTY] };
const ONCE =
	'To act once for an event, remember its eventKey: it is the same when the event comes again, and from either trigger.';

/** What n8n's AI builder is told about a trigger. */
export function triggerHint(which: keyof typeof USE): IBuilderHint {
	const other = which === 'trigger' ? 'pollingTrigger' : 'trigger';
	return {
		searchHint: USE[which],
		relatedNodes: [RELATED.action, RELATED[other], RELATED.dataTable],
		extraTypeDefContent: [{ content: [...ITEMS[which], ONCE].join('\n') }],
	};
}
