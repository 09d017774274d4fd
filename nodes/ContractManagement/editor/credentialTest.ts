import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IDataObject,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { ContractManagementApi } from '../../../credentials/ContractManagementApi.credentials';
import { profileOf } from '../api/serviceProfile';
import { isObject, unwrap } from '../api/shapes';
import { baseUrlOf } from '../transport/credential';
import { withinTimeout } from '../transport/deadline';
import { secretsOf } from '../transport/errors/redaction';
import { complaintOf, inItsWords } from '../transport/errors/problems';
import { problemOf } from '../transport/errors/sentences';
import { isSuccess, noAnswer, type ApiRequest, type Exchange } from '../transport/exchange';
import { asText, received, withJson } from '../transport/streams';
import { quotable } from '../transport/tries';

const ASKED: ApiRequest = { method: 'GET', path: '/organization' };
const HTTP = { timeout: 30_000 };

const V2 = 'The base URL ends with /v2, for example https://api.example.com/v2.';

const REFUSALS: Record<number, string> = {
	// An unknown version, or "organization" below another resource, where it is a malformed id.
	400: `The service refused the request. Check the API Version. ${V2}`,
	401: 'The service rejected the API key. Copy it again from the integrations area of the organization settings.',
	403: 'The API key is valid, but may not read the organization. Ask an administrator for one that may.',
	404: `The service has no /organization under this base URL. ${V2}`,
};

/**
 * The button Test beside the credential: whether `GET /organization` answers with an organization. n8n's own test by
 * request believes every page that answers 200.
 */
export async function contractManagementApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const baseUrl = baseUrlOf(data as IDataObject);
	const profile = profileOf(data.serviceProfile);
	if (typeof profile === 'string') return { status: 'Error', message: profile };
	const secrets = new Set(secretsOf(data as IDataObject));
	try {
		const answer = await withinTimeout({ http: HTTP }, async (one) =>
			withJson(await received(one, await organizationAt(this, baseUrl, data), asText)),
		);
		const message = complaintAbout(quotable({ secrets }, ASKED, answer), baseUrl);
		return message === undefined
			? { status: 'OK', message: 'Connection successful!' }
			: { status: 'Error', message };
	} catch (error) {
		return { status: 'Error', message: (error as Error).message };
	}
}

function complaintAbout(answer: Exchange, baseUrl: string): string | undefined {
	if (!isSuccess(ASKED, answer)) {
		const complaint = complaintOf(answer.body);
		// In another form than the service's it says nothing of the key.
		const refusal = complaint.errorId === undefined ? undefined : REFUSALS[answer.status];
		if (refusal) return refusal + inItsWords(complaint);
		const { message, description } = problemOf(ASKED, { answer, attempts: 1, baseUrl });
		return `${message}. ${description.replace('Check the parameters of the node. ', '')}`;
	}
	const organization = unwrap(answer.body);
	return isObject(organization) && typeof organization.id === 'string' && organization.id !== ''
		? undefined
		: `What answers at this base URL is not the contract-management API: it shows no organization. ${V2}`;
}

/** @throws what the credential says against its own data */
async function organizationAt(
	{ helpers }: ICredentialTestFunctions,
	baseUrl: string,
	data: ICredentialDataDecryptedObject,
): Promise<Exchange> {
	const uri = `${baseUrl}${ASKED.path}`;
	const asked = { method: 'GET' as const, url: uri };
	const { headers } = await new ContractManagementApi().authenticate(data, asked);
	// n8n gives these tests its older helper only. The key would be sent along a redirect.
	const request = helpers.request({
		method: 'GET',
		uri,
		headers,
		json: true,
		useStream: true,
		...HTTP,
		followRedirect: false,
		followAllRedirects: false,
		simple: false,
		resolveWithFullResponse: true,
	}) as Promise<{ statusCode: number; headers: Record<string, string>; body: unknown }>;
	return await request.then(
		({ statusCode: status, headers: sent, body }) => ({ status, headers: sent, body }),
		(cause: Error) => noAnswer({ cause }),
	);
}
