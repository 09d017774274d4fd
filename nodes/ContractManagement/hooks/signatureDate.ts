import { DateTime } from 'luxon';
import { SIGNATURE_DATE_TOLERANCE_MS } from '../api/limits';
import { invalidInput } from '../transport/errors';
import type { ItemScope } from '../transport/scope';

/**
 * The item's signature date as the service takes it (ISO 8601, UTC). A date alone is the start of that day, a time
 * without offset is meant, in the workflow's timezone.
 *
 * @throws NodeOperationError when it is empty, cannot be read, or lies in the future
 */
export function signatureDate(scope: ItemScope, now = Date.now()): string {
	const value = scope.parameter<unknown>('signatureDate', '');
	if (value === '' || value === undefined || value === null) {
		throw refused(scope, 'Signature Date is empty', EXAMPLE, value);
	}
	const moment = momentOf(value, scope.context.getTimezone());
	if (!moment?.isValid) {
		throw refused(scope, `Signature Date '${String(value)}' is not a date`, EXAMPLE, value);
	}
	if (moment.toMillis() > now + SIGNATURE_DATE_TOLERANCE_MS) {
		throw refused(
			scope,
			`Signature Date ${moment.toISO()} lies in the future`,
			'It is the moment when the last person signed, in the past. Check the timezone of the workflow.',
			value,
		);
	}
	return moment.toUTC().toISO();
}

const EXAMPLE =
	'Give the moment when the last person signed, such as 2026-11-20, 2026-11-20T14:30:00+01:00 or a date from an expression.';

function momentOf(value: unknown, zone: string): DateTime<true> | DateTime<false> | undefined {
	if (DateTime.isDateTime(value)) return value as DateTime<true>;
	if (value instanceof Date) return DateTime.fromJSDate(value, { zone });
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	const iso = DateTime.fromISO(text, { zone });
	return iso.isValid ? iso : DateTime.fromSQL(text, { zone });
}

function refused(scope: ItemScope, message: string, advice: string, value: unknown) {
	const description = `${advice} [item ${scope.itemIndex}]`;
	const field = 'Signature Date';
	return invalidInput(
		scope.node,
		{ message, description, field, value: String(value) },
		scope.itemIndex,
	);
}
