import type { IHttpRequestOptions, IN8nHttpFullResponse, INode } from 'n8n-workflow';
import { ASSUMED } from '../../../../nodes/ContractManagement/api/profile';
import type {
	Connection,
	RequestContext,
} from '../../../../nodes/ContractManagement/transport/connection';
import { Gate } from '../../../../nodes/ContractManagement/transport/limit/gate';
import { DEFAULT_RETRY } from '../../../../nodes/ContractManagement/transport/retryPolicy';

/** What reached the service. */
export interface Sent extends Omit<IHttpRequestOptions, 'qs'> {
	qs: Record<string, unknown>;
}

export type Answer = Partial<IN8nHttpFullResponse> | Error;

export const NODE: INode = {
	id: 'n',
	name: 'Contracts',
	type: 'contractManagement',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** A connection whose requests are answered by a function: stands in for n8n's HTTP helper, and nothing else. */
export function fakeConnection(
	answer: (sent: Sent) => Answer | Promise<Answer>,
	more: Partial<Connection> = {},
) {
	const sent: Sent[] = [];
	const debug: string[] = [];
	const context = {
		getNode: () => NODE,
		logger: { debug: (line: string) => debug.push(line) },
		helpers: {
			async httpRequestWithAuthentication(_credential: string, options: IHttpRequestOptions) {
				const request = { ...options, qs: (options.qs ?? {}) as Sent['qs'] };
				sent.push(request);
				const answered = await answer(request);
				if (answered instanceof Error) throw answered;
				return { statusCode: 200, headers: {}, ...answered };
			},
		},
	};
	const connection: Connection = {
		context: context as unknown as RequestContext,
		baseUrl: 'https://service.test/v2',
		account: 'account',
		profile: ASSUMED,
		gate: new Gate({ concurrency: 8, isOwn: true, perSecond: 0 }),
		executionId: '1',
		execution: {},
		http: {},
		retry: { ...DEFAULT_RETRY, baseDelayMs: 1 },
		credentials: {},
		secrets: new Set(),
		...more,
	};
	return { connection, sent, debug };
}

/** The error that n8n's helper throws when no answer arrived. */
export function networkError(code: string | undefined, words?: string): Error {
	const message = words ?? `${code === 'ECONNRESET' ? 'read' : 'connect'} ${code}`;
	const cause = Object.assign(new Error(message), code && { code });
	return Object.assign(new Error(message, { cause }), { httpCode: code ?? null });
}
