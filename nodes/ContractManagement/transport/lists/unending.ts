import type { Connection } from '../connection';
import { nodeApiError } from '../errors/requestError';

/** Pages in a row without a new record, after which a list counts as one that never ends. */
export const MOST_IDLE_PAGES = 1000;

const UNENDING = {
	repeatedCursor: {
		message: 'The service returned the same page cursor twice',
		description:
			'Reading on would never end. Set a Limit, or read in steps with One Page; please report it to the service.',
	},
	nothingNew: {
		message: `The service returned ${MOST_IDLE_PAGES} pages in a row without a new record`,
		description:
			'Reading on would perhaps never end. Set a Limit, or narrow the list down with filters; please report it to the service.',
	},
	cutOff: {
		message: 'The service says that there are more pages, but not where',
		description:
			'The list cannot be read to its end. Narrow it down with filters; please report it to the service.',
	},
};

/** The error of a list that cannot be read to its end. */
export function unending({ context }: Connection, why: keyof typeof UNENDING) {
	return nodeApiError(context.getNode(), UNENDING[why]);
}
