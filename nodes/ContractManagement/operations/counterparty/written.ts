import { isSameValue } from '../../api/comparison';
import { DAY_MS, momentOf } from '../../api/dates';
import { heldKey, isIdentifier } from '../../api/identifiers';
import { millisOf } from '../../api/instants';
import { listed } from '../../api/names';
import { digestOf } from '../../api/print';
import type { Counterparty } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { counterpartyPath } from '../../transport/counterparty';
import { unfit } from '../../transport/errors/requestError';
import { hint } from '../../transport/hint';
import { Memory } from '../../transport/memory';
import { sourceIn } from '../../node/itemProperties';
import { gaveNothing } from '../../node/path';
import type { ItemScope } from '../../node/scope';
import { inOptions, text } from '../shared/fields';
import { dateParameter } from '../shared/dateParameters';
import type { CounterpartyChange } from './input';

export const { sourceUpdatedAt: sourceField } = inOptions({
	sourceUpdatedAt: text('Source Updated At', { type: 'dateTime' }).says(
		'When the other system changed its copy. If the service has a newer one, nothing changes (reason newerInService).',
	),
});

const WITHOUT_OFFSET = /^\d{4}-\d\d-\d\d([T ][\d:.,]+)?$/;

/** When the other system changed its copy, in milliseconds; undefined where it does not say. @throws NodeOperationError where it is no time, or could be that of any timezone */
export function sourceUpdatedAt(scope: ItemScope): number | undefined {
	const { label, path } = sourceField;
	const given = sourceField.given(scope);
	const nothing = gaveNothing(scope, path, given);
	if (nothing) hint(scope.context, `${label}: ${nothing}Newer values would be overwritten.`);
	if (!WITHOUT_OFFSET.test(String(given).trim())) {
		return dateParameter(scope, [label, given, path], momentOf, true)?.toMillis();
	}
	const entry = Array.isArray(given) ? '[0]' : '';
	const source = (sourceIn(scope.node.parameters, path) ?? '$json.updated_at') + entry;
	const inUtc = `{{ ${source} && DateTime.fromISO(${source}.trim().replace(' ', 'T'), { zone: 'utc' }) }}`;
	const advice = `Say in which timezone it is. Odoo and Pipedrive write UTC without saying so: ${inUtc}`;
	throw unfit(scope, [label, given], 'has no offset such as Z or +02:00', advice);
}

/** What Sync wrote last to a counterparty. */
interface Written {
	/** `updatedAt` of the service's answer: while it is shown, nobody has changed the counterparty since. */
	version: string;
	/** When the other system changed what was written, in milliseconds; Infinity where it does not say. */
	source: number;
	/** By field, a print of what was sent and of how the service showed it then. */
	prints: Record<string, string>;
}

/** Longer than from one Friday to the next: a sync may run once a week. */
const KEPT_MS = 8 * DAY_MS;

/** By API key and path. What another process wrote is not known here. */
const written = new Memory<Written>(KEPT_MS);

/** When it changed, in milliseconds: where this process did it last by the other system's clock, which may have two quick changes. */
export function changedAt({ account }: Connection, current: Counterparty): number {
	const source = lastOf(account, current)?.source ?? Infinity;
	return source < Infinity ? source : millisOf(current.updatedAt);
}

/** Whether just this was sent, and the counterparty shows it as it did then: the service spells it in its own way. */
export function isAsWritten(
	{ account }: Connection,
	current: Counterparty,
	{ fieldId, to }: CounterpartyChange,
): boolean {
	return lastOf(account, current)?.prints[fieldId] === printOf(valueIn(current, fieldId), to);
}

/**
 * Notes what has been written. What the service spells in its own way, or does not take, may be what it was before.
 * @param records as it was before, and as it is now
 * @returns the changes that the service shows
 */
export function noteChanges(
	{ account, context }: Connection,
	[before, now]: [before: Counterparty, now: Counterparty],
	changes: CounterpartyChange[],
	source: number,
): CounterpartyChange[] {
	const prints = { ...lastOf(account, before)?.prints };
	for (const { fieldId, to } of changes) prints[fieldId] = printOf(valueIn(now, fieldId), to);
	written.set(keyOf(account, now), { version: now.updatedAt, source, prints });
	const isKept = (one: CounterpartyChange) => isSameValue(valueIn(now, one.fieldId), one.from);
	const kept = changes.filter(isKept).map(({ field }) => field);
	if (kept.length > 0) hint(context, `${NOT_TAKEN}: ${listed(kept)}.`);
	return changes.filter((change) => !isKept(change));
}

const NOT_TAKEN =
	'The service shows what it did before, as that is its own name for it or as it did not take it';

/** What the counterparty has as a property, or under the ID of a field. */
function valueIn(counterparty: Counterparty, fieldId: string): unknown {
	const own: Record<string, unknown> = counterparty.fields ?? {};
	const held = isIdentifier(fieldId) ? own : { ...counterparty };
	return held[heldKey(held, fieldId)] ?? null;
}

function lastOf(account: string, current: Counterparty): Written | undefined {
	const last = written.get(keyOf(account, current));
	return last?.version === current.updatedAt ? last : undefined;
}

function keyOf(account: string, { id }: Counterparty): string {
	return `${account} ${counterpartyPath(id)}`;
}

function printOf(shown: unknown, sent: unknown): string {
	return digestOf(JSON.stringify([shown, sent]));
}
