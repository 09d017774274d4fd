import { ORGANIZATIONS } from '../seed/base.mts';
import type { SandboxState } from '../state.mts';
import { SECRET_HEADER } from './signature.mts';
import { insertSubscription, subscriptions } from './subscription.mts';

/** Registers the subscription of the command line, once for a database that is kept. */
export function startupSubscription(state: SandboxState): void {
	const { webhook } = state.options;
	if (!webhook) return;
	if (subscriptions(state.database).some(({ url }) => url === webhook.url)) return;
	const input = { ...webhook, sendSecretHeader: SECRET_HEADER };
	insertSubscription(state.database, ORGANIZATIONS.main.id, input);
}
