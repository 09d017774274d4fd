import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { digestOf } from '../api/print';
import { profileOf } from '../api/serviceProfile';

/** The name of the one credential type that every node here uses. */
export const CREDENTIAL = 'contractManagementApi';

/** Tells two API keys, or one key on two services, apart. The key itself cannot be had from it. */
export function accountOf({ baseUrl, apiKey }: IDataObject): string {
	return digestOf(`${String(baseUrl)}\n${String(apiKey).trim()}`);
}

/** The address of the service, without a slash at its end. */
export function baseUrlOf({ baseUrl }: IDataObject): string {
	return String(baseUrl ?? '')
		.trim()
		.replace(/(?<!\/)\/+$/, '');
}

/** What holds for the service. @throws NodeOperationError where Service Profile says what there is not */
export function usableProfile(at: Pick<IExecuteFunctions, 'getNode'>, serviceProfile: unknown) {
	const profile = profileOf(serviceProfile);
	if (typeof profile !== 'string') return profile;
	const description = 'Nothing was sent. Open the credential and correct its Service Profile.';
	throw new NodeOperationError(at.getNode(), profile, { description });
}

/**
 * Reads the credential of items. It may hold expressions; where none of them asks for the item, all have the same, which
 * is read once: each reading takes n8n as long as everything else that it does for an item.
 */
export function credentialsOf(context: Pick<IExecuteFunctions, 'getCredentials'>) {
	let ofAll: Promise<IDataObject | undefined> | undefined;
	return async (itemIndex: number): Promise<IDataObject> => {
		ofAll ??= sameForAll(context, itemIndex);
		return (await ofAll) ?? (await context.getCredentials(CREDENTIAL, itemIndex));
	};
}

async function sameForAll(context: Pick<IExecuteFunctions, 'getCredentials'>, itemIndex: number) {
	let isAsked = false;
	// n8n only looks at the index to resolve an expression, and nothing else tells whether there is one.
	const index = {
		[Symbol.toPrimitive]() {
			isAsked = true;
			return itemIndex;
		},
	};
	const reading = context.getCredentials<IDataObject>(CREDENTIAL, index as unknown as number);
	// Each item reads it again, and has an error of its own.
	const credentials = await reading.catch(() => undefined);
	return isAsked ? undefined : credentials;
}
