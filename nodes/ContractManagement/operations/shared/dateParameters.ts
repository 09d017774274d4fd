import { Info } from 'luxon';
import { adviceFor } from '../../api/advice';
import type { CoercionSettings } from '../../api/coercion';
import { doubtIn, type dayOf, type momentOf } from '../../api/dates';
import { isBlank } from '../../api/options';
import { seen, single } from '../../api/texts';
import { unfit, wrongInput } from '../../transport/errors/requestError';
import { sourceIn } from '../../node/itemProperties';
import type { ItemScope } from '../../node/scope';

/**
 * The day or the moment of a date parameter, in the workflow's timezone; undefined when it is blank.
 * @param isRecent whether dates before 1901 (databases write 1900-01-01 for none), and in January 1970, cannot be meant
 */
export function dateParameter<Read extends typeof dayOf | typeof momentOf>(
	scope: ItemScope,
	[field, value, parameter]: [field: string, value: unknown, parameter?: string],
	read: Read,
	isRecent = false,
): ReturnType<Read> {
	if (isBlank(value)) return undefined as ReturnType<Read>;
	const given = single(value);
	const one = seen(given);
	const date = read(one, zoneOf(scope));
	const doubt = doubtIn(one, isRecent ? 1901 : 1000, isRecent);
	if (date && !doubt) return date as ReturnType<Read>;
	const source = parameter && sourceIn(scope.node.parameters, parameter);
	const is = date ? 'cannot be meant' : 'is not a date such as 2026-03-31';
	throw unfit(scope, [field, value], is, adviceFor('date', given, source, doubt));
}

/** The timezone of the workflow, wherever one is needed. @throws NodeOperationError where n8n's settings name none that there is */
export function zoneOf(scope: Pick<ItemScope, 'context' | 'itemIndex' | 'node'>): string {
	const zone = scope.context.getTimezone();
	if (Info.normalizeZone(zone).isValid) return zone;
	const message = `The timezone of the workflow, '${zone}', does not exist`;
	const advice =
		'Choose one in Workflow settings > Timezone. Where that is Default, correct GENERIC_TIMEZONE of n8n.';
	throw wrongInput(scope, ['Timezone', zone], message, advice);
}

/** How values are read. The timezone is asked for where a date needs one: it may be none. */
export function readingOf(
	scope: ItemScope,
	richText: CoercionSettings['richText'] = 'markdown',
): CoercionSettings {
	return {
		get zone() {
			return zoneOf(scope);
		},
		richText,
	};
}
