import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { shown } from '../../api/fieldProblems';
import { SAMPLE_ID, heldKey } from '../../api/identifiers';
import { comparableName, listed } from '../../api/names';
import type { Counterparty } from '../../api/types';
import type { Connection } from '../../transport/connection';
import {
	counterpartiesByField,
	counterpartiesByName,
	fieldsOfAll,
} from '../../transport/counterparties';
import { counterpartyById, counterpartyPath } from '../../transport/counterparty';
import { wrongInput } from '../../transport/errors/requestError';
import { checkedIdentifier, identifierOf } from '../../transport/path';
import { runOf, type ItemScope } from '../../transport/scope';
import { described, field, fields } from '../shared/fields';
import { counterpartyLocator } from '../shared/locators.fields';
import { meaningfulId } from '../shared/meaningful';
import { requiredText } from '../shared/parameters';

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
		const fieldId = checkedIdentifier(
			scope,
			'Field ID',
			scope.parameter('matchField', ''),
			'matchField',
		);
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
	if (held.size === 0 || heldKey(fields, fieldId) in fields) return;
	const known = [...held].map(([id, value]) => `${id} (${shown(value, 20)})`);
	const message = `No counterparty has the field ${fieldId}`;
	const advice = `They have, each with a value of one of them: ${listed(known)}.`;
	throw wrongInput(scope, ['Field ID', fieldId], message, advice);
}
