import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { eventIdentifier, eventNamed, subjectOf } from '../api/events';
import { isObject } from '../api/shapes';
import type { TriggerFilters } from './filters';
import type { PayloadPaths } from './payload';
import { collection, filtersOf, listOf, type ContractView } from './settings';
import type { SignatureRule } from './signature';
import type { VerificationRule } from './verify';

/** The parameters of the webhook trigger. */
export interface WebhookSettings {
	rule: VerificationRule;
	filters: TriggerFilters;
	paths: PayloadPaths;
	view: ContractView;
	/** The event that a payload's name stands for, if the workflow waits for it. */
	eventFor(name: string): string | undefined;
	includePayload: boolean;
	downloadFiles: boolean;
	deduplicate: boolean;
	/** Text that accepted deliveries are answered with; empty for the trigger's own JSON. */
	responseBody: string;
}

/** The event that stands for every name that is not known; it is emitted under the service's own name. */
export const OTHER = 'other';

export function webhookSettings(context: IWebhookFunctions): WebhookSettings {
	const options = collection(context, 'options');
	return {
		rule: ruleOf(String(context.getNodeParameter('verification', 'sharedSecret')), options),
		filters: filtersOf(context),
		paths: {
			contractId: textOf(options.contractIdPath),
			event: textOf(options.eventPath),
			subjectOf: (name) => subjectOf(ownNames(options).get(eventIdentifier(name))),
		},
		view: options.view === 'consolidated' ? 'consolidated' : 'asSigned',
		eventFor: eventsOf(listOf(context.getNodeParameter('events', [])), options),
		includePayload: options.includePayload === true,
		downloadFiles: options.downloadFiles === true,
		deduplicate: options.deduplicate !== false,
		responseBody: textOf(options.responseBody),
	};
}

function ruleOf(verification: string, options: IDataObject): VerificationRule {
	if (verification === 'none') return { kind: 'none' };
	if (verification === 'hmac') return signatureRule(options);
	return {
		kind: 'sharedSecret',
		header: textOf(options.headerName) || 'x-webhook-secret',
		query: textOf(options.queryName) || 'secret',
	};
}

function signatureRule(options: IDataObject): SignatureRule {
	return {
		kind: 'hmac',
		header: textOf(options.signatureHeader) || 'x-webhook-signature',
		prefix: textOf(options.signaturePrefix ?? 'sha256='),
		encoding: options.signatureEncoding === 'base64' ? 'base64' : 'hex',
		scheme: (textOf(options.signatureScheme) || 'auto') as SignatureRule['scheme'],
		toleranceSeconds: Number(options.toleranceSeconds ?? 300),
	};
}

/** The person's own names come before the catalogue. */
function eventsOf(selected: string[], options: IDataObject): WebhookSettings['eventFor'] {
	const own = ownNames(options);
	return (name) => {
		const event = own.get(eventIdentifier(name)) ?? eventNamed(name);
		if (event !== undefined) return selected.includes(event) ? event : undefined;
		return selected.includes(OTHER) && name !== '' ? name : undefined;
	};
}

function ownNames(options: IDataObject): Map<string, string> {
	return new Map(
		mappings(options).map(({ name, event }) => [eventIdentifier(String(name)), String(event)]),
	);
}

function mappings({ eventNames }: IDataObject): IDataObject[] {
	const names = isObject(eventNames) ? eventNames.names : undefined;
	return Array.isArray(names) ? (names as IDataObject[]) : [];
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}
