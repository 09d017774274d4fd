import { uuidOf } from './identifiers';
import { instantOf } from './instants';

export interface EventSubject {
	id: string;
	status?: string;
	updatedAt?: string;
}

/**
 * Names one event, the same from both triggers and in every redelivery. What happens once to a record is named by
 * the record alone; what can happen again, by the version of the record that shows it. A colon in a name of the service's
 * own is encoded, so that no name can make the key of another event.
 *
 * @param event of the catalogue, or the service's own name of an event that the catalogue does not know
 */
export function eventKeyOf(event: string, { id, status, updatedAt }: EventSubject): string {
	const subject = `${uuidOf(id)}:${event.replace(/[%:]/g, (mark) => encodeURIComponent(mark))}`;
	const version = instantOf(updatedAt) ?? updatedAt ?? '';
	if (happensOnce(event)) return subject;
	return event === 'statusChanged' ? `${subject}:${status}:${version}` : `${subject}:${version}`;
}

const ONCE = new Set<string>(['created', 'signed', 'counterpartyCreated']);

/** Whether it happens to a record at most once, so that its key is known without reading the record. */
export function happensOnce(event: string): boolean {
	return ONCE.has(event);
}
