import { NodeOperationError, type IDataObject, type IHookFunctions } from 'n8n-workflow';
import { secretsIn } from '../../api/deliveries/verify';
import { connect } from '../../transport/connection';
import { CREDENTIAL } from '../../transport/credential';
import { throwing } from '../../transport/errors/thrown';
import { request } from '../../transport/request';
import { assertFilters, assertKnown, assertOffered, triggerSettings } from '../shared/settings';
import { events as eventsField, webhookProperties } from './properties';
import { verification } from './verification.fields';

const BUDGET_MS = 10_000;

/** Refuses to publish (or to listen in the editor) what could never receive anything. @throws an error that says the fix */
export const assertPublishable = async (context: IHookFunctions) =>
	await throwing(checkPublishable(context));

async function checkPublishable(context: IHookFunctions): Promise<void> {
	// What was published before has been checked, and the service may be down just now.
	if (['init', 'leadershipChange'].includes(context.getActivationMode())) return;
	await assertSecret(context);
	assertKnown(context, webhookProperties);
	const { events, filters } = triggerSettings(context, {});
	assertOffered(context, eventsField, events);
	assertFilters(context, filters);
	const signal = AbortSignal.timeout(BUDGET_MS);
	const retry = { baseDelayMs: 200, maxRetries: 1, maxTotalMs: 3_000 };
	const connection = await connect(context, { signal, retry });
	await request(connection, { method: 'GET', path: '/organization' });
}

async function assertSecret(context: IHookFunctions): Promise<void> {
	if (verification.saved(context) === 'none') return;
	const credentials = await context.getCredentials<IDataObject>(CREDENTIAL);
	if (secretsIn(credentials).length > 0) return;
	throw new NodeOperationError(
		context.getNode(),
		'The credential has no Webhook Secret, so no delivery could be verified. Enter one, or set Verification to None.',
		{ description: 'Enter the same secret where the URL is registered.' },
	);
}
