import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
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
import { checkedIdentifier, identifierOf } from '../../node/path';
import { runOf, type ItemScope } from '../../node/scope';
import { described, field, fields } from '../shared/fields';
import { counterpartyLocator } from '../shared/locators.fields';
import { meaningfulId, requiredText } from '../shared/parameters';

const WAYS = described({
	field: [
		'Field Value',
		'The value of one of its fields, for example a tax number. Reads all counterparties, once for all items.',
	],
	id: ['ID', 'The ID in the service'],
	name: ['Name', 'Exactly, or else the only one that differs in letter case or spaces'],
});

/** How the counterparty is found; read with `searchOf`. */
export const findFields: INodeProperties[] = [
	field('findBy', ['Find By', 'name', { options: WAYS }]),
	...updateDisplayOptions({ show: { findBy: ['id'] } }, [counterpartyLocator]),
	...fields(
		{ matchName: ['Name to Find', '', { placeholder: 'e.g. Globex Corporation' }] },
		{ required: true, displayOptions: { show: { findBy: ['name'] } } },
	),
	...fields(
		{
			matchField: ['Field ID', '', { placeholder: `e.g. ${SAMPLE_ID}` }],
			matchValue: [
				'Value to Find',
				'',
				'Exactly as it is there, also its letter case',
				{ placeholder: 'e.g. DE123456789' },
			],
		},
		{ required: true, displayOptions: { show: { findBy: ['field'] } } },
	),
];

interface Search {
	/** The same for two that look for the same one. */
	what: string;
	/** The name that is looked for. */
	name?: string;
	/** What is known to be wrong once all counterparties are read. @throws NodeOperationError */
	check?: () => Promise<void>;
	/** Of the one whose id is known: it is looked at in the turn of its record. */
	path?: string;
	find: (connection: Connection) => Promise<Counterparty[]>;
}

/** What the item looks for is checked at once, and looked for by `find`. */
export function searchOf(scope: ItemScope): Search {
	const by = scope.parameter<string>('findBy', 'name');
	const run = () => runOf(scope);
	const advice = 'Give what to look for, for example from an expression.';
	if (by === 'name') {
		const name = requiredText(scope, 'matchName', advice, 'Name to Find');
		return {
			what: comparableName(name),
			name,
			find: async (connection) => await counterpartiesByName(connection, name, run),
		};
	}
	if (by === 'field') {
		const key = scope.parameter<unknown>('matchField', '');
		const fieldId = isName(key)
			? String(key)
			: checkedIdentifier(scope, 'Field ID', key, 'matchField');
		const given = requiredText(scope, 'matchValue', advice, 'Value to Find');
		const value = meaningfulId(scope, 'Value to Find', given);
		return {
			what: `${fieldId} ${value}`,
			check: async () => assertHeld(scope, fieldId, await fieldsOfAll(scope.connection, run)),
			find: async (connection) => await counterpartiesByField(connection, fieldId, value, run),
		};
	}
	const id = identifierOf(scope, 'counterpartyId');
	return {
		what: id,
		path: counterpartyPath(id),
		find: async (connection) => [(await counterpartyById(connection, id)) ?? []].flat(),
	};
}

/** A field that nobody has finds nobody: said instead of one item after the other being not found. */
function assertHeld(scope: ItemScope, fieldId: string, held: Map<string, unknown>): void {
	const fields = Object.fromEntries(held);
	const isId = !isName(fieldId);
	if (isId && (held.size === 0 || heldKey(fields, fieldId) in fields)) return;
	const message = isId ? `No counterparty has the field ${fieldId}` : undefined;
	throw notById(scope, ['Field ID', fieldId], fields, undefined, message);
}

/** The rows of Fields that have a value. @param current tells which ids there are */
export async function chosenFields(
	scope: ItemScope,
	collection: unknown,
	current: () => Promise<Counterparty | undefined>,
) {
	const pairs = isObject(collection) && Array.isArray(collection.field) ? collection.field : [];
	const given = (pairs as Array<Record<'key' | 'value', unknown>>)
		.map((pair, i) => ({ ...pair, place: `updateFields.fields.field.${i}.value` }))
		.filter(({ value }) => !isBlank(value));
	const named = given.map(({ key }) => chosen(key)).find(isName);
	if (named !== undefined) {
		const { name, fields: held } = (await current().catch(() => undefined)) ?? {};
		throw notById(scope, ['Field', named], held, `${name} has`);
	}
	const isNew = firstTime();
	return given.map(({ key, value, place }) => {
		const id = checkedIdentifier(scope, 'Field', key);
		if (!isNew(id)) throw unfit(scope, ['Field', id], 'is given twice', 'Give one value.');
		const name = isObject(key) && key.cachedResultName;
		return { id, value, place, name: typeof name === 'string' && !name.startsWith(id) && name };
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
	const advice = `Fields of counterparties have IDs and no names: give the ID whose value looks like it, as Get counterparty by ID (Counterparty > Get) shows them under fields.${has}`;
	return wrongInput(scope, given, message, advice);
}
