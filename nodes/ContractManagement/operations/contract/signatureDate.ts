import { adviceFor } from '../../api/advice';
import { edgeOf, momentOf, timestampOf, wholeDayOf } from '../../api/dates';
import { SIGNATURE_DATE_TOLERANCE_MS } from '../../api/limits';
import { seen, single } from '../../api/texts';
import type { Connection } from '../../transport/connection';
import {
	contextOf,
	REFUSED_INPUT,
	unlessRefused,
	wrongInput,
} from '../../transport/errors/requestError';
import { waitFor } from '../../transport/olderN8n';
import type { ItemScope } from '../../node/scope';
import { text } from '../shared/fields';
import { dateParameter, zoneOf } from '../shared/dateParameters';

/** Read with `signedAt`. */
export const signedOn = text('Signature Date', {
	name: 'signatureDate',
	type: 'dateTime',
	required: true,
	description: 'When the last person signed. Without a time, that day, whatever the timezone.',
});

/**
 * When the contract was signed, in UTC: not empty, not in the future. A whole day, in the workflow's timezone, is its
 * midnight in UTC, which is how the service keeps days; or now, where that is still to come.
 */
export function signedAt(scope: ItemScope): string {
	const { label, path } = signedOn;
	const value = signedOn.given(scope);
	const moment = dateParameter(scope, [label, value, path], momentOf, true);
	if (!moment) {
		throw wrongInput(scope, [label, String(value)], `${label} is empty`, adviceFor('date', value));
	}
	const zone = zoneOf(scope);
	const day = wholeDayOf(seen(single(value)), zone);
	const begins = day ? edgeOf(day, zone, 'start') : timestampOf(moment);
	const now = Date.now();
	if (Date.parse(begins) <= now + SIGNATURE_DATE_TOLERANCE_MS)
		return day ? new Date(Math.min(Date.parse(day), now)).toISOString() : begins;
	const message = `${label} ${moment.toISO()} lies in the future`;
	const advice = 'Check the timezone of the workflow.';
	throw wrongInput(scope, [label, String(value)], message, advice);
}

/**
 * Sends once the date has passed, also by the clock of a service that is behind ours, for as long as clocks are taken to
 * differ. A refusal of the date has changed nothing.
 */
export async function oncePast(
	connection: Connection,
	date: string,
	send: () => Promise<unknown>,
): Promise<void> {
	const { signal } = connection;
	const age = () => Date.now() - Date.parse(date);
	for (;;) {
		await waitFor(Math.max(0, -age()), signal);
		const { refusal } = await unlessRefused(send(), REFUSED_INPUT);
		if (!refusal) return;
		const words = refusal.message + JSON.stringify(contextOf(refusal).details ?? '');
		const isTooEarly = /future|signature.?date/i.test(words);
		if (!isTooEarly || age() > SIGNATURE_DATE_TOLERANCE_MS) throw refusal;
		await waitFor(age() + 1000, signal);
	}
}
