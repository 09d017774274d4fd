import { control } from './control.mjs';
import { byId, h, show } from './dom.mjs';
import { when } from './format.mjs';
import { whenChanged } from './live.mjs';
import { saying } from './notice.mjs';
import { openContract } from './selection.mjs';

const SHOWN = 50;

/** The event deliveries, newest first, with what was sent and what became of every attempt. */
export function startDeliveries() {
	const read = () =>
		Promise.all([control('GET', `/deliveries?last=${SHOWN}`), control('GET', '/webhooks')]);
	whenChanged(['data'], read, render);
}

function render([deliveries, webhooks]) {
	const urls = new Map(webhooks.map(({ id, url }) => [id, url]));
	const rows = deliveries.reverse().map((delivery) => row(delivery, urls.get(delivery.webhookId)));
	show(byId('delivery-rows'), ...rows);
	byId('no-deliveries').hidden = deliveries.length > 0;
}

function row(delivery, url) {
	const { id, event, contractId, status, createdAt } = delivery;
	const open = h(
		'button',
		{
			type: 'button',
			class: 'link',
			'data-focus': `open ${id}`,
			onclick: () => openContract(contractId),
		},
		'Open contract',
	);
	return h(
		'tr',
		{},
		h('td', { class: 'time' }, h('time', { datetime: createdAt }, when(createdAt))),
		h('td', {}, h('code', {}, event)),
		h('td', { class: 'url' }, url ? h('code', {}, url) : 'a removed webhook'),
		h('td', {}, open),
		h('td', {}, h('span', { class: 'status', 'data-status': status }, status)),
		h('td', { class: 'grow' }, details(delivery)),
		h('td', {}, redeliver(id)),
	);
}

function details({ id, body, attempts }) {
	return h(
		'details',
		{ 'data-key': id },
		h('summary', { 'data-focus': `details ${id}` }, lastAttempt(attempts)),
		h('ol', { class: 'attempts' }, ...attempts.map((attempt) => h('li', {}, attemptText(attempt)))),
		h('pre', {}, JSON.stringify(body, null, 2)),
	);
}

export function lastAttempt(attempts) {
	if (attempts.length === 0) return 'Not sent yet';
	const times = attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`;
	return `${times}, last: ${outcome(attempts.at(-1))}`;
}

function attemptText(attempt) {
	return `${when(attempt.at)}: ${outcome(attempt)} in ${Math.round(attempt.ms)} ms`;
}

function outcome({ status, error, answer }) {
	if (status === null) return error ?? 'no answer';
	const said = reasonIn(answer);
	return `HTTP ${status}${said && `: ${said}`}`;
}

/** What the receiver says: the reason alone, where its answer is JSON with one. */
function reasonIn(answer) {
	try {
		const { message, reason, status } = JSON.parse(answer);
		return (
			[status, message ?? reason].filter((part) => typeof part === 'string').join(', ') || answer
		);
	} catch {
		return answer ?? '';
	}
}

function redeliver(id) {
	const send = saying(async () => {
		await control('POST', `/deliveries/${id}/redeliver`);
		return 'The delivery will be sent again';
	});
	return h('button', { type: 'button', 'data-focus': `again ${id}`, onclick: send }, 'Send again');
}
