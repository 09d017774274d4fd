import { NodeOperationError } from 'n8n-workflow';
import type { Counterparty } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { counterpartyById, counterpartyPath } from '../../transport/counterparty';
import { exclusively, inTurn } from '../../transport/exclusive';
import { checkedIdentifier } from '../../node/path';
import { mergeRecord } from '../../transport/records';
import { toItem, type ItemScope } from '../../node/scope';
import { inOptions, toggle } from '../shared/fields';
import type { Operation } from '../shared/operation';
import { updateFields } from './changes.fields';
import { findFields, searchOf } from './find';
import {
	counterpartyDifferences,
	counterpartyInput,
	counterpartyPatch,
	fitted,
	type CounterpartyChange,
	type CounterpartyInput,
} from './input';
import { changedAt, isAsWritten, noteChanges, sourceField, sourceUpdatedAt } from './written';

const options = inOptions({
	dryRun: toggle('Dry Run').says('Whether to return what would change, and change nothing'),
	sourceUpdatedAt: sourceField,
});

/** Finds the counterparty, compares it, and changes only what differs; says what it did. */
export const sync: Operation = {
	name: 'Sync',
	action: 'Find counterparty and change what differs',
	description:
		'Find a counterparty by ID, name or field value and change only what differs. Returns the action (updated, unchanged, notFound, ambiguous) and changes.',
	fields: [...Object.values(findFields), updateFields],
	options,
	items:
		"{action: 'updated' | 'unchanged' | 'notFound' | 'ambiguous', id, name, changes: [{field, from, to}], dryRun, reason, counterparty, otherSpelling, candidates}",
	isShort: true,
	prepare: async (scope) => {
		const { what, name, path, find, check } = searchOf(scope);
		const input = await counterpartyInput(scope, async () => (await find(scope.connection))[0]);
		const sourceAt = sourceUpdatedAt(scope);
		await check?.();
		const syncOne = async (connection: Connection): Promise<SyncResult> => {
			const found = await find(connection);
			const dryRun = options.dryRun.of(scope);
			if (found.length !== 1) {
				const action = found.length === 0 ? 'notFound' : 'ambiguous';
				return result(action, null, { dryRun, candidates: found.map(candidate) });
			}
			const otherSpelling = name !== undefined && found[0].name !== name;
			const synced = await bringUpToDate({ ...scope, connection }, found[0], input, sourceAt);
			return { ...synced, dryRun, otherSpelling };
		};
		const { connection } = scope;
		// Of items that look for the same one the last has the last word, however long a search takes.
		const turn = `sync ${connection.account} ${what}`;
		const synced = async () =>
			path === undefined
				? await inTurn(turn, connection, async () => await syncOne(connection))
				: await exclusively(connection, { path }, syncOne);
		return { send: async () => [toItem(scope, await synced())] };
	},
};

const nothing = () => ({
	changes: [] as CounterpartyChange[],
	dryRun: false,
	/** Why nothing was changed although something differs. */
	reason: null as 'newerInService' | null,
	counterparty: null as Counterparty | null,
	/** Whether its name differs from Name to Find in case, blanks or normal form. */
	otherSpelling: false,
	candidates: [] as Array<ReturnType<typeof candidate>>,
});

function result(
	action: 'ambiguous' | 'notFound' | 'unchanged' | 'updated',
	counterparty: Counterparty | null,
	more: Partial<ReturnType<typeof nothing>> = {},
) {
	const { id = null, name = null } = counterparty ?? {};
	return { action, id, name, ...nothing(), counterparty, ...more };
}

type SyncResult = ReturnType<typeof result>;

function candidate({ id, name, status, updatedAt }: Counterparty) {
	return { id, name, status, updatedAt };
}

async function bringUpToDate(
	scope: ItemScope,
	found: Counterparty,
	input: CounterpartyInput,
	source = Infinity,
): Promise<SyncResult> {
	const id = checkedIdentifier(scope, 'Counterparty', found.id);
	const path = counterpartyPath(id);
	const changesOf = (now: Counterparty) =>
		counterpartyDifferences(now, fitted(scope, now, input)).filter(
			(change) => !isAsWritten(scope.connection, now, change),
		);
	if (changesOf(found).length === 0) return result('unchanged', found);

	return await exclusively(scope.connection, { path }, async (connection) => {
		// What was found may come from a list that is minutes old, or another item has just changed it.
		const isFresh = scope.connection.turn !== undefined;
		const current = (isFresh ? undefined : await counterpartyById(connection, id)) ?? found;
		const changes = changesOf(current);
		if (changes.length === 0) return result('unchanged', current);
		let now = current;
		const isNewer = () => changedAt(connection, now) > source && changesOf(now).length > 0;
		const newer = () =>
			result('unchanged', now, { changes: changesOf(now), reason: 'newerInService' });
		if (isNewer()) return newer();
		if (options.dryRun.of(scope)) return result('updated', current, { changes, dryRun: true });
		const mode = connection.profile['counterparty-patch-fields'];
		const bodyOf = (shown: Counterparty) => {
			now = shown;
			if (isNewer()) throw new NodeOperationError(scope.node, 'newer');
			return counterpartyPatch(mode, now, fitted(scope, now, input), changes);
		};
		const merged = mergeRecord(connection, path, bodyOf, current);
		// Between two tries a person may have changed it.
		const updated = await merged.catch((error: Error) => {
			if (!isNewer()) throw error;
		});
		if (!updated) return newer();
		const done = noteChanges(connection, [current, updated], changes, source);
		return result(done.length > 0 ? 'updated' : 'unchanged', updated, { changes: done });
	});
}
