import { DATE_FORMS, momentOf, timestampOf } from '../../api/dates';
import { SIGNATURE_DATE_TOLERANCE_MS } from '../../api/limits';
import { isBlank } from '../../api/options';
import type { ItemScope } from '../../transport/scope';
import { refusedParameter } from '../shared/parameters';

/**
 * The item's signature date as the service takes it (ISO 8601, UTC). A date alone is the start of that day, a time
 * without offset is meant, in the workflow's timezone.
 *
 * @throws NodeOperationError when it is empty, cannot be read, or lies in the future
 */
export function signatureDate(scope: ItemScope, now = Date.now()): string {
	const value = scope.parameter<unknown>('signatureDate', '');
	if (isBlank(value)) {
		throw refused(scope, 'Signature Date is empty', ADVICE, value);
	}
	const moment = momentOf(value, scope.context.getTimezone());
	if (!moment) {
		throw refused(scope, `Signature Date '${String(value)}' is not a date`, DATE_FORMS, value);
	}
	if (moment.toMillis() > now + SIGNATURE_DATE_TOLERANCE_MS) {
		throw refused(
			scope,
			`Signature Date ${moment.toISO()} lies in the future`,
			'It is the moment when the last person signed, in the past. Check the timezone of the workflow.',
			value,
		);
	}
	return timestampOf(moment);
}

const ADVICE = `Give the moment when the last person signed. ${DATE_FORMS}`;

function refused(scope: ItemScope, message: string, description: string, value: unknown) {
	const field = 'Signature Date';
	return refusedParameter(scope, { message, description, field, value: String(value) });
}
