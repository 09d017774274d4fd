import { control, withQuery } from './control.mjs';

/** Values that look like a contract's, by the type of the field. @type {Record<string, (field: any) => unknown>} */
const VALUES = {
	text: () => `PO-${1000 + random(9000)}`,
	number: ({ name, helpText }) =>
		/\b(months|period|term)\b/i.test(`${name} ${helpText}`) ? 36 : 500 * (1 + random(400)),
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

/**
 * A value for each field of a contract type. Its dates follow one another as the form names them: what ends does so a
 * year or more after it starts.
 *
 * @param {{ fields: Array<any> }} type
 */
export function fieldsOf(type) {
	let days = random(60);
	const date = () => {
		const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
		days += 365 * (1 + random(3));
		return day;
	};
	const isStart = ({ name }) => /start/i.test(name);
	const inOrder = [...type.fields].sort((a, b) => Number(isStart(b)) - Number(isStart(a)));
	// Only an end: the contract starts when it is signed.
	if (!type.fields.some(isStart)) days += 365;
	const values = inOrder.map((field) => [
		field.id,
		field.type === 'date' ? date() : VALUES[field.type]?.(field),
	]);
	return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function oneOf(list) {
	return list[random(list.length)];
}

function random(below) {
	return Math.floor(Math.random() * below);
}
