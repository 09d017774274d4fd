import { control } from './control.mjs';
import { byId, h, show } from './dom.mjs';
import { when } from './format.mjs';
import { whenChanged } from './live.mjs';
import { saying } from './notice.mjs';

const SHOWN = 50;

/** The last API requests, newest first. */
export function startRequests() {
	const read = () => control('GET', `/requests?last=${SHOWN}`);
	const refresh = whenChanged(['requests'], read, render);
	byId('clear-requests').addEventListener(
		'click',
		saying(async () => {
			await control('DELETE', '/requests');
			await refresh();
			return 'The request log is empty';
		}),
	);
}

function render(requests) {
	show(byId('request-rows'), ...requests.reverse().map(row));
	byId('no-requests').hidden = requests.length > 0;
}

function row({ at, method, path, query, key, status, startedMs, endedMs }) {
	const search = queryText(query);
	return h(
		'tr',
		{},
		h('td', { class: 'time' }, h('time', { datetime: at }, when(at))),
		h('td', {}, h('code', {}, method)),
		h(
			'td',
			{ class: 'grow' },
			h('code', {}, path, search && h('span', { class: 'muted' }, search)),
		),
		h('td', {}, key),
		h('td', {}, h('span', { class: 'status', 'data-status': outcome(status) }, status || 'none')),
		h('td', { class: 'number' }, endedMs ? `${Math.round(endedMs - startedMs)} ms` : 'running'),
	);
}

function queryText(query) {
	const pairs = Object.entries(query).flatMap(([name, values]) =>
		[values].flat().map((value) => `${name}=${value}`),
	);
	return pairs.length > 0 && `?${pairs.join('&')}`;
}

function outcome(status) {
	return status >= 200 && status < 400 ? 'delivered' : 'failed';
}
