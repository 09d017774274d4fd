import { NodeOperationError, type IDataObject, type IHookFunctions } from 'n8n-workflow';
import { connect } from '../../transport/connection';
import { CREDENTIAL } from '../../transport/credential';
import { request } from '../../transport/request';
import { assertFilters, filtersOf } from '../shared/settings';
import { hasSecretWithoutKey, secretsIn } from './verify';

const BUDGET_MS = 10_000;

/** n8n starts the triggers that were published before: they have been checked, and the service may be down just now. */
const RESTARTS = new Set(['init', 'leadershipChange']);

/**
 * Refuses to publish (or to listen in the editor) what could never receive anything. Nothing is registered at the
 * service: it shows no endpoint for that, so a person enters the URL there.
 *
 * @throws NodeOperationError or NodeApiError that says the fix
 */
export async function assertPublishable(context: IHookFunctions): Promise<void> {
	if (RESTARTS.has(context.getActivationMode())) return;
	await assertSecret(context);
	assertFilters(context, filtersOf(context));
	const signal = AbortSignal.timeout(BUDGET_MS);
	const retry = { baseDelayMs: 200, maxRetries: 1, maxTotalMs: 3_000 };
	const connection = await connect(context, { signal, retry });
	await request(connection, { method: 'GET', path: '/organization' });
}

async function assertSecret(context: IHookFunctions): Promise<void> {
	if (context.getNodeParameter('verification', 'sharedSecret') === 'none') return;
	const credentials = await context.getCredentials<IDataObject>(CREDENTIAL);
	if (hasSecretWithoutKey(credentials)) {
		throw new NodeOperationError(
			context.getNode(),
			'A webhook secret of the credential is whsec_ with no key after it, so anybody could sign deliveries. Enter the whole secret.',
		);
	}
	if (secretsIn(credentials).length > 0) return;
	throw new NodeOperationError(
		context.getNode(),
		'The credential has no Webhook Secret, so no delivery could be verified. Enter one in the credential, or set Verification to None.',
		{ description: 'Enter the same secret where the URL is registered in the service.' },
	);
}
