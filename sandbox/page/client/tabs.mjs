import { byId } from './dom.mjs';

/**
 * Makes the buttons in `[role=tablist]` switch between the panels that they control: with the mouse, and with the
 * arrow keys, Home and End as the ARIA pattern has it.
 *
 * @param {Element} tablist
 */
export function startTabs(tablist) {
	const tabs = /** @type {HTMLElement[]} */ ([...tablist.querySelectorAll('[role=tab]')]);
	for (const tab of tabs) tab.addEventListener('click', () => select(tabs, tab));
	tablist.addEventListener('keydown', (event) => {
		const target = neighbour(tabs, /** @type {KeyboardEvent} */ (event).key);
		if (!target) return;
		event.preventDefault();
		select(tabs, target);
		target.focus();
	});
}

function neighbour(tabs, key) {
	const current = tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true');
	const moves = {
		ArrowLeft: (current + tabs.length - 1) % tabs.length,
		ArrowRight: (current + 1) % tabs.length,
		Home: 0,
		End: tabs.length - 1,
	};
	return tabs[moves[key]];
}

function select(tabs, selected) {
	for (const tab of tabs) {
		const isSelected = tab === selected;
		tab.setAttribute('aria-selected', String(isSelected));
		tab.tabIndex = isSelected ? 0 : -1;
		byId(tab.getAttribute('aria-controls')).hidden = !isSelected;
	}
}
