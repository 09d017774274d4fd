import { byId } from './dom.mjs';

/** Says what happened, also to screen readers. A problem stays until the next message. */
export function say(message) {
	announce(message, 'done');
}

/** @param {unknown} error */
export function sayProblem(error) {
	announce(error instanceof Error ? error.message : String(error), 'problem');
}

/**
 * A listener that does something and then says so, or says why it failed.
 *
 * @param {(event: any) => Promise<string | void>} action answers what to say
 */
export function saying(action) {
	return async (event) => {
		event.preventDefault();
		try {
			const message = await action(event);
			if (message) say(message);
		} catch (error) {
			sayProblem(error);
		}
	};
}

let hideTimer = 0;

function announce(message, kind) {
	const notice = byId('notice');
	window.clearTimeout(hideTimer);
	notice.dataset.kind = kind;
	notice.textContent = message;
	if (kind === 'done') hideTimer = window.setTimeout(() => (notice.textContent = ''), 5000);
}
