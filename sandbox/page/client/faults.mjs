import { control } from './control.mjs';
import { byId, h, show } from './dom.mjs';
import { FAULT_PRESETS } from './faultPresets.mjs';
import { whenChanged } from './live.mjs';
import { saying } from './notice.mjs';

/** Fault switches: presets, those that are on with the requests they have left, and how to clear them. */
export function startFaults() {
	const refresh = whenChanged(
		['settings', 'requests'],
		() => control('GET', '/faults'),
		(faults) => render(faults, refresh),
	);
	byId('fault-preset').append(
		...FAULT_PRESETS.map(({ label }, index) => h('option', { value: index }, label)),
	);
	byId('fault-form').addEventListener(
		'submit',
		saying(async () => {
			const { label, fault } = FAULT_PRESETS[byId('fault-preset').value];
			await control('POST', '/faults', fault);
			await refresh();
			return `On: ${label}`;
		}),
	);
	byId('clear-faults').addEventListener(
		'click',
		saying(async () => {
			await control('DELETE', '/faults');
			await refresh();
			return 'No faults any more';
		}),
	);
}

function render(faults, refresh) {
	show(byId('fault-rows'), ...faults.map((fault) => row(fault, refresh)));
	byId('no-faults').hidden = faults.length > 0;
	byId('fault-count').textContent = faults.length > 0 ? ` (${faults.length})` : '';
}

function row({ id, route, kind, status, left }, refresh) {
	const clear = saying(async () => {
		await control('DELETE', `/faults/${id}`);
		await refresh();
		return 'The fault is off';
	});
	const remaining = left === null ? 'until cleared' : `${left} left`;
	return h(
		'tr',
		{},
		h('td', {}, h('code', {}, route)),
		h('td', { class: 'grow' }, [kind, status].filter(Boolean).join(' ')),
		h('td', {}, remaining),
		h('td', {}, h('button', { type: 'button', 'data-focus': id, onclick: clear }, 'Switch off')),
	);
}
