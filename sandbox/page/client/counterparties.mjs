import { control, withQuery } from './control.mjs';
import { byId, h, show } from './dom.mjs';
import { when, valueText } from './format.mjs';
import { whenChanged } from './live.mjs';

const SHOWN = 15;

/** The counterparties that changed last, with their own fields: what a sync has written. */
export function startCounterparties() {
	const refresh = whenChanged(['data'], read, render);
	for (const filters of ['counterparty-filters', 'contract-filters']) {
		byId(filters).addEventListener('input', () => void refresh());
	}
	byId('counterparty-filters').addEventListener('submit', (event) => event.preventDefault());
}

async function read() {
	return await control(
		'GET',
		withQuery('/page/counterparties', {
			organization: byId('organization').value,
			name: byId('counterparty-search').value,
			limit: SHOWN,
		}),
	);
}

function render({ data, pagination }) {
	show(byId('counterparty-rows'), ...data.map(row));
	byId('no-counterparties').hidden = data.length > 0;
	byId('more-counterparties').hidden = !pagination.has_next;
}

function row({ name, status, fields, updatedAt }) {
	return h(
		'tr',
		{},
		h('td', { class: 'name' }, name),
		h('td', {}, h('span', { class: 'status', 'data-status': status }, status)),
		h('td', { class: 'own' }, ...fields.map(fieldLine)),
		h(
			'td',
			{ class: 'time' },
			h('time', { datetime: updatedAt, title: updatedAt }, when(updatedAt)),
		),
	);
}

function fieldLine({ name, value }) {
	return h('div', {}, h('span', { class: 'muted' }, `${name}: `), valueText(value));
}
