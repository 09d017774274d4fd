import type { WorkflowNode } from '../../../host/lib/client/types.mts';
import { until } from '../../../host/lib/client/until.mts';
import type { Mail } from '../mail.mts';
import type { RecipeHost } from './host.mts';

/** Values by the labels of their fields, in the order in which the page has them. */
type Values = Array<string | string[] | Blob>;

/** What the page says when an answer was taken. */
export const TAKEN = 'Got it';

const ENDED = ['form-waiting', 'success', 'error', 'crashed', 'canceled'];

/** A page of one of n8n's forms, as the browser of a person sees it. */
export interface FormPage {
	html: string;
	/** Fills the fields of the page, from the first one on, leaves the others as they are, and goes to the next page. */
	submit(values: Values): Promise<FormPage>;
}

/** Opens a published form by its path. */
export async function openForm(n8n: RecipeHost['n8n'], path: string): Promise<FormPage> {
	const webhook = { type: 'n8n-nodes-base.webhook', typeVersion: 2, parameters: { path } };
	const address = await n8n.webhookUrl(webhook as unknown as WorkflowNode);
	const url = address.replace('/webhook/', '/form/');
	const html = await pageAt(url);
	const send = async (values: Values) => {
		const answer = await posted(url, values, html);
		const { formWaitingUrl } = (await answer.json()) as { formWaitingUrl: string };
		return await waitingPage(formWaitingUrl);
	};
	return { html, submit: send };
}

/** The page at which the execution of a form waits, or with which it has ended. */
async function waitingPage(url: string): Promise<FormPage> {
	const status = new URL(url);
	status.pathname += '/n8n-execution-status';
	const ask = async () => await (await fetch(status)).text();
	await until(ask, (answer) => ENDED.includes(answer), `page at ${url}`);
	const html = await pageAt(url);
	return {
		html,
		async submit(values) {
			await (await posted(url, values, html)).text();
			return await waitingPage(url);
		},
	};
}

async function pageAt(url: string): Promise<string> {
	const answer = await fetch(url);
	expect(answer.status).toBe(200);
	return await answer.text();
}

async function posted(url: string, values: Values, html: string): Promise<Response> {
	const answer = await filledIn(url, values, html);
	expect(answer.status).toBeLessThan(400);
	return answer;
}

/** Sends a form as n8n's page does in a browser: all of its fields, also those that are empty, apart from files. */
async function filledIn(url: string, values: Values, html = ''): Promise<Response> {
	const form = new FormData();
	const ids = [...html.matchAll(/\bid='(field-\d+)'/g)].map(([, id]) => id!);
	for (const id of new Set([...values.map((_, index) => `field-${index}`), ...ids])) {
		const [, before = ''] = html.split(new RegExp(`(<[^<>]*\\bid='${id}'[^<>]*)`));
		const empty = before.includes("class='multiselect") ? [] : '';
		const value = values[Number(id.slice('field-'.length))] ?? empty;
		if (value === '' && before.includes("type='file'")) continue;
		form.append(id, Array.isArray(value) ? JSON.stringify(value) : value);
	}
	return await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
}

/** The page to which the button of a mail leads; n8n has none while it is still sending the mail, or another one. */
export async function pageOfMail(mail: Mail): Promise<string> {
	const ask = async () => await fetch(buttonOf(mail));
	const page = await until(ask, ({ ok }) => ok, 'page of the mail');
	return await page.text();
}

/** Fills in that page; resolves to the one that says what became of the answer, which may be refused. */
export async function answerMail(mail: Mail, values: Values): Promise<string> {
	return await (await filledIn(buttonOf(mail), values)).text();
}

/** Answers until n8n takes it. */
export async function answered(mail: Mail, values: Values): Promise<void> {
	await until(
		async () => await answerMail(mail, values),
		(page) => page.includes(TAKEN),
		'answer that is taken',
	);
}

/** The mails in which the contract is linked. */
export function mailsAbout({ mailbox }: Pick<RecipeHost, 'mailbox'>, contractId: string): Mail[] {
	return mailbox.mails.filter(({ html, text }) => `${html}${text}`.includes(contractId.slice(-36)));
}

function buttonOf({ html }: Mail): string {
	return /href="([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&');
}
