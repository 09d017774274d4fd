import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { errorItem } from '../../../nodes/ContractManagement/node/errorItem';
import {
	apiError,
	atItem,
	invalidInput,
	nodeApiError,
	statusOf,
} from '../../../nodes/ContractManagement/transport/errors/requestError';
import { canceledError } from '../../../nodes/ContractManagement/transport/canceled';
import type { Connection } from '../../../nodes/ContractManagement/transport/connection';
import { NODE } from './support/fakeService.mts';

const ITEM = { node: NODE, itemIndex: 0, input: { json: {} } };
const READ = { method: 'GET', path: '/contracts' } as const;
const refusal = (status: number, body: unknown) => ({
	answer: { status, headers: {}, body },
	attempts: 1,
});

test('an API error carries what workflows branch on', () => {
	const details = { field: 'Term' };
	const error = apiError(
		NODE,
		READ,
		refusal(400, { error: { errorId: 'FIELD_NOT_FOUND', details } }),
	);
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error).toMatchObject({
		message: "There is no field 'Term'",
		httpCode: '400',
		context: { errorId: 'FIELD_NOT_FOUND', details, statusCode: 400, attempts: 1 },
	});
});

test('without an answer there is no status, but the kind of failure', () => {
	const answer = { status: 0, headers: {}, body: undefined, failure: 'lost' as const };
	const error = apiError(NODE, READ, { answer, attempts: 2 });
	expect(error.httpCode).toBeNull();
	expect(error.context).toMatchObject({ statusCode: 0, failure: 'lost' });
	expect(error.context).not.toHaveProperty('errorId');
});

test('what was never sent has no status, as it does not pass by itself', () => {
	const answer = { status: 0, headers: {}, body: undefined, failure: 'blocked' as const };
	const error = apiError(NODE, READ, { answer, attempts: 1 });
	expect(errorItem(error, ITEM).json.details).toMatchObject({ statusCode: null, httpCode: null });
});

test('our words stay, also where they contain a code of the operating system', () => {
	const word = "There is no field 'Preexisting terms'";
	const details = { field: 'Preexisting terms' };
	expect(
		apiError(NODE, READ, refusal(400, { error: { errorId: 'FIELD_NOT_FOUND', details } })).message,
	).toBe(word);
	expect(invalidInput(NODE, { message: word, description: 'x' }).message).toBe(word);
	expect(nodeApiError(NODE, { message: word, description: 'x' }).message).toBe(word);
});

test('invalid input names the field and the value, if there are any', () => {
	const error = invalidInput(
		NODE,
		{ message: 'm', description: 'd', field: 'Limit', value: -1 },
		3,
	);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.context).toMatchObject({
		errorId: 'INVALID_INPUT',
		details: { field: 'Limit', value: -1 },
		itemIndex: 3,
	});
	expect(invalidInput(NODE, { message: 'm', description: 'd' }).context.details).toEqual({});
});

test('the item of a failure has exactly the keys that n8n takes for an error', () => {
	const details = { field: 'Term', statusCode: 'SHADOW' };
	const error = apiError(
		NODE,
		READ,
		refusal(404, { error: { errorId: 'X', message: 'Gone', details } }),
	);
	expect(errorItem(error, { ...ITEM, itemIndex: 2 })).toEqual({
		json: {
			error: 'Gone',
			details: {
				field: 'Term',
				errorId: 'X',
				statusCode: 404,
				httpCode: '404',
				outcome: 'notExecuted',
				description: error.description,
				itemIndex: 2,
			},
		},
		pairedItem: { item: 2 },
	});
});

test('an item for the error output is marked for an n8n before 2.35, and its copy is not', () => {
	const node: INode = { ...NODE, onError: 'continueErrorOutput' };
	const marked = errorItem(new Error('bug'), { ...ITEM, node });
	expect(marked.error).toEqual({ message: 'bug' });
	expect({ ...marked }).not.toHaveProperty('error');
	expect(errorItem(new Error('bug'), ITEM)).not.toHaveProperty('error');
});

test('an item for the error output has the files of the input, to be sent again', () => {
	const input = { json: {}, binary: { data: { data: 'JVBERg==', mimeType: 'application/pdf' } } };
	const node: INode = { ...NODE, onError: 'continueErrorOutput' };
	expect(errorItem(new Error('bug'), { node, itemIndex: 0, input }).binary).toEqual(input.binary);
	// Where it goes on with the others, it could be taken for the file that was to be read.
	expect(errorItem(new Error('bug'), { ...ITEM, input })).not.toHaveProperty('binary');
});

test('anything that was thrown becomes an item', () => {
	const item = (thrown: unknown) => errorItem(thrown, ITEM).json;
	const nothing = {
		errorId: null,
		statusCode: null,
		httpCode: null,
		outcome: 'notExecuted',
		description: null,
		itemIndex: 0,
	};
	expect(item(new Error('bug'))).toEqual({ error: 'bug', details: nothing });
	expect(item('text')).toEqual({ error: 'text', details: nothing });
});

test('an error learns its item, if it can', () => {
	const error = nodeApiError(NODE, { message: 'm', description: 'd' });
	expect(atItem(error, 4).context.itemIndex).toBe(4);
	const plain = new Error('x');
	expect(atItem(plain, 4)).toBe(plain);
});

test('the status is known of refusals only', () => {
	expect(statusOf(apiError(NODE, READ, refusal(400, '')))).toBe(400);
	expect(statusOf(new Error('x'))).toBeUndefined();
	expect(statusOf(undefined)).toBeUndefined();
});

test('a stop by a person and a deadline are told apart', () => {
	const timeout = new DOMException('late', 'TimeoutError');
	const said = (signal?: AbortSignal) =>
		canceledError({ context: { getNode: () => NODE } as Connection['context'], signal }).message;
	expect(said(AbortSignal.abort(timeout))).toBe('The time for this ran out');
	expect(said(AbortSignal.abort())).toBe('The execution was canceled');
	expect(said()).toBe('The execution was canceled');
});

test('an error may have a name of its own', () => {
	const words = { message: 'm', description: 'd' };
	expect(nodeApiError(NODE, { ...words, errorId: 'X' }, { statusCode: 404 }).context).toMatchObject(
		{
			errorId: 'X',
			statusCode: 404,
		},
	);
	expect(nodeApiError(NODE, words).context).not.toHaveProperty('errorId');
});
