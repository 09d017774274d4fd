import type { OwnEvent, Subject } from '../events';

/** What a delivery says about one event. Nothing of it is believed before the record was read. */
export interface NamedEvent extends Subject {
	/** The event's name as the payload writes it; empty when it names none. */
	name: string;
	/** What the name stands for; undefined where nobody knows. */
	event?: string;
	status?: string;
	previousStatus?: string;
	/** When it happened, as `instantOf` writes it. */
	at?: string;
	/** Its place among the events of the body. */
	nth?: number;
}

/** An event that the workflow waits for. */
export interface SelectedEvent extends NamedEvent {
	/** Of the catalogue, or the service's own name of one that the catalogue does not know. */
	event: string;
}

/** For payloads that are not understood by themselves: where to look in each event, empty = find it; what names stand for. */
export interface PayloadSettings {
	contractIdPath: string;
	eventPath: string;
	names?: OwnEvent[];
}
