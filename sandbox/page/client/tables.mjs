import { h } from './dom.mjs';
import { shortened, valueText } from './format.mjs';

const ROWS_SHOWN = 20;
const LETTERS_SHOWN = 60;

/**
 * The records of a contract, one table for each custom object that has some.
 *
 * @param {Array<{name: string, columns: string[], rows: unknown[][]}>} tables
 */
export function recordTables(tables) {
	return tables.map(({ name, columns, rows }) => {
		const head = columns.map((column) => h('th', { scope: 'col' }, column));
		const body = rows.slice(0, ROWS_SHOWN).map((values) => h('tr', {}, ...values.map(cell)));
		const table = h(
			'table',
			{ 'aria-label': name },
			h('thead', {}, h('tr', {}, ...head)),
			h('tbody', {}, ...body),
		);
		return h('div', {}, h('h3', {}, name), h('div', { class: 'scroll' }, table), more(rows));
	});
}

function cell(value) {
	const text = valueText(value);
	return h('td', { title: text.length > LETTERS_SHOWN && text }, shortened(text, LETTERS_SHOWN));
}

function more({ length }) {
	return length > ROWS_SHOWN && h('p', { class: 'muted' }, `and ${length - ROWS_SHOWN} more`);
}
