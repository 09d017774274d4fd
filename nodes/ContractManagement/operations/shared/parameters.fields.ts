import { DEFAULT_MAX_FILE_MB } from '../../api/limits';
import { isObject } from '../../api/shapes';
import type { Field } from '../../node/field';
import { choice, fields, json, number, inOptions, several, toggle } from '../../node/fields';
import { collection } from './fields';
import { retrySeconds } from '../../node/requestOptions';
import type { ItemScope } from '../../node/scope';
import { leftOut } from '../../node/toolOutput.fields';
import { jsonObject, meaningful, sendable } from '../../node/values';
import { wrongInput } from '../../transport/errors/requestError';

/** The Options of an operation: its own entries and those that every operation has. */
export function options(own: Record<string, Field> = {}): Field {
	const all = collection('Options', 'options', { ...own, retrySeconds });
	return Object.keys(own).length > 0 ? all : leftOut(all);
}

const BODY = 'Additional Body';

/** Its JSON object, of which a name is one. */
export function additionalBodyOf(scope: ItemScope, field: Field, value = field.given(scope)) {
	const body = sendable(scope, BODY, jsonObject(scope, BODY, value, field.path));
	for (const each of [body, body.counterparty].filter(isObject))
		if (typeof each.name === 'string') meaningful(scope, `${BODY} > name`, each.name);
	return body;
}

/** The error for Update Fields without any; `example` is one of them. */
export function nothingToUpdate(scope: ItemScope, example: string, more = '') {
	const advice = `Choose Add Field under Update Fields, for example ${example}, and enter its value.${more}`;
	return wrongInput(scope, ['Update Fields'], 'Nothing to update', advice);
}

/** Said of lists that n8n shows as names, in its own words. */
export const CHOOSE_OR_SPECIFY =
	'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';

export const { additionalBody, contractTypeIds, view } = fields({
	// For what the specification does not show; read with `additionalBodyOf`.
	additionalBody: json(`${BODY} (JSON)`).says(
		'Further properties of the request, as JSON; they override the fields above',
	),
	contractTypeIds: several('Contract Type Names or IDs', [], {
		typeOptions: { loadOptionsMethod: 'getContractTypes' },
		description: `Only contracts of these types; an empty list means all. ${CHOOSE_OR_SPECIFY}`,
	}),
	view: choice('Field Values', 'asSigned', {
		asSigned: ['As Signed', 'The values of the contract itself'],
		consolidated: [
			'Consolidated',
			'The values of the latest amendments, or as signed if there are none',
		],
	}),
});

/** How contracts are shown, read with `simplifier`; the bound of each file, read with `maxBytesOf`. */
export const { fieldsAs, readableValues, maxFileSizeMb } = inOptions({
	fieldsAs: choice('Fields As', 'byName', {
		array: ['Array', 'A list of {ID, name, value}, in the order of the service'],
		byId: ['Object by ID', 'Keyed by field ID, which stays when a field is renamed'],
		byName: ['Object by Name', 'Keyed by field name; duplicates have the ID in brackets'],
	}).says("With 'Simplify' only"),
	// Where it is not given, `presentContracts` decides.
	readableValues: toggle('Readable Values').says(
		"Whether to return option names and Markdown instead of IDs and rich text. By default 'Simplify' does, in nodes of version 1.1.",
	),
	maxFileSizeMb: number('Max File Size (MB)', DEFAULT_MAX_FILE_MB, { minValue: 0 }).says(
		'Larger files fail. 0 means no limit.',
	),
});
