import { byId } from './dom.mjs';
import { sayProblem } from './notice.mjs';

/** @typedef {'data' | 'requests' | 'settings'} Topic */

/** @type {Array<{topics: Topic[], refresh: () => Promise<void>}>} */
const panels = [];

/**
 * Calls `refresh` whenever one of the topics has changed in the sandbox, never twice at once: what changes meanwhile
 * is read once more afterwards. Answers a function that asks for a refresh now.
 *
 * @param {Topic[]} topics
 * @param {() => Promise<void>} read
 */
export function whenChanged(topics, read) {
	const refresh = coalesced(read);
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

/** @param {() => Promise<void>} read */
function coalesced(read) {
	/** @type {Promise<void> | undefined} */
	let running;
	let again = false;
	return function refresh() {
		again = running !== undefined;
		running ??= (async () => {
			do {
				again = false;
				await read().catch(sayProblem);
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
