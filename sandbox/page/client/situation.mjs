import { control } from './control.mjs';
import { byId, fill, h, show } from './dom.mjs';
import { whenChanged } from './live.mjs';
import { saying } from './notice.mjs';

const DAY_MS = 24 * 60 * 60_000;

/** Scenario, clock and limits: what there is, and how to change it. */
export function startSituation() {
	const refresh = whenChanged(['settings'], read, (situation) => render(situation, refresh));
	const change = (act, said) =>
		saying(async (event) => {
			event?.preventDefault();
			const words = await act();
			await refresh();
			return words ?? said;
		});
	byId('stop-scenario').addEventListener(
		'click',
		change(() => control('DELETE', '/scenario').then(() => undefined), 'The scenario has ended'),
	);
	for (const button of byId('clock-steps').querySelectorAll('button')) {
		button.addEventListener(
			'click',
			change(async () => await forward(Number(button.dataset.days))),
		);
	}
	byId('reset-clock').addEventListener(
		'click',
		change(
			async () => void (await control('DELETE', '/clock')),
			'The clock shows the time of this machine',
		),
	);
	byId('limit-form').addEventListener('submit', change(limit));
}

async function read() {
	const [scenario, clock, limits, latency] = await Promise.all(
		['/scenario', '/clock', '/rate-limit', '/latency'].map((path) => control('GET', path)),
	);
	return { scenario, clock, limits, latency };
}

async function forward(days) {
	const { now } = await control('GET', '/clock');
	const moved = await control('PUT', '/clock', {
		now: new Date(Date.parse(now) + days * DAY_MS).toISOString(),
	});
	return `In the sandbox it is ${moved.now}`;
}

/** Sets what was changed in the form; the rest stays, such as a limit of another kind. */
async function limit() {
	const { perSecond, latency } = byId('limit-form').elements;
	if (latency.value !== latency.defaultValue) {
		await control('PUT', '/latency', { ms: Number(latency.value) || 0 });
	}
	if (perSecond.value === perSecond.defaultValue) return 'The limits are set';
	const rate = Number(perSecond.value);
	if (rate > 0) {
		const burst = Math.max(1, Math.ceil(rate));
		await control('PUT', '/rate-limit', {
			requestsPerSecond: rate,
			burst,
			headers: 'RateLimit-*',
		});
		return `${rate} requests a second, then 429`;
	}
	await control('DELETE', '/rate-limit');
	return 'No limit of requests';
}

function render({ scenario: { current, known }, clock, limits, latency }, refresh) {
	show(byId('scenario-rows'), ...known.map((one) => row(one, current, refresh)));
	byId('stop-scenario').hidden = current === null;
	byId('scenario-name').textContent = current === null ? '' : ` (${current.name})`;
	const moved = clock.frozen ? ', standing still' : Math.abs(clock.shiftMs) > 1000 ? ', moved' : '';
	byId('clock-now').textContent = `${clock.now.slice(0, 16).replace('T', ' ')} UTC${moved}`;
	const { perSecond, latency: waits } = byId('limit-form').elements;
	const everyKey = limits.find(({ key }) => key === undefined);
	fill(perSecond, String(everyKey?.requestsPerSecond ?? ''));
	fill(waits, latency.ms === 0 ? '' : String(latency.ms));
	byId('limits-now').textContent = [...limits.map(limitText), `answers wait ${latency.ms} ms`].join(
		'; ',
	);
}

function limitText({ requestsPerSecond, burst, requests, seconds, concurrent, key }) {
	const whose = key === undefined ? '' : ` of the key ${key}`;
	if (concurrent !== undefined) return `${concurrent} requests at the same time${whose}`;
	if (requests !== undefined) return `${requests} requests in ${seconds} s${whose}`;
	return `${requestsPerSecond} requests a second, ${burst} at once${whose}`;
}

function row({ name, summary }, current, refresh) {
	const play = saying(async () => {
		await control('PUT', '/scenario', { name });
		await refresh();
		return `Playing: ${name}`;
	});
	const isPlayed = current?.name === name;
	return h(
		'tr',
		{},
		h('td', {}, h('code', {}, name)),
		h('td', { class: 'grow' }, summary),
		h('td', {}, isPlayed ? 'playing' : ''),
		h(
			'td',
			{},
			h('button', { type: 'button', 'data-focus': `play-${name}`, onclick: play }, 'Play'),
		),
	);
}
