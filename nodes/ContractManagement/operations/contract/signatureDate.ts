import { dateAdvice, timestampOf } from '../../api/dates';
import { SIGNATURE_DATE_TOLERANCE_MS } from '../../api/limits';
import type { ItemScope } from '../../transport/scope';
import { dateParameter, refusedParameter } from '../shared/parameters';

/**
 * The item's signature date as the service takes it (ISO 8601, UTC). A date alone is the start of that day, a time
 * without offset is meant, in the workflow's timezone.
 *
 * @throws NodeOperationError when it is empty, cannot be read, or lies in the future
 */
export function signatureDate(scope: ItemScope, now = Date.now()): string {
	const field = 'Signature Date';
	const value = scope.parameter<unknown>('signatureDate', '');
	const moment = dateParameter(scope, field, value, 'start');
	if (moment && moment.toMillis() <= now + SIGNATURE_DATE_TOLERANCE_MS) return timestampOf(moment);
	throw refusedParameter(scope, {
		field,
		message: moment ? `${field} ${moment.toISO()} lies in the future` : `${field} is empty`,
		description: moment
			? 'It is the moment when the last person signed, in the past. Check the timezone of the workflow.'
			: `Give the moment when the last person signed. ${dateAdvice()}`,
		value: String(value),
	});
}
