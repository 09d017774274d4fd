import { uuidOf } from '../../api/identifiers';
import { millisOf } from '../../api/instants';
import { comparableName } from '../../api/names';
import type { Counterparty } from '../../api/types';
import { counterpartiesByField, counterpartiesByName } from '../../transport/counterparties';
import { counterpartyById, counterpartyPath } from '../../transport/counterparty';
import { exclusively, inTurn } from '../../transport/exclusive';
import { checkedIdentifier, identifierOf } from '../../transport/path';
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
	type CounterpartyChange,
	type CounterpartyInput,
} from './input';
import { findFields, syncOptions } from './sync.fields';

/** What was done, always in the same shape. */
interface SyncResult {
	action: 'ambiguous' | 'notFound' | 'unchanged' | 'updated';
	id: string | null;
	name: string | null;
	changes: CounterpartyChange[];
	/** Whether an update was only worked out, and not sent. */
	dryRun: boolean;
	/** Why nothing was changed although something differs. */
	reason: 'newerInService' | null;
	counterparty: Counterparty | null;
	/** The matches, when there are several. */
	candidates: Array<Pick<Counterparty, 'id' | 'name' | 'status' | 'updatedAt'>>;
}

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
		const { what, find } = searchOf(scope);
		return {
			// Of items that look for the same one the last has the last word, however long a search takes.
			send: async () =>
				await inTurn(`sync ${scope.connection.account} ${what}`, scope.connection, async () => {
					const found = await find();
					if (found.length !== 1) return [toItem(scope, unresolved(scope, found))];
					return [toItem(scope, await bringUpToDate(scope, found[0], input, sourceUpdatedAt))];
				}),
		};
	},
};

/** What the item looks for is checked at once, and looked for by `find`; `what` is the same for two that look for the same. */
function searchOf(scope: ItemScope): { what: string; find: () => Promise<Counterparty[]> } {
	const { connection } = scope;
	const by = scope.parameter<string>('findBy', 'name');
	const run = () => runOf(scope);
	const description = 'Give what to look for, for example from an expression.';
	const required = (name: string, field: string) =>
		requiredText(scope, name, { field, description });
	if (by === 'name') {
		const name = required('matchName', 'Name to Find');
		const find = async () => await counterpartiesByName(connection, name, run);
		return { what: comparableName(name), find };
	}
	if (by === 'field') {
		const field = required('matchField', 'Field ID');
		const value = required('matchValue', 'Value to Find');
		const find = async () => await counterpartiesByField(connection, field, value, run);
		return { what: `${field} ${comparableName(value)}`, find };
	}
	const id = identifierOf(scope, 'counterpartyId');
	const find = async () => [(await counterpartyById(connection, id)) ?? []].flat();
	return { what: uuidOf(id), find };
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
		const current = (await counterpartyById(connection, id)) ?? found;
		const changes = counterpartyDifferences(current, input);
		if (changes.length === 0) return result('unchanged', current);
		if (sourceUpdatedAt !== undefined && millisOf(current.updatedAt) > sourceUpdatedAt) {
			return { ...result('unchanged', current), changes, reason: 'newerInService' };
		}
		if (scope.parameter<boolean>('options.dryRun', false)) {
			return { ...result('updated', current), changes, dryRun: true };
		}
		const body = counterpartyPatch(current, differing(input, changes));
		const asked = { method: 'PATCH' as const, path, body };
		const updated = await requestRecord(connection, asked, { ...current, ...body });
		return { ...result('updated', updated), changes };
	});
}

function unresolved(scope: ItemScope, found: Counterparty[]): SyncResult {
	const candidates = found.map(({ id, name, status, updatedAt }) => ({
		id,
		name,
		status,
		updatedAt,
	}));
	const dryRun = scope.parameter<boolean>('options.dryRun', false);
	const action = found.length === 0 ? 'notFound' : 'ambiguous';
	return { ...result(action, null), dryRun, candidates };
}

function result(action: SyncResult['action'], counterparty: Counterparty | null): SyncResult {
	return {
		action,
		id: counterparty?.id ?? null,
		name: counterparty?.name ?? null,
		changes: [],
		dryRun: false,
		reason: null,
		counterparty,
		candidates: [],
	};
}

function sourceMoment(scope: ItemScope): number | undefined {
	const value = scope.parameter<unknown>('options.sourceUpdatedAt', '');
	return dateParameter(scope, 'Source Updated At', value, 'start')?.toMillis();
}
