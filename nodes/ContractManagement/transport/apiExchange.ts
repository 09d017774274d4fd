import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
} from 'n8n-workflow';
import type { Connection } from './connection';
import { CREDENTIAL } from './credential';
import { noAnswer, type ApiRequest, type Exchange } from './exchange';

/** How everything is sent: answers are values, whatever their status, and their bodies streams. */
export const STREAMED = {
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	// Also keeps axios from holding every chunk of an upload in memory, for a redirect that never comes.
	disableFollowRedirect: true,
	// The signal ends it. None at all would be n8n's five minutes.
	timeout: 0,
} as const;

/** Sends one authenticated request. Never throws. */
export async function exchange(connection: Connection, request: ApiRequest): Promise<Exchange> {
	const { helpers } = connection.context;
	const data = connection.credentials as ICredentialDataDecryptedObject;
	try {
		const response = await helpers.httpRequestWithAuthentication.call(
			callerOf(connection),
			CREDENTIAL,
			optionsOf(connection, request),
			{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data } },
		);
		return { status: response.statusCode, headers: response.headers ?? {}, body: response.body };
	} catch (error) {
		return noAnswer(error);
	}
}

// All that n8n's function uses of its `this`. Given an execution's context, it puts the execution's cancel signal in the
// place of ours, and no deadline would end the request.
function callerOf({ context }: Connection): IAllExecuteFunctions {
	const { helpers, logger } = context;
	return { helpers, logger, getNode: () => context.getNode() } as IAllExecuteFunctions;
}

function optionsOf(connection: Connection, request: ApiRequest): IHttpRequestOptions {
	return {
		...connection.http,
		method: request.method,
		baseURL: connection.baseUrl,
		url: request.path,
		...(request.qs && { qs: request.qs, arrayFormat: 'repeat' as const }),
		...(request.body !== undefined && { body: request.body as IHttpRequestOptions['body'] }),
		...(request.answer !== 'file' && { json: true }),
		...STREAMED,
		abortSignal: connection.signal,
	};
}
