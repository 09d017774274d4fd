import { control } from './control.mjs';
import { byId, fill, h, show } from './dom.mjs';
import { whenChanged } from './live.mjs';
import { saying } from './notice.mjs';

/** The webhook subscriptions: what is there, a form that adds one, a button that removes one. */
export function startWebhooks() {
	const refresh = whenChanged(['data'], () => control('GET', '/webhooks'), render);
	byId('webhook-form').addEventListener(
		'submit',
		saying(async ({ target }) => {
			const { url } = await control('POST', '/webhooks', input(new FormData(target)));
			target.reset();
			void refresh();
			return `Events are sent to ${url}`;
		}),
	);
}

function render(webhooks) {
	const { secret } = byId('webhook-form').elements;
	// One secret for all: a trigger's credential holds one.
	fill(secret, webhooks.at(-1)?.secret ?? '');
	show(byId('webhook-rows'), ...webhooks.map(row));
	byId('no-webhooks').hidden = webhooks.length > 0;
}

function input(form) {
	const given = Object.fromEntries([...form].filter(([name, value]) => name !== 'events' && value));
	return { ...given, events: form.getAll('events') };
}

function row({ id, url, events, organization, secret, sendSecretHeader }) {
	const remove = saying(async () => {
		await control('DELETE', `/webhooks/${id}`);
		return `No more events are sent to ${url}`;
	});
	return h(
		'tr',
		{},
		h('td', { class: 'url' }, h('code', {}, url)),
		h('td', {}, organization),
		h('td', {}, events.join(', ')),
		h('td', {}, h('code', {}, secret), sendSecretHeader && ` also in ${sendSecretHeader}`),
		h(
			'td',
			{},
			h(
				'button',
				{ type: 'button', 'aria-label': `Remove ${url}`, 'data-focus': id, onclick: remove },
				'Remove',
			),
		),
	);
}
