import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { SAMPLE_ID } from '../../api/identifiers';
import { comparableName } from '../../api/names';
import type { Counterparty } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { counterpartiesByField, counterpartiesByName } from '../../transport/counterparties';
import { counterpartyById, counterpartyPath } from '../../transport/counterparty';
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
	name: ['Name', 'Ignores letter case, and spaces at both ends'],
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
			matchValue: ['Value to Find', '', 'Ignores letter case', { placeholder: 'e.g. DE123456789' }],
		},
		{ required: true, displayOptions: { show: { findBy: ['field'] } } },
	),
];

interface Search {
	/** The same for two that look for the same one. */
	what: string;
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
			what: `${fieldId} ${comparableName(value)}`,
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
