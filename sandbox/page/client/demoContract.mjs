import { control, withQuery } from './control.mjs';

/** Values that look like a contract's, by the type of the field. @type {Record<string, (field: any) => unknown>} */
const VALUES = {
	text: () => `PO-${1000 + random(9000)}`,
	number: () => 500 * (1 + random(400)),
	date: () => new Date(Date.now() + random(700) * 86_400_000).toISOString().slice(0, 10),
	boolean: () => random(2) === 1,
	select: ({ options }) => oneOf(options)?.id,
	multiSelect: ({ options }) => [oneOf(options)?.id].filter(Boolean),
	relation: ({ options }) => oneOf(options)?.id,
	richText: () => [
		{ type: 'paragraph', children: [{ text: 'Created on the page of the sandbox.' }] },
	],
};

/**
 * Creates a draft of any type with any counterparty, all of its fields filled, and sends its event.
 *
 * @param {string} organization
 */
export async function createDemoContract(organization) {
	const { contractTypes, counterparties } = await control(
		'GET',
		withQuery('/fixtures', { organization }),
	);
	const type = oneOf(contractTypes);
	return await control('POST', '/contracts', {
		organization,
		silent: false,
		// An empty sandbox makes both up.
		...(type ? { contractTypeId: type.id, fields: fieldsOf(type) } : {}),
		...(counterparties.length > 0 ? { counterpartyId: oneOf(counterparties).id } : {}),
	});
}

function fieldsOf(type) {
	const values = type.fields.map((field) => [field.id, VALUES[field.type]?.(field)]);
	return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function oneOf(list) {
	return list[random(list.length)];
}

function random(below) {
	return Math.floor(Math.random() * below);
}
