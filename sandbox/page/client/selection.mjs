const UUID_LENGTH = 36;

/**
 * Which contract is open. It is kept in the address (`#contract_…`), so that it can be linked, reloaded and left with
 * the browser's Back button.
 */
export function selectedId() {
	return decodeURIComponent(location.hash.slice(1)) || undefined;
}

/** Ids are compared by their UUID: some come with a prefix, some without. @param {string} id */
export function isSelected(id) {
	return selectedId()?.slice(-UUID_LENGTH) === id.slice(-UUID_LENGTH);
}

/** @param {string} id */
export function openContract(id) {
	location.hash = encodeURIComponent(id);
}

export function closeContract() {
	history.pushState(null, '', location.pathname);
	window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** @param {() => unknown} listener */
export function whenSelected(listener) {
	window.addEventListener('hashchange', () => void listener());
}
