import { createHash } from 'crypto';
import type { Proof } from './proof';
import { subjectKeyOf, type SelectedHint } from './provenEvents';

/**
 * Names what a delivery says of each event in every redelivery, where the delivery has an id. The whole body is part of
 * the name, hashed once, as an id may turn out to be the subscription's: the same contract may be updated again.
 */
export function deliveryKeys({ rawBody }: Pick<Proof, 'rawBody'>) {
	let digest: string | undefined;
	return (hint: SelectedHint): string | undefined => {
		if (hint.deliveryId === undefined || rawBody === undefined) return undefined;
		digest ??= createHash('sha256').update(rawBody).digest('base64');
		return [digest, hint.deliveryId, hint.event, subjectKeyOf(hint)].join('\n');
	};
}
