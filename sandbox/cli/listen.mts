import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { COMMON, command } from './command.mts';
import { Control } from './control.mts';
import { SECRET_HEADER } from '../webhooks/signature.mts';
import { httpAddress, someOf, text } from './options.mts';
import { faint, name, outcome } from './print.mts';
import { EVENT_NAMES } from './trigger.mts';

const LOOK_EVERY_MS = 250;
/** A web page in place of an answer is not printed as a whole. */
const LONGEST_ANSWER = 200;

/** The URL as a webhook of the sandbox. */
interface Subscription {
	id: string;
	begin(): Promise<void>;
}

export const listen = command({
	name: 'listen',
	summary: 'Deliver events to a URL and print what it answers',
	synopsis: '--to URL [--secret SECRET] [--events A,B]',
	about: `Subscribes the URL to the events of the sandbox and prints each attempt until it is stopped (Ctrl-C); then the
subscription ends, with its deliveries. One that was killed leaves it: DELETE /_sandbox/webhooks/ID ends it, and
GET /_sandbox/webhooks shows the ID. Deliveries are signed, have the secret in ${SECRET_HEADER} too, go to this URL only
and are repeated until it answers 2xx.`,
	options: {
		to: {
			...httpAddress('URL', 'where deliveries go, such as the webhook URL of an n8n trigger'),
			isNeeded: true,
		},
		secret: text(
			'SECRET',
			'what they are signed with; a random one is printed without it\n(with --json on standard error)',
		),
		events: someOf('A,B', `only these: ${EVENT_NAMES.join(', ')}`, EVENT_NAMES),
		...COMMON,
	},
	async run({ url, json, to, events, ...given }) {
		const secret = given.secret ?? randomBytes(16).toString('hex');
		const control = new Control(url);
		const subscription: Subscription = {
			id: '',
			async begin() {
				const input = { url: to, secret, events, sendSecretHeader: SECRET_HEADER };
				const webhook = await control.call('POST', '/webhooks', input);
				this.id = webhook.id;
			},
		};
		await subscription.begin();
		const stop = stopped();
		// Standard output is for the deliveries alone where a script reads it.
		const say = json ? console.error : console.log;
		if (!json) say(`Delivering events to ${to}. Stop with Ctrl-C.`);
		if (!given.secret) say(`Secret: ${secret}`);
		try {
			await follow(control, subscription, json, stop);
		} finally {
			await control.call('DELETE', `/webhooks/${subscription.id}`).catch(() => undefined);
		}
	},
});

function stopped(): AbortSignal {
	const controller = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => controller.abort());
	return controller.signal;
}

/** Prints each attempt once. A reset ends subscriptions; ours begins again. */
async function follow(
	control: Control,
	subscription: Subscription,
	json: boolean,
	stop: AbortSignal,
): Promise<void> {
	const printed = new Map<string, number>();
	while (!stop.aborted) {
		const webhooks: Array<{ id: string }> = await control.call('GET', '/webhooks');
		if (!webhooks.some(({ id }) => id === subscription.id)) await subscription.begin();
		const query = `webhookId=${subscription.id}&last=200`;
		const deliveries = await control.call('GET', `/deliveries?${query}`);
		for (const { id, event, contractId, attempts, body } of deliveries) {
			for (const attempt of attempts.slice(printed.get(id) ?? 0)) {
				const { at, status, error, answer, ms } = attempt;
				const told = { id, event, contractId, ...attempt, body };
				const line = `${faint(at)}  ${outcome(error ?? status)}  ${name(event)}  ${contractId}  ${faint(`${ms} ms`)}`;
				// A receiver that refuses says there why.
				const why = status >= 300 && answer ? `  ${inOneLine(answer)}` : '';
				console.log(json ? JSON.stringify(told) : line + why);
			}
			printed.set(id, attempts.length);
		}
		await sleep(LOOK_EVERY_MS, undefined, { signal: stop }).catch(() => undefined);
	}
}

function inOneLine(answer: string): string {
	return answer.replaceAll(/\s+/g, ' ').slice(0, LONGEST_ANSWER);
}
