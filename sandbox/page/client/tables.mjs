import { h } from './dom.mjs';
import { shortened, valueText } from './format.mjs';

const ROWS_SHOWN = 20;
const LETTERS_SHOWN = 60;

/**
 * The custom objects with their ids, which no list of the API shows, and the records that a contract has in them.
 *
 * @param {Array<{id: string, name: string, columns: string[], rows: unknown[][]}>} tables
 */
export function recordTables(tables) {
	return tables.map(({ id, name, columns, rows }) => {
		if (rows.length === 0) return h('div', {}, title(id, name));
		const head = columns.map((column) => h('th', { scope: 'col' }, column));
		const body = rows.slice(0, ROWS_SHOWN).map((values) => h('tr', {}, ...values.map(cell)));
		const table = h(
			'table',
			{ 'aria-label': name },
			h('thead', {}, h('tr', {}, ...head)),
			h('tbody', {}, ...body),
		);
		return h('div', {}, title(id, name), scrolled(name, table), more(rows));
	});
}

function cell(value) {
	const text = valueText(value);
	return h('td', { title: text.length > LETTERS_SHOWN && text }, shortened(text, LETTERS_SHOWN));
}

function more({ length }) {
	return length > ROWS_SHOWN && h('p', { class: 'muted' }, `and ${length - ROWS_SHOWN} more`);
}

function title(id, name) {
	const place = `table-${id}`;
	const copy = { type: 'button', 'data-copies': place, 'aria-label': `Copy the ID of ${name}` };
	return h(
		'p',
		{ class: 'base' },
		h('strong', {}, name),
		' ID ',
		h('code', { id: place }, id),
		' ',
		h('button', { ...copy, 'data-focus': place }, 'Copy'),
	);
}

/** Wide tables are scrolled with the keyboard, too. */
function scrolled(name, table) {
	return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': name }, table);
}
