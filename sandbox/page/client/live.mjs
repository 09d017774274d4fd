import { byId, released } from './dom.mjs';
import { sayProblem } from './notice.mjs';

/** @typedef {'data' | 'requests' | 'settings'} Topic */

/** @type {Array<{topics: Topic[], refresh: () => Promise<void>}>} */
const panels = [];

/**
 * Reads and renders whenever one of the topics has changed in the sandbox, never twice at once: what changes meanwhile
 * is read once more afterwards. Nothing is rendered in the middle of a click. Answers a function that asks for a
 * refresh now.
 *
 * @template T
 * @param {Topic[]} topics
 * @param {() => Promise<T>} read
 * @param {(answer: T) => void} render
 */
export function whenChanged(topics, read, render) {
	const refresh = coalesced(async () => {
		const answer = await read();
		await released();
		render(answer);
	});
	panels.push({ topics, refresh });
	return refresh;
}

/** Listens to the sandbox. The browser reconnects by itself; everything is read again then. */
export function startLive() {
	const stream = new EventSource('/_sandbox/stream');
	stream.onopen = () => showState('live', 'Live');
	stream.onerror = () => showState('lost', 'Not connected, trying again …');
	stream.addEventListener('changed', (event) => {
		const changed = /** @type {Topic[]} */ (JSON.parse(event.data));
		for (const { topics, refresh } of panels) {
			if (topics.some((topic) => changed.includes(topic))) void refresh();
		}
	});
}

/** @param {() => Promise<void>} update */
function coalesced(update) {
	/** @type {Promise<void> | undefined} */
	let running;
	let again = false;
	return function refresh() {
		again = running !== undefined;
		running ??= (async () => {
			do {
				again = false;
				await update().catch(sayProblem);
			} while (again);
			running = undefined;
		})();
		return running;
	};
}

function showState(state, text) {
	const element = byId('connection');
	element.dataset.state = state;
	element.textContent = text;
}
