import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { maxBytesOf } from '../../api/files';
import { DEFAULT_MAX_FILE_MB, MEGABYTE } from '../../api/limits';
import { triggerSettings } from '../shared/settings';
import type { PayloadSettings } from './namedEvents';
import { WEBHOOK_ROWS } from './webhookProperties';

/** The parameters of the webhook trigger. */
export type WebhookSettings = ReturnType<typeof webhookSettings>;

export function webhookSettings(context: IWebhookFunctions) {
	const { given, options, ...settings } = triggerSettings(context, WEBHOOK_ROWS);
	const { names } = (given.eventNames ?? {}) as IDataObject;
	const verification = String(context.getNodeParameter('verification', 'sharedSecret'));
	return {
		...settings,
		...options,
		verification,
		/** Whether somebody has proved that the delivery comes from the service. */
		isVerified: verification !== 'none',
		names: Array.isArray(names) ? (names as PayloadSettings['names']) : [],
		/** Of each signed file, in bytes. */
		maxFileBytes: maxBytesOf(given.maxFileSizeMb) ?? DEFAULT_MAX_FILE_MB * MEGABYTE,
	};
}
