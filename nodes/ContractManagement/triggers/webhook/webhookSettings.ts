import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { eventIdentifier, eventNamed, subjectOf } from '../../api/events';
import { maxBytesOf } from '../../api/files';
import { DEFAULT_MAX_FILE_MB, MEGABYTE } from '../../api/limits';
import { isObject } from '../../api/shapes';
import type { ContractOutput } from '../../transport/contractOutput';
import type { TriggerFilters } from '../shared/filters';
import type { PayloadPaths } from './namedEvents';
import { collection, filtersOf, listOf, outputOf, type ContractView } from '../shared/settings';
import type { SignatureRule } from './signature';
import type { VerificationRule } from './verify';

/** The parameters of the webhook trigger. */
export interface WebhookSettings {
	rule: VerificationRule;
	filters: TriggerFilters;
	paths: PayloadPaths;
	view: ContractView;
	output: ContractOutput;
	/** The events that the workflow waits for, by their values. */
	events: Set<string>;
	/** The event that a payload's name stands for: the person's own names come before the catalogue. */
	eventOf: OwnNames;
	includePayload: boolean;
	downloadFiles: boolean;
	/** Of each of them, in bytes. */
	maxFileBytes: number;
	deduplicate: boolean;
	/** Text that accepted deliveries are answered with; empty for the trigger's own JSON. */
	responseBody: string;
}

/** The event that stands for every name that is not known; it is emitted under the service's own name. */
export const OTHER = 'other';

const DEFAULT_TOLERANCE_SECONDS = 300;

export function webhookSettings(context: IWebhookFunctions): WebhookSettings {
	const options = collection(context, 'options');
	const own = ownNames(options);
	return {
		rule: ruleOf(String(context.getNodeParameter('verification', 'sharedSecret')), options),
		filters: filtersOf(context),
		paths: {
			contractId: textOf(options.contractIdPath),
			event: textOf(options.eventPath),
			subjectOf: (name) => subjectOf(own(name)),
		},
		view: options.view === 'consolidated' ? 'consolidated' : 'asSigned',
		output: outputOf(context),
		events: new Set(listOf(context.getNodeParameter('events', []))),
		eventOf: (name) => own(name) ?? eventNamed(name),
		includePayload: options.includePayload === true,
		downloadFiles: options.downloadFiles === true,
		maxFileBytes: maxBytesOf(options.maxFileSizeMb) ?? DEFAULT_MAX_FILE_MB * MEGABYTE,
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
		toleranceSeconds: toleranceOf(options.toleranceSeconds),
	};
}

// Only a 0 that somebody wrote turns the tolerance off: an expression may come to nothing.
function toleranceOf(value: unknown): number {
	const seconds = Number.parseFloat(String(value));
	return Number.isFinite(seconds) ? seconds : DEFAULT_TOLERANCE_SECONDS;
}

type OwnNames = (name: string) => string | undefined;

// What a name is reduced to leaves out numbers and other scripts, which may be all that tells two of them apart.
function ownNames(options: IDataObject): OwnNames {
	const names = mappings(options).map(({ name, event }) => [String(name), String(event)] as const);
	const exact = new Map(names.map(([name, event]) => [exactName(name), event]));
	const reduced = new Map(names.map(([name, event]) => [eventIdentifier(name), event]));
	reduced.delete('');
	return (name) => exact.get(exactName(name)) ?? reduced.get(eventIdentifier(name));
}

function exactName(name: string): string {
	return name.toLowerCase().replace(/[\s._:/-]+/g, '');
}

function mappings({ eventNames }: IDataObject): IDataObject[] {
	const names = isObject(eventNames) ? eventNames.names : undefined;
	return Array.isArray(names) ? (names as IDataObject[]) : [];
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}
