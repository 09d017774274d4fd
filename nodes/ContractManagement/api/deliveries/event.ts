import type { OwnEvent, Subject } from '../events';
import type { DELIVERIES } from './profile';

export type Json = Record<string, unknown>;

/** What came with a delivery, before anything in it is believed. */
export interface DeliveryRequest {
	/** By lower-case name. */
	headers: Record<string, unknown>;
	query: Record<string, unknown>;
	/** The body byte for byte; undefined where n8n did not keep it (multipart forms). */
	rawBody?: Buffer;
	/** What n8n made of it. */
	parsed?: unknown;
}

/** What a property can tell; `far` is a contract that some other object names, such as the one that is amended, `around` the time in what wraps the event, `in` that in what may be the record. */
export type Role = keyof typeof DELIVERIES.properties | 'far' | 'around' | `in ${string}`;

/** What one object of a body says. Read once, however many events it holds for. */
export interface Facts {
	object: Json;
	/** The first that can be read of each; empty where there is none. */
	values: Map<Role, string>;
	name?: EventName;
	/** The property that lists the events, where there is one. */
	list?: string;
	entries?: unknown[];
	/** Where it lists several contracts, each as an object that names it. */
	contracts?: Json[];
}

/** What may be the event's name, as the delivery writes it; the lower its rank, the surer. */
export interface EventName {
	text: string;
	rank: number;
}

/** What a delivery says about one event. Nothing of it is believed before the record was read. */
export interface NamedEvent extends Subject {
	/** As the payload writes it, empty when it names none; and what that stands for, where it is known. */
	name: string;
	event?: string;
	status?: string;
	previousStatus?: string;
	/** When it happened, as `instantOf` writes it. */
	at?: string;
	/** Its place among the events of the body. */
	nth?: number;
}

/** An event that the workflow waits for: of the catalogue, or the service's own name of one that the catalogue does not know. */
export type SelectedEvent = NamedEvent & {
	event: string;
	/** The date of the signature that was emitted before; empty where it had none. */
	signedBefore?: string;
};

/** For payloads that are not understood by themselves: where to look in each event, empty = find it; what names stand for. */
export interface PayloadSettings {
	contractIdPath: string;
	eventPath: string;
	names?: OwnEvent[];
}

/** How deliveries prove that they come from the service, as the parameters of the trigger say it. */
export type Verification = Record<
	| 'headerName'
	| 'queryName'
	| 'signatureHeader'
	| 'signatureScheme'
	| 'signedText'
	| 'timestampHeader'
	| 'verification',
	string
> & { toleranceSeconds: number };
