import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { maxBytesOf } from '../../api/files';
import { DEFAULT_MAX_FILE_MB, MEGABYTE } from '../../api/limits';
import { isObject } from '../../api/shapes';
import { triggerSettings, type TriggerSettings } from '../shared/settings';
import type { PayloadSettings } from './namedEvents';
import type { VerificationRule } from './verify';

/** The parameters of the webhook trigger. */
export interface WebhookSettings extends TriggerSettings {
	rule: VerificationRule;
	/** Whether somebody has proved that the delivery comes from the service. */
	isVerified: boolean;
	payload: PayloadSettings;
	includePayload: boolean;
	downloadFiles: boolean;
	/** Of each of them, in bytes. */
	maxFileBytes: number;
	deduplicate: boolean;
	/** Text that accepted deliveries are answered with; empty for the trigger's own JSON. */
	responseBody: string;
}

const DEFAULT_TOLERANCE_SECONDS = 300;

export function webhookSettings(context: IWebhookFunctions): WebhookSettings {
	const settings = triggerSettings(context);
	const { options } = settings;
	const { names } = (isObject(options.eventNames) ? options.eventNames : {}) as IDataObject;
	const rule = ruleOf(String(context.getNodeParameter('verification', 'sharedSecret')), options);
	return {
		...settings,
		rule,
		isVerified: rule.kind !== 'none',
		payload: {
			contractId: textOf(options.contractIdPath),
			event: textOf(options.eventPath),
			names: Array.isArray(names) ? (names as PayloadSettings['names']) : [],
		},
		includePayload: options.includePayload === true,
		downloadFiles: options.downloadFiles === true,
		maxFileBytes: maxBytesOf(options.maxFileSizeMb) ?? DEFAULT_MAX_FILE_MB * MEGABYTE,
		deduplicate: options.deduplicate !== false,
		responseBody: textOf(options.responseBody),
	};
}

function ruleOf(verification: string, options: IDataObject): VerificationRule {
	if (verification === 'none') return { kind: 'none' };
	if (verification !== 'hmac') {
		const header = textOf(options.headerName) || 'x-webhook-secret';
		return { kind: 'sharedSecret', header, query: textOf(options.queryName) || 'secret' };
	}
	// Only a 0 that somebody wrote turns the tolerance off: an expression may come to nothing.
	const seconds = Number.parseFloat(String(options.toleranceSeconds));
	return {
		kind: 'hmac',
		header: textOf(options.signatureHeader) || 'x-webhook-signature',
		prefix: textOf(options.signaturePrefix ?? 'sha256='),
		encoding: options.signatureEncoding === 'base64' ? 'base64' : 'hex',
		scheme: (textOf(options.signatureScheme) || 'auto') as 'auto',
		toleranceSeconds: Number.isFinite(seconds) ? seconds : DEFAULT_TOLERANCE_SECONDS,
	};
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}
