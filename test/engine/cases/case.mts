import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Sandbox } from '../../support/sandbox.mts';

/** The base URL of the recorded service. */
export const BASE_URL = 'https://service.test/v2';

/**
 * One row of the table of operations: what the person set, exactly the requests that go out, and the items that come
 * out. Each row runs against recorded answers, and against the sandbox, which sees no recorded answer at all.
 */
export interface OperationCase<Fixture = unknown> {
	/** `contract.getAll` */
	operation: string;
	/** The behaviour, as the rest of a sentence that begins with the operation. */
	does: string;
	fixture: {
		/** The records that the recorded answers are made of. */
		recorded(): Fixture;
		/** The same kind of records in a sandbox with its demo seed. */
		live(sandbox: Sandbox): Promise<Fixture>;
	};
	run(fixture: Fixture): CaseRun;
}

export interface CaseRun {
	/** Without resource and operation. Take what differs between items from expressions. */
	parameters: Record<string, unknown>;
	/** Three input items at least, so that item linking shows. */
	inputs: IDataObject[];
	/** Binary data of each input item. */
	binaries?: Array<INodeExecutionData['binary']>;
	/** The requests of all items together, in any order: these and no others. */
	calls: Call[];
	/** For each input item the json of its output items; matchers such as `expect.objectContaining` are fine. */
	outputs: unknown[][];
}

export interface Call {
	method: 'GET' | 'PATCH' | 'POST' | 'PUT';
	/** Path relative to the base URL, or to `origin` where that is given. */
	path: string;
	/** Another server than the service, such as a file storage. */
	origin?: string;
	/** The whole query; without it there is none. */
	query?: Record<string, string | string[]>;
	/** The whole JSON body; without it there is none. A function checks it, a Buffer is bytes. */
	body?: unknown;
	/** What the recorded service answers; 200 unless said. */
	reply?: { status?: number; body?: unknown; headers?: Record<string, string> };
}

/** Keeps the type of the fixture between the two halves of a case. */
export function operationCase<Fixture>(given: OperationCase<Fixture>): OperationCase {
	return given as OperationCase;
}

/** The body of a list endpoint. */
export function pageOf(records: unknown[], nextCursor: string | null = null) {
	return {
		data: records,
		pagination: {
			limit: 100,
			next_cursor: nextCursor,
			prev_cursor: null,
			has_next: nextCursor !== null,
			has_previous: false,
		},
		links: { self: '', next: null, prev: null },
	};
}

/** A UUID that says what it is: `uuid('c', 7)`. */
export function uuid(kind: string, number: number): string {
	const prefix = kind.charCodeAt(0).toString(16).padStart(8, '0');
	return `${prefix}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
