import { eventNamed, subjectOf } from '../api/events';
import { uuidOf } from '../api/identifiers';
import type { Connection } from '../transport/connection';
import { contractItem, counterpartyItem, type EventItem } from './eventItem';
import { evidenceFor, type Evidence } from './evidence';
import { concernsContract, concernsCounterparty, concernsMove } from './filters';
import type { Hint } from './payload';
import type { Subject } from './subject';
import type { WebhookSettings } from './webhookSettings';

/** A hint whose event the workflow waits for. */
export interface SelectedHint extends Hint {
	event: string;
}

/** An event that the service confirms. */
export interface ProvenEvent {
	item: EventItem;
	hint: SelectedHint;
}

/** The hints whose events the workflow waits for. */
export function selectedHints(hints: Hint[], settings: WebhookSettings): SelectedHint[] {
	return hints.flatMap((hint) => {
		const event = settings.eventFor(fullName(hint));
		const isOfIt = (subjectOf(event) ?? hint.subject) === hint.subject;
		return event === undefined || !isOfIt ? [] : [{ ...hint, event }];
	});
}

// "Updated" with nothing but a counterparty is not about a contract.
function fullName({ subject, name }: Hint): string {
	const ofCounterparty = `counterparty.${name}`;
	return subject === 'counterparty' && eventNamed(ofCounterparty) ? ofCounterparty : name;
}

/** What the hints say of each record, by a key of its own. */
export function subjectsOf(hints: SelectedHint[]): Map<string, SelectedHint[]> {
	const subjects = new Map<string, SelectedHint[]>();
	for (const hint of hints) {
		const key = subjectKeyOf(hint);
		const about = subjects.get(key);
		if (about) about.push(hint);
		else subjects.set(key, [hint]);
	}
	return subjects;
}

/**
 * What remains of the hints when the service was asked: the events that are true and concern the workflow.
 *
 * @throws NodeApiError when a record cannot be fetched
 */
export async function provenEvents(
	connection: Connection,
	hints: SelectedHint[],
	settings: WebhookSettings,
): Promise<ProvenEvent[]> {
	const evidence = new Map(
		await Promise.all(
			[...subjectsOf(hints)].map(async ([key, about]) => {
				const isOld = (found: Evidence) => about.some((hint) => isBefore(hint, found));
				return [key, await evidenceFor(connection, about[0], settings.view, isOld)] as const;
			}),
		),
	);
	const events = hints.flatMap((hint) => {
		const item = itemFor(hint, evidence.get(subjectKeyOf(hint)), settings);
		return item ? [{ item, hint }] : [];
	});
	return single(events);
}

// Of several moves that have become one, one knows where it came from.
function single(events: ProvenEvent[]): ProvenEvent[] {
	const byKey = new Map<string, ProvenEvent>();
	for (const event of events) {
		const { eventKey, previousStatus } = event.item;
		const other = byKey.get(eventKey);
		if (previousStatus !== null || !other?.item.previousStatus) byKey.set(eventKey, event);
	}
	return [...byKey.values()];
}

/** Whether the record is as the event says that it was before. */
function isBefore({ event, ...said }: SelectedHint, { record: { status } }: Evidence): boolean {
	if (event === 'signed') return status !== 'signed';
	return event === 'statusChanged' && status === said.previousStatus && status !== said.status;
}

/** Names the record that a hint is about. */
export function subjectKeyOf({ subject, id }: Subject): string {
	return `${subject}:${uuidOf(id)}`;
}

function itemFor(
	hint: SelectedHint,
	evidence: Evidence | undefined,
	{ filters, rule }: WebhookSettings,
): EventItem | undefined {
	if (!evidence) return undefined;
	if (evidence.subject === 'counterparty') {
		if (!concernsCounterparty(filters, evidence.record)) return undefined;
		return counterpartyItem(hint.event, evidence.record, null);
	}
	const { record } = evidence;
	const { status } = record;
	const previousStatus = rule.kind === 'none' ? null : previousOf(hint, status);
	if (hint.event === 'signed' && status !== 'signed') return undefined;
	if (hint.event === 'statusChanged' && !concernsMove(filters, previousStatus, status)) {
		return undefined;
	}
	return concernsContract(filters, record)
		? contractItem(hint.event, record, previousStatus)
		: undefined;
}

// Once the contract has moved on, what the delivery calls "before" belongs to another move.
function previousOf(hint: Hint, status: string): string | null {
	const isThisMove = (hint.status ?? status) === status && hint.previousStatus !== status;
	return isThisMove ? (hint.previousStatus ?? null) : null;
}
