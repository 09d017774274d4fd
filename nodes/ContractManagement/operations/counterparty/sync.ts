import { millisOf } from '../../api/instants';
import { comparableName } from '../../api/names';
import type { Counterparty } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { counterpartiesByField, counterpartiesByName } from '../../transport/counterparties';
import { counterpartyById, counterpartyPath } from '../../transport/counterparty';
import { exclusively, inTurn } from '../../transport/exclusive';
import { checkedIdentifier, identifierOf } from '../../transport/path';
import { newest } from '../../transport/readAfterWrite';
import { requestRecord } from '../../transport/records';
import { toItem } from '../../transport/routing';
import { runOf, type ItemScope } from '../../transport/scope';
import type { Operation } from '../shared/operation';
import { dateParameter, requiredText } from '../shared/parameters';
import { changeFields } from './changes.fields';
import {
	counterpartyDifferences,
	counterpartyInput,
	counterpartyPatch,
	differing,
	type CounterpartyInput,
} from './input';
import { findFields, syncOptions } from './sync.fields';
import { result, unresolved, type SyncResult } from './syncResult';

/** Finds the counterparty, compares it, and changes only what differs; says what it did. */
export const sync: Operation = {
	name: 'Sync',
	action: 'Sync counterparty',
	description:
		'Find a counterparty by ID, name or field value and change only what differs. Returns the action (updated, unchanged, notFound, ambiguous) and changes.',
	fields: [...findFields, ...changeFields],
	options: syncOptions,
	items:
		"{action: 'updated' | 'unchanged' | 'notFound' | 'ambiguous', id, name, changes: [{field, from, to}], dryRun, reason, counterparty, candidates}",
	isShort: true,
	prepare: (scope) => {
		const input = counterpartyInput(scope);
		const sourceUpdatedAt = sourceMoment(scope);
		const { what, path, find } = searchOf(scope);
		const bringOne = async (connection: Connection) => {
			const held = { ...scope, connection };
			const found = await find(connection);
			if (found.length === 1) {
				// A list, too, may be behind what another item has just changed.
				const known = newest(connection, counterpartyPath(found[0].id), found[0]);
				return await bringUpToDate(held, known, input, sourceUpdatedAt);
			}
			return unresolved(found, isDryRun(scope));
		};
		const search = async () => await bringOne(scope.connection);
		return {
			// Of items that look for the same one the last has the last word, however long a search takes.
			send: async () => [
				toItem(
					scope,
					path === undefined
						? await inTurn(`sync ${scope.connection.account} ${what}`, scope.connection, search)
						: await exclusively(scope.connection, { path }, bringOne),
				),
			],
		};
	},
};

interface Search {
	/** The same for two that look for the same one. */
	what: string;
	/** Of the one whose id is known: it is looked at in the turn of its record. */
	path?: string;
	find: (connection: Connection) => Promise<Counterparty[]>;
}

/** What the item looks for is checked at once, and looked for by `find`. */
function searchOf(scope: ItemScope): Search {
	const by = scope.parameter<string>('findBy', 'name');
	const run = () => runOf(scope);
	const description = 'Give what to look for, for example from an expression.';
	const required = (name: string, field: string) => requiredText(scope, name, description, field);
	if (by === 'name') {
		const name = required('matchName', 'Name to Find');
		return {
			what: comparableName(name),
			find: async (connection) => await counterpartiesByName(connection, name, run),
		};
	}
	if (by === 'field') {
		const field = required('matchField', 'Field ID');
		const value = required('matchValue', 'Value to Find');
		return {
			what: `${field} ${comparableName(value)}`,
			find: async (connection) => await counterpartiesByField(connection, field, value, run),
		};
	}
	const id = identifierOf(scope, 'counterpartyId');
	return {
		what: id,
		path: counterpartyPath(id),
		find: async (connection) => [(await counterpartyById(connection, id)) ?? []].flat(),
	};
}

async function bringUpToDate(
	scope: ItemScope,
	found: Counterparty,
	input: CounterpartyInput,
	sourceUpdatedAt: number | undefined,
): Promise<SyncResult> {
	if (counterpartyDifferences(found, input).length === 0) return result('unchanged', found);

	const id = checkedIdentifier(scope, 'Counterparty', found.id);
	const path = counterpartyPath(id);
	return await exclusively(scope.connection, { path }, async (connection) => {
		// What was found may come from a list that is minutes old, or another item has just changed it.
		const isFresh = scope.connection.turn !== undefined;
		const current = (isFresh ? undefined : await counterpartyById(connection, id)) ?? found;
		const changes = counterpartyDifferences(current, input);
		if (changes.length === 0) return result('unchanged', current);
		if (sourceUpdatedAt !== undefined && millisOf(current.updatedAt) > sourceUpdatedAt) {
			return { ...result('unchanged', current), changes, reason: 'newerInService' };
		}
		if (isDryRun(scope)) {
			return { ...result('updated', current), changes, dryRun: true };
		}
		const body = counterpartyPatch(current, differing(input, changes));
		const asked = { method: 'PATCH' as const, path, body };
		const updated = await requestRecord(connection, asked, { ...current, ...body });
		return { ...result('updated', updated), changes };
	});
}

function isDryRun(scope: ItemScope): boolean {
	return scope.parameter('options.dryRun', false);
}

function sourceMoment(scope: ItemScope): number | undefined {
	const value = scope.parameter<unknown>('options.sourceUpdatedAt', '');
	return dateParameter(scope, 'Source Updated At', value, 'start')?.toMillis();
}
