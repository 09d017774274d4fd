import { shown } from '../../api/fieldProblems';
import { firstTime, heldKey, identifierIn, SAMPLE_ID } from '../../api/identifiers';
import { comparableName, listed } from '../../api/names';
import { chosen, isBlank } from '../../api/options';
import { isObject } from '../../api/shapes';
import type { Counterparty } from '../../api/types';
import type { Connection } from '../../transport/connection';
import {
	counterpartiesByField,
	counterpartiesByName,
	fieldsOfAll,
} from '../../transport/counterparties';
import { counterpartyById, counterpartyPath } from '../../transport/counterparty';
import { unfit, wrongInput } from '../../transport/errors/requestError';
import { checkedIdentifier } from '../../node/path';
import { runOf, type ItemScope } from '../../node/scope';
import { choice, fields, text } from '../shared/fields';
import { counterpartyFieldLocator, counterpartyLocator } from '../shared/locators.fields';
import { updateFields } from './changes.fields';
import { meaningfulId } from '../../node/values';

/** How the counterparty is found; read with `searchOf`. */
export const findFields = fields({
	findBy: choice('Find By', 'name', {
		field: ['Field Value', 'The value of a field, such as a tax number. Reads all counterparties.'],
		id: ['ID', 'The ID in the service'],
		name: ['Name', 'Exactly, or else the only one that differs in letter case or spaces'],
	}),
	counterpartyId: counterpartyLocator.when({ findBy: ['id'] }),
	matchName: text('Name to Find', { required: true, placeholder: 'e.g. Globex Corporation' }).when({
		findBy: ['name'],
	}),
	matchField: text('Field ID', { required: true, placeholder: `e.g. ${SAMPLE_ID}` }).when({
		findBy: ['field'],
	}),
	matchValue: text('Value to Find', { required: true, placeholder: 'e.g. DE123456789' })
		.when({ findBy: ['field'] })
		.says('Exactly as it is there, also in letter case'),
});

interface Search {
	/** The same for two that look for the same one. */
	what: string;
	name?: string;
	/** What is known to be wrong once all counterparties are read. @throws NodeOperationError */
	check?: () => Promise<void>;
	/** Of the one whose id is known: it is looked at in the turn of its record. */
	path?: string;
	find: (connection: Connection) => Promise<Counterparty[]>;
}

/** What the item looks for is checked at once, and looked for by `find`. */
export function searchOf(scope: ItemScope): Search {
	const { findBy, counterpartyId, matchName, matchField, matchValue } = findFields;
	const by = findBy.of(scope);
	const run = () => runOf(scope);
	const advice = 'Give what to look for.';
	if (by === 'name') {
		const name = matchName.filled(scope, advice);
		return {
			what: comparableName(name),
			name,
			find: async (connection) => await counterpartiesByName(connection, name, run),
		};
	}
	if (by === 'field') {
		const { label, path } = matchField;
		const key = matchField.given(scope);
		const fieldId = isName(key) ? String(key) : checkedIdentifier(scope, label, key, path);
		const value = meaningfulId(scope, matchValue.label, matchValue.filled(scope, advice));
		return {
			what: `${fieldId} ${value}`,
			check: async () => assertHeld(scope, fieldId, await fieldsOfAll(scope.connection, run)),
			find: async (connection) => await counterpartiesByField(connection, fieldId, value, run),
		};
	}
	const id = counterpartyId.of(scope);
	return {
		what: id,
		path: counterpartyPath(id),
		find: async (connection) => [(await counterpartyById(connection, id)) ?? []].flat(),
	};
}

/** A field that nobody has finds nobody: said instead of one item after the other being not found. */
function assertHeld(scope: ItemScope, fieldId: string, all: Map<string, unknown>): void {
	const held = Object.fromEntries(all);
	const isId = !isName(fieldId);
	if (isId && (all.size === 0 || heldKey(held, fieldId) in held)) return;
	const message = isId ? `No counterparty has the field ${fieldId}` : undefined;
	throw notById(scope, [findFields.matchField.label, fieldId], held, undefined, message);
}

/** The rows of Fields that have a value. @param current tells which ids there are */
export async function chosenFields(
	scope: ItemScope,
	collection: unknown,
	current: () => Promise<Counterparty | undefined>,
) {
	const rows = `${updateFields.parts.fields.path}.field`;
	const { label } = counterpartyFieldLocator;
	const pairs = isObject(collection) && Array.isArray(collection.field) ? collection.field : [];
	const given = (pairs as Array<Record<'key' | 'value', unknown>>)
		.map((pair, i) => ({ ...pair, place: `${rows}.${i}.value` }))
		.filter(({ value }) => !isBlank(value));
	const named = given.map(({ key }) => chosen(key)).find(isName);
	if (named !== undefined) {
		const { name, fields: held } = (await current().catch(() => undefined)) ?? {};
		throw notById(scope, [label, named], held, `${name} has`);
	}
	const isNew = firstTime();
	return given.map(({ key, value, place }) => {
		const id = checkedIdentifier(scope, label, key);
		if (!isNew(id)) throw unfit(scope, [label, id], 'is given twice', 'Give one value.');
		const name = isObject(key) && key.cachedResultName;
		const isNamed = typeof name === 'string' && name !== '' && !name.startsWith(id);
		return { id, value, place, name: isNamed ? name : id };
	});
}

/** Whether a field is given by something else than its id. */
function isName(key: unknown): boolean {
	return !isBlank(key) && identifierIn(key) === undefined;
}

/** The error for a field that is given by its name, which nothing shows, or by an id that nobody has; says who has which. */
function notById(
	scope: ItemScope,
	given: [field: string, value: unknown],
	held: object = {},
	whose = 'They have, each with a value of one of them',
	message = `${given[0]} '${shown(given[1])}' is not an ID`,
) {
	const known = Object.entries(held).map(([id, value]) => `${id} (${shown(value, 20)})`);
	const has = known.length > 0 ? ` ${whose}: ${listed(known, 15)}.` : '';
	const advice = `Fields of counterparties have IDs, no names: Get counterparty by ID (Counterparty > Get) shows them under fields, with values.${has}`;
	return wrongInput(scope, given, message, advice);
}
