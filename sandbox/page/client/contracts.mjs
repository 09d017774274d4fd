import { control, withQuery } from './control.mjs';
import { createDemoContract } from './demoContract.mjs';
import { byId, h, show } from './dom.mjs';
import { when } from './format.mjs';
import { whenChanged } from './live.mjs';
import { saying } from './notice.mjs';
import { isSelected, openContract, whenSelected } from './selection.mjs';

/** The tabs below are in view on a screen of 800 pixels. */
const PAGE_SIZE = 6;

const place = { after: undefined, before: undefined };
let sort = '-updatedAt';

/** The list of contracts: search, status, organization, order, pages, and the button that creates one. */
export function startContracts() {
	const refresh = whenChanged(['data'], read, (page) => render(page, refresh));
	const fromTheStart = () => {
		Object.assign(place, { after: undefined, before: undefined });
		return refresh();
	};
	const filters = byId('contract-filters');
	filters.addEventListener('input', fromTheStart);
	filters.addEventListener('submit', (event) => event.preventDefault());
	for (const button of byId('contracts').querySelectorAll('button[data-sort]')) {
		button.addEventListener('click', () => {
			sort = sort === `-${button.dataset.sort}` ? button.dataset.sort : `-${button.dataset.sort}`;
			void fromTheStart();
		});
	}
	byId('new-contract').addEventListener(
		'click',
		saying(async () => {
			const { id, name } = await createDemoContract(byId('organization').value);
			openContract(id);
			return `Created ${name}`;
		}),
	);
	whenSelected(refresh);
}

async function read() {
	return await control(
		'GET',
		withQuery('/page/contracts', {
			organization: byId('organization').value,
			name: byId('search').value,
			status: byId('status').value,
			sort,
			limit: PAGE_SIZE,
			...place,
		}),
	);
}

function render({ data, pagination }, refresh) {
	show(byId('contract-rows'), ...data.map(row));
	byId('no-contracts').hidden = data.length > 0;
	showOrder();
	showPager(pagination, refresh);
}

function row(contract) {
	const isOpen = isSelected(contract.id);
	const open = h(
		'button',
		{
			type: 'button',
			class: 'link',
			'data-focus': contract.id,
			'aria-current': isOpen && 'true',
			onclick: () => openContract(contract.id),
		},
		contract.name,
	);
	return h(
		'tr',
		{ class: isOpen && 'selected' },
		h('td', { class: 'name' }, open),
		h('td', { class: 'wide-only', title: contract.counterparty.name }, contract.counterparty.name),
		h('td', { class: 'wider-only', title: contract.contractType.name }, contract.contractType.name),
		h('td', {}, h('span', { class: 'status', 'data-status': contract.status }, contract.status)),
		h(
			'td',
			{ class: 'time' },
			h('time', { datetime: contract.updatedAt }, when(contract.updatedAt)),
		),
	);
}

function showOrder() {
	for (const button of byId('contracts').querySelectorAll('button[data-sort]')) {
		const isSorted = sort.replace('-', '') === button.dataset.sort;
		const order = sort.startsWith('-') ? 'descending' : 'ascending';
		button.closest('th').setAttribute('aria-sort', isSorted ? order : 'none');
	}
}

function showPager({ next_cursor: after, prev_cursor: before }, refresh) {
	const pages = {
		'previous-page': { before, after: undefined },
		'next-page': { after, before: undefined },
	};
	for (const [id, target] of Object.entries(pages)) {
		const button = byId(id);
		button.disabled = !(target.after ?? target.before);
		button.onclick = () => {
			Object.assign(place, target);
			void refresh();
		};
	}
}
