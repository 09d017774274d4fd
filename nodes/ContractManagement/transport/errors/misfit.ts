import type { NodeApiError } from 'n8n-workflow';
import type { Misfit } from '../../api/profile';
import { expectedBy, PROBE } from '../../api/serviceProfile';
import type { Connection } from '../connection';
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
