import { setTimeout as sleep } from 'node:timers/promises';
import { COMMON, command, PROGRAM } from './command.mts';
import { Control } from './control.mts';
import { CommandError } from './errors.mts';
import { text } from './options.mts';
import { faint, name, outcome, print } from './print.mts';

interface Contract {
	id: string;
	name: string;
	status: string;
}

interface Delivery {
	event: string;
	webhookId: string;
	contractId: string;
	status: string;
	createdAt: string;
	attempts: Array<{ status: number | null; error: string | null; answer: string | null }>;
}

/** How each event happens: which contracts it can happen to, and the state that they get. */
const EVENTS: Record<string, { from: string[]; to: string }> = {
	'contract.created': { from: [], to: 'draft' },
	'contract.signed': { from: ['signing', 'negotiating', 'draft'], to: 'signed' },
	'contract.status_changed': { from: ['draft', 'negotiating'], to: 'signing' },
};

export const EVENT_NAMES = Object.keys(EVENTS);

const FINAL = ['signed', 'canceled'];

const WAIT_MS = 3_000;

export const trigger = command({
	name: 'trigger',
	summary: `Make an event happen: ${EVENT_NAMES.join(', ')}`,
	synopsis: 'EVENT [--contract ID]',
	about:
		'Changes a contract as the event says, so that webhooks are delivered and polling finds it.',
	words: [{ name: 'EVENT', help: EVENT_NAMES.join(', '), shown: 'The event', field: 'event' }],
	options: {
		contract: text(
			'ID',
			'this contract; one that fits without it. Not with contract.created, which makes a new one',
			'the id of a contract, with or without its prefix',
		),
		...COMMON,
	},
	async run({ url, json, contract: id }, [event = '']) {
		if (!EVENT_NAMES.includes(event)) {
			const problem = event === '' ? 'trigger needs an event' : `There is no event '${event}'`;
			throw new CommandError(`${problem}: ${EVENT_NAMES.join(', ')}.`);
		}
		const control = new Control(url);
		const { contract, deliveries, isRepeated } = await happen(control, event, id);
		const told = await answered(control, deliveries);
		const webhooks: Array<{ id: string; url: string }> = await control.call('GET', '/webhooks');
		const urlOf = (wanted: string) => webhooks.find((one) => one.id === wanted)?.url ?? '';
		print(json, { event, contract, isRepeated, deliveries: told }, [
			`${name(event)}  ${contract.name}  ${faint(contract.id)}`,
			...(isRepeated
				? [`Already ${contract.status}: its event is sent again, and nothing changes for polling.`]
				: []),
			...(told.length === 0 ? [`No webhook listens: ${PROGRAM} listen --to URL`] : []),
			...told.map(
				(one) =>
					`  ${outcome(one.status)}  ${name(one.event)}  ${urlOf(one.webhookId)}  ${reason(one.attempts)}`,
			),
		]);
	},
});

/** Lets the event happen; answers the contract and the ids of the deliveries. `isRepeated`: nothing changed, its event was sent again. */
export async function happen(control: Control, event: string, contractId: string | undefined) {
	const { from, to } = EVENTS[event]!;
	const isNew = event === 'contract.created';
	if (isNew && contractId !== undefined)
		throw new CommandError(`${event} makes a new contract: leave out ${contractId}.`);
	const before = new Set((await deliveriesOf(control)).map(idOf));
	const found = isNew ? undefined : await chosen(control, { from, to }, contractId);
	const contract: Contract = found
		? await changed(control, event, found, to)
		: await control.call('POST', '/contracts', { silent: false });
	const deliveries = (await deliveriesOf(control)).map(idOf).filter((id) => !before.has(id));
	return { contract, deliveries, isRepeated: found?.status === to };
}

async function chosen(
	control: Control,
	{ from, to }: { from: string[]; to: string },
	id?: string,
): Promise<Contract> {
	if (id !== undefined) {
		const named: Contract = await control.call('GET', `/contracts/${encodeURIComponent(id)}`);
		if (named.status === to || !FINAL.includes(named.status)) return named;
		throw new CommandError(
			`A ${named.status} contract does not change any more: name another one.`,
		);
	}
	for (const status of from) {
		const [contract] = await control.call('GET', `/contracts?organization=main&status=${status}`);
		if (contract) return contract;
	}
	return await control.call('POST', '/contracts', { status: from[0] });
}

/** A contract that is in the state already cannot come into it: its event is sent again. */
async function changed(
	control: Control,
	event: string,
	contract: Contract,
	to: string,
): Promise<Contract> {
	if (contract.status !== to) {
		return await control.call('PATCH', `/contracts/${contract.id}`, { status: to });
	}
	await control.call('POST', '/events', { event, contractId: contract.id, status: to });
	return contract;
}

async function deliveriesOf(control: Control): Promise<Array<Delivery & { id: string }>> {
	return await control.call('GET', '/deliveries?last=200');
}

function idOf({ id }: { id: string }): string {
	return id;
}

/** The deliveries when they are done, or after a while as they are then. */
async function answered(control: Control, ids: string[]): Promise<Delivery[]> {
	const until = Date.now() + WAIT_MS;
	for (;;) {
		const found = (await deliveriesOf(control)).filter(({ id }) => ids.includes(id));
		const isDone = found.every(
			({ status, attempts }) => status !== 'pending' || attempts.length > 0,
		);
		if (isDone || Date.now() > until) return found;
		await sleep(100);
	}
}

function reason(attempts: Delivery['attempts']): string {
	const last = attempts.at(-1);
	if (!last) return faint('not sent yet');
	return faint(last.error ?? `answered ${last.status} ${last.answer ?? ''}`.trim());
}
