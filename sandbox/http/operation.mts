import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { ErrorStatus } from '../schemas/error.mts';
import type { SandboxState } from '../state.mts';
import type { Catalog } from '../store/catalog.mts';
import type { ContractViewer } from '../store/contracts/view.mts';
import type { ApiKey } from './keys.mts';

/** One authenticated request of the API. */
export interface Call<Body = unknown> extends ContractViewer {
	state: SandboxState;
	organizationId: string;
	catalog: Catalog;
	key: ApiKey;
	params: Record<string, string>;
	query: Query;
	body: Body;
	/** Address of the sandbox, without `/v2`. */
	origin: string;
}

/** Query parameters as sent; an array when one is repeated. */
export type Query = Record<string, string | string[]>;

export interface Answer {
	status: number;
	body?: unknown;
	headers?: Record<string, string>;
}

/** What an answer is made of, for variants that change its shape. */
export type Shape =
	| 'contract'
	| 'contractPage'
	| 'contractCreated'
	| 'contractPatched'
	| 'counterparty'
	| 'counterpartyPage'
	| 'clause'
	| 'clausePage'
	| 'contractClauses'
	| 'creationForm'
	| 'customObject'
	| 'records'
	| 'recordsPut'
	| 'member'
	| 'organization'
	| 'uploadTarget'
	| 'signedFiles'
	| 'currentVersion'
	| 'sent'
	| 'none';

/** One endpoint of the API: what it is called, takes and answers, as data, and its behaviour. */
export interface Operation<Body extends TSchema = TSchema, Subject = unknown> {
	method: 'GET' | 'POST' | 'PATCH' | 'PUT';
	/** Relative to the base URL, e.g. `/contracts/:id`. */
	path: string;
	tag: string;
	summary: string;
	description?: string;
	query?: TObject;
	body?: Body;
	shape: Shape;
	success: { status: number; schema?: TSchema; description: string };
	/** Statuses of errors beside those of every operation (400, 401, 403, 429, 500). */
	errors?: ErrorStatus[];
	/** The resource that the path names. Throws 404, which comes before any check of the body. */
	find?(call: Call): Subject;
	/** Answers the request. Synchronous, in one transaction: it happens as a whole or not at all. */
	handle(call: Call<Static<Body>>, subject: Subject): Answer;
}

/** Gives an operation its types; the registry holds them all as `Operation`. */
export function operation<Body extends TSchema, Subject>(
	definition: Operation<Body, Subject>,
): Operation {
	return definition as unknown as Operation;
}

export function ok(body: unknown): Answer {
	return { status: 200, body };
}
