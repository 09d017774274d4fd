import type { TriggerEvent } from '../../api/events';
import type { Contract, Counterparty } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { contractItem, counterpartyItem, type EventItem } from '../eventItem';
import { concernsMove } from '../filters';
import { contractEvents, counterpartyEvents, type Change } from './changes';
import type { PollSettings } from './pollSettings';
import { contractReader, counterpartyReader, type Reader } from './reader';
import type { PolledRecord } from './scan';
import type { Horizon } from './state';
import type { Version } from './version';

/** A kind of record that can be polled. */
export interface Kind<T extends PolledRecord> {
	reader: Reader<T>;
	describe: (record: T, before: Version | undefined, horizon: Horizon) => TriggerEvent[];
	item: (event: string, record: T, previousStatus: string | null) => EventItem;
	/** Whether moves are waited for, so that the status of every record has to be known from the start. */
	withStatuses: boolean;
}

/** Events that tell of a move from one status to another. */
const MOVES = ['signed', 'statusChanged'];

export function contracts(connection: Connection, settings: PollSettings): Kind<Contract> {
	return {
		reader: contractReader(connection, settings),
		describe: contractEvents,
		item: contractItem,
		withStatuses: settings.events.some((event) => MOVES.includes(event)),
	};
}

export function counterparties(connection: Connection, settings: PollSettings): Kind<Counterparty> {
	return {
		reader: counterpartyReader(connection, settings),
		describe: counterpartyEvents,
		item: counterpartyItem,
		withStatuses: false,
	};
}

/** The items of a change: one for each of its events that the workflow waits for. */
export function itemsOf<T extends PolledRecord>(
	{ item }: Kind<T>,
	{ events: selected, filters }: PollSettings,
	{ record, events, previousStatus }: Change<T>,
): EventItem[] {
	const isMoveWanted = concernsMove(filters, previousStatus, record.status);
	return events
		.filter((event) => selected.includes(event) && (event !== 'statusChanged' || isMoveWanted))
		.map((event) => item(event, record, previousStatus));
}
