/**
 * Builds an element. Children are nodes or text; text is never read as HTML, so names of contracts and the like are
 * harmless. Properties that start with `on` are listeners, `class`, `aria-*`, `data-*` and the like attributes.
 *
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | number | null | undefined | false)} children
 */
export function h(tag, properties = {}, ...children) {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(properties)) set(element, name, value);
	element.append(...children.filter(isShown).map((child) => toNode(child)));
	return element;
}

/**
 * Replaces what a container shows and keeps the keyboard focus on the element with the same `data-focus`: live
 * updates must not take it away from the person.
 *
 * @param {Element} container
 * @param {...Node} children
 */
export function show(container, ...children) {
	const focused = container.contains(document.activeElement)
		? /** @type {HTMLElement} */ (document.activeElement).dataset.focus
		: undefined;
	const open = openDetails(container);
	container.replaceChildren(...children);
	for (const details of container.querySelectorAll('details[data-key]')) {
		details.toggleAttribute('open', open.has(details.getAttribute('data-key')));
	}
	if (focused === undefined) return;
	const target = container.querySelector(`[data-focus="${CSS.escape(focused)}"]`);
	/** @type {HTMLElement | null} */ (target)?.focus();
}

/**
 * Resolves when nothing is held down, with the mouse or a key: a click on what is replaced meanwhile, or has moved
 * away, would be lost. The browser knows what is held down, also when the mouse is let go outside of the window.
 */
export async function released() {
	while (document.querySelector(':is(a, button, summary):active')) {
		await new Promise((resolve) => requestAnimationFrame(resolve));
	}
}

/**
 * The element with this id, which the page's HTML has.
 *
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
	return document.getElementById(id);
}

/** Shows what is set, but not in place of what a person has typed. */
export function fill(input, value) {
	const isTyped = input.value !== input.defaultValue;
	input.defaultValue = value;
	if (!isTyped) input.value = value;
}

function openDetails(container) {
	const open = container.querySelectorAll('details[data-key][open]');
	return new Set([...open].map((details) => details.getAttribute('data-key')));
}

function set(element, name, value) {
	if (value === undefined || value === null || value === false) return;
	if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
	else element.setAttribute(name, value === true ? '' : String(value));
}

function isShown(child) {
	return child !== null && child !== undefined && child !== false;
}

function toNode(child) {
	return child instanceof Node ? child : document.createTextNode(String(child));
}
