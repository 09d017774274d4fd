import { control, withQuery } from './control.mjs';
import { lastAttempt } from './deliveries.mjs';
import { byId, h, show } from './dom.mjs';
import { exactly, valueText } from './format.mjs';
import { whenChanged } from './live.mjs';
import { saying } from './notice.mjs';
import { closeContract, selectedId, whenSelected } from './selection.mjs';
import { recordTables } from './tables.mjs';

/** What a person can do in which state, and what it makes of the contract. */
const MOVES = [
	{
		label: 'Negotiate',
		from: ['draft'],
		state: { status: 'negotiating' },
		hint: 'Under review with the counterparty',
	},
	{
		label: 'Send for signature',
		from: ['draft', 'negotiating'],
		state: { status: 'signing', signatureProcess: 'native' },
		hint: 'The service collects the signatures itself',
	},
	{
		label: 'Sent with another tool',
		from: ['draft', 'negotiating'],
		state: { status: 'signing', signatureProcess: 'external' },
		hint: 'A third-party tool collects the signatures; a workflow marks the contract as signed',
	},
	{
		label: 'Sign',
		from: ['draft', 'negotiating', 'signing'],
		state: { status: 'signed' },
		hint: 'All parties have signed',
		kind: 'primary',
	},
	{
		label: 'Cancel contract',
		from: ['draft', 'negotiating', 'signing'],
		state: { status: 'canceled' },
		hint: 'Ends it without signatures',
		kind: 'danger',
	},
];

/** So many of its last event deliveries are shown. */
const EVENTS = 4;

const PROCESSES = {
	native: 'collected by the service',
	provider: 'collected by a provider',
	external: 'collected with another tool',
};

/** The open contract: facts, moves, files, fields, dynamic tables, signatories. */
export function startContract() {
	const refresh = whenChanged(['data'], read, render);
	whenSelected(() => void refresh().then(comeIntoView));
	byId('close-contract').addEventListener('click', closeContract);
}

/** On a narrow page the contract stands below the list. */
function comeIntoView() {
	if (selectedId() !== undefined) byId('contract').scrollIntoView({ block: 'nearest' });
}

/** @returns {Promise<any>} without `found` where none is open */
async function read() {
	const id = selectedId();
	if (id === undefined) return { id };
	const found = await control('GET', `/page/contracts/${encodeURIComponent(id)}`).catch((error) => {
		closeContract();
		throw error;
	});
	const contractId = found.contract.id;
	const events = withQuery('/deliveries', { contractId, last: EVENTS });
	const [deliveries, webhooks] = await Promise.all([
		control('GET', events),
		control('GET', '/webhooks'),
	]);
	return { id, found, deliveries, webhooks };
}

function render({ id, found, deliveries, webhooks }) {
	if (id !== selectedId()) return;
	byId('contract').hidden = id === undefined;
	byId('contract-hint').hidden = id !== undefined;
	if (id === undefined) return;
	const { contract } = found;
	byId('contract-name').textContent = contract.name;
	show(byId('contract-state'), ...stateLine(found));
	show(byId('contract-moves'), ...moves(contract));
	show(byId('contract-events'), ...deliveries.reverse().map(eventLine(webhooks)));
	show(byId('contract-facts'), ...definitions(facts(found)));
	show(byId('contract-files'), ...found.files.map(fileLink));
	show(byId('contract-fields'), ...definitions(fieldTexts(found)));
	show(byId('contract-tables'), ...recordTables(found.tables));
}

function stateLine({ contract, signatureProcess }) {
	const badge = h('span', { class: 'status', 'data-status': contract.status }, contract.status);
	const process = contract.status === 'signing' && PROCESSES[signatureProcess];
	return [badge, process && h('span', { class: 'muted' }, `signatures ${process}`)].filter(Boolean);
}

function moves(contract) {
	const possible = MOVES.filter((move) => move.from.includes(contract.status));
	if (possible.length === 0) {
		return [
			h(
				'p',
				{ class: 'muted' },
				`The status of a ${contract.status} contract does not change any more.`,
			),
		];
	}
	return possible.map((move) =>
		h(
			'button',
			{
				type: 'button',
				class: move.kind,
				title: move.hint,
				'data-focus': move.label,
				onclick: saying(async () => {
					await control('PATCH', `/contracts/${encodeURIComponent(contract.id)}`, move.state);
					return `${contract.name} is now ${move.state.status}`;
				}),
			},
			move.label,
		),
	);
}

/** What became of an event, where the button stands that made it; with several webhooks, of whose. */
function eventLine(webhooks) {
	const urls = new Map(webhooks.map(({ id, url }) => [id, url]));
	return ({ event, status, attempts, webhookId }) => {
		const badge = h('span', { class: 'status', 'data-status': status }, status);
		const to = urls.size > 1 && h('code', { class: 'muted' }, ` ${urls.get(webhookId) ?? ''}`);
		return h('p', {}, h('code', {}, event), ' ', badge, ` ${lastAttempt(attempts)}`, to || '');
	};
}

function facts({ contract, organization }) {
	const { integration } = contract;
	return [
		['Id', h('code', {}, contract.id)],
		['Organization', organization],
		['Counterparty', contract.counterparty.name],
		['Contract type', contract.contractType.name],
		['Author', contract.author.email],
		['Signatories', contract.signatories.map(({ name, email }) => `${name} <${email}>`).join(', ')],
		['Starts', exactly(contract.startAt)],
		['Ends', exactly(contract.endAt)],
		['Signed', exactly(contract.signatureDate)],
		['Created', exactly(contract.createdAt)],
		['Updated', exactly(contract.updatedAt)],
		['Amends', contract.initialContractId && h('code', {}, contract.initialContractId)],
		[
			'External record',
			integration && `${integration.type} ${integration.externalEntity} ${integration.externalId}`,
		],
	].filter(([, value]) => value && value !== '–');
}

function fieldTexts({ fields }) {
	return fields.map(({ name, value }) => [name, valueText(value)]);
}

function fileLink({ name, url }) {
	const link = h('a', { href: url, target: '_blank', rel: 'noopener', 'data-focus': url }, name);
	return h('li', {}, link);
}

function definitions(entries) {
	return entries.map(([term, value]) => h('div', {}, h('dt', {}, term), h('dd', {}, value)));
}
