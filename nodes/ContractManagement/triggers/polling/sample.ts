import { NodeOperationError, type IPollFunctions } from 'n8n-workflow';
import { statusOfEvent } from '../../api/events';
import type { Connection } from '../../transport/connection';
import type { EventItem } from '../shared/eventItem';
import { concernsMove } from '../shared/filters';
import { presentEvents } from '../shared/simplify';
import type { PollOptions } from './poll';
import type { PollSettings } from './properties';
import type { Reader } from './reader';
import type { PolledRecord } from './rows';

/** One run of `poll()` in n8n. */
export interface Run {
	context: IPollFunctions;
	settings: PollSettings;
	connection: Connection;
	/** Names the trigger. */
	key: string;
	startedAt: number;
	/** Milliseconds that n8n gives. */
	budget: number;
}

/** A kind of record that can be polled. */
export interface Kind<T extends PolledRecord> {
	reader: Reader<T>;
	describe: PollOptions<T>['describe'];
	item: (event: string, record: T, previousStatus: string | null) => EventItem;
}

/**
 * What the editor shows when a person tries the trigger: the record that changed last and that one of the events could
 * be about, as that event. Nothing is remembered.
 *
 * @throws NodeOperationError when there is none
 */
export async function sample<T extends PolledRecord>(
	{ context, settings, connection }: Run,
	{ reader, item }: Kind<T>,
): Promise<EventItem[]> {
	const { events, filters, output } = settings;
	const isPossible = (event: string, { status }: PolledRecord) =>
		(statusOfEvent(event) ?? status) === status &&
		(event !== 'statusChanged' || concernsMove(filters, null, status));
	for await (const { records } of reader.pages()) {
		for (const record of records) {
			const event = events.find((candidate) => isPossible(candidate, record));
			const whole = event && reader.mayConcern(record) ? await reader.whole(record) : undefined;
			if (whole && reader.concerns(whole))
				return await presentEvents(connection, [item(event!, whole, null)], output);
		}
		break;
	}
	throw new NodeOperationError(
		context.getNode(),
		'None of the records that changed last fits the events and filters',
		{ description: 'Change one in the service and try again, or widen the filters.' },
	);
}
