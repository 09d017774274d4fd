import { isHollowId, isPlaceholder } from '../../api/placeholders';
import { unfit } from '../../transport/errors/requestError';
import type { ItemScope } from '../../transport/scope';
import { jsonObject, sendable } from './parameters';

/**
 * The text, which is to name a company or a contract, or to be an ID of another system. `field` is what people call it.
 *
 * @throws NodeOperationError where it stands for a missing value, which the next row would share
 */
export function meaningful(scope: ItemScope, field: string, text: string, isNone = isPlaceholder) {
	if (!isNone(text)) return text;
	const advice =
		'Correct it where it comes from, or leave out items that have none, for example with a Filter node.';
	throw unfit(scope, [field, text], 'stands for a missing value', advice);
}

/** The same of an ID of another system, which may have been put together; without characters that nobody sees. */
export function meaningfulId(scope: ItemScope, field: string, text: string): string {
	return meaningful(scope, field, text, isHollowId).replace(/\p{Cf}/gu, '');
}

/** The JSON object of Additional Body, of which a name is one. */
export function additionalBodyOf(scope: ItemScope, value: unknown) {
	const body = sendable(scope, 'Additional Body', jsonObject(scope, 'Additional Body', value));
	if (typeof body.name === 'string') meaningful(scope, 'Additional Body > name', body.name);
	return body;
}
