import type { DateTime } from 'luxon';
import { dateAdvice, momentOf } from '../../api/dates';
import { isBlank } from '../../api/options';
import type { ItemScope } from '../../transport/scope';
import { refusedParameter } from './parameters';

/** The moment of a date parameter in the workflow's timezone; undefined when it is blank. */
export function dateParameter(
	scope: ItemScope,
	field: string,
	value: unknown,
	edge: 'end' | 'start',
): DateTime<true> | undefined {
	if (isBlank(value)) return undefined;
	const moment = momentOf(value, scope.context.getTimezone(), edge);
	if (moment) return moment;
	throw refusedParameter(scope, {
		field,
		message: `${field} '${String(value)}' is not a date`,
		description: dateAdvice(value),
		value: String(value),
	});
}
