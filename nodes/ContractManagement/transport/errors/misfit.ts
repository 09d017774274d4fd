import type { NodeApiError } from 'n8n-workflow';
import type { EntryId, Misfit } from '../../api/profile';
import { expectedBy, PROBE } from '../../api/serviceProfile';
import type { Connection } from '../connection';
import { hint } from '../hint';
import { nodeApiError } from './requestError';

/** The error for an answer that does not fit the profile: names the entry, what it says, and what came. */
export function misfit(
	{ context, profile }: Pick<Connection, 'context' | 'profile'>,
	{ entry, came }: Misfit,
	message: string,
	more = '',
): NodeApiError {
	const description = `${entry}: expected is "${expectedBy(entry, profile)}", what came is ${came}. ${more}${PROBE}`;
	const problem = { message, description, errorId: 'OTHER_PROFILE', details: { entry, came } };
	return nodeApiError(context.getNode(), problem);
}

/** Says what is taken to hold where nothing shows what the entry is about. */
export function hintUnshown({ context, profile }: Connection, entry: EntryId, message: string) {
	hint(context, `${message}. ${entry}: expected is "${expectedBy(entry, profile)}". ${PROBE}`);
}
