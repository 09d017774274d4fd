import type { IAllExecuteFunctions } from 'n8n-workflow';
import { exchange } from '../../../nodes/ContractManagement/transport/apiExchange';
import {
	isAccepted,
	isSuccess,
	isUnreadable,
	noAnswer,
	type ApiRequest,
	type Exchange,
} from '../../../nodes/ContractManagement/transport/exchange';
import { fakeConnection, networkError } from './support/fakeService.mts';

const READ: ApiRequest = { method: 'GET', path: '/contracts' };
const answer = (status: number, body: unknown): Exchange => ({ status, headers: {}, body });

test('a request carries what was asked, relative to the base URL, and never follows a redirect', async () => {
	const { connection, sent } = fakeConnection(() => ({ body: { ok: true } }), {
		http: { timeout: 5_000, skipSslCertificateValidation: true },
		signal: new AbortController().signal,
	});
	const qs = { startAt: ['gte:A', 'lte:B'] };
	const answered = await exchange(connection, {
		method: 'POST',
		path: '/contracts',
		qs,
		body: { a: 1 },
	});

	expect(answered).toEqual({ status: 200, headers: {}, body: { ok: true } });
	expect(sent).toEqual([
		{
			method: 'POST',
			baseURL: 'https://service.test/v2',
			url: '/contracts',
			qs,
			arrayFormat: 'repeat',
			body: { a: 1 },
			json: true,
			encoding: 'stream',
			skipSslCertificateValidation: true,
			timeout: 0,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			abortSignal: connection.signal,
		},
	]);
});

test('n8n gets the credential as it was read, and has no need to read it again', async () => {
	const credentials = { apiKey: 'k' };
	const { connection } = fakeConnection(() => ({}), { credentials });
	const sending = jest.spyOn(connection.context.helpers, 'httpRequestWithAuthentication');
	await exchange(connection, READ);
	expect(sending.mock.calls[0]![2]?.credentialsDecrypted?.data).toBe(credentials);
});

test('a file is not asked for as JSON', async () => {
	const { connection, sent } = fakeConnection(() => ({ headers: undefined }));
	expect(await exchange(connection, { ...READ, answer: 'file' })).toMatchObject({ headers: {} });
	expect(sent[0]).toMatchObject({ encoding: 'stream' });
	expect(sent[0]).not.toHaveProperty('json');
});

test('an answer is a value, whatever its status', async () => {
	const { connection } = fakeConnection(() => ({
		statusCode: 500,
		body: 'x',
		headers: { a: 'b' },
	}));
	expect(await exchange(connection, READ)).toEqual({ status: 500, body: 'x', headers: { a: 'b' } });
});

test.each(['read EHOSTUNREACH', 'write ENETUNREACH'])(
	'a network that is lost after the request went out: %s',
	(message) => {
		const cause = { code: message.split(' ')[1], message };
		expect(noAnswer({ cause }).failure).toBe('lost');
		const unsent = { ...cause, message: message.replace(/\w+/, 'connect') };
		expect(noAnswer({ cause: unsent }).failure).toBe('unsent');
	},
);

describe('the connection tells whether anything was sent', () => {
	const broken = (socket: unknown, message = 'read ECONNRESET', code = 'ECONNRESET') =>
		noAnswer({ cause: { code, message, request: { socket } } });

	test.each([
		['through a proxy that does not connect', null, 'unsent'],
		['while it is being encrypted', { secureConnecting: true }, 'unsent'],
		['once it is encrypted', { secureConnecting: false }, 'lost'],
		['that is plain', {}, 'lost'],
		['of which nothing is known', undefined, 'lost'],
	])('one that breaks %s', (_when, socket, failure) => {
		const { reason, ...answer } = broken(socket);
		expect(answer).toMatchObject({ failure, code: 'ECONNRESET' });
		expect(reason).toBe(`${socket === null ? 'Proxy connection failed: ' : ''}read ECONNRESET`);
	});

	test('the address of a proxy, a handshake that never fits, and a refusal of ours stay what they are', () => {
		const refused = broken(null, 'connect ECONNRESET 10.0.0.9:3128');
		expect(refused).toMatchObject({
			failure: 'unsent',
			reason: 'connect ECONNRESET 10.0.0.9:3128',
		});
		const untrusted = broken(null, 'self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT');
		expect(untrusted).toMatchObject({ failure: 'blocked' });
		const plain = broken({ secureConnecting: true }, 'wrong version number', 'EPROTO');
		expect(plain).toMatchObject({ failure: 'blocked' });
		expect(broken({ secureConnecting: true }, 'protocol version', 'ERR_SSL_ALERT')).toMatchObject({
			failure: 'blocked',
		});
		const ended = 'Proxy connection ended before receiving CONNECT response';
		expect(broken(null, ended, '')).toMatchObject({ failure: 'unsent', reason: ended });
	});
});

test.each([
	['ECONNREFUSED', 'unsent'],
	['ENOTFOUND', 'unsent'],
	['EAI_AGAIN', 'unsent'],
	['ECONNRESET', 'lost'],
	['ECONNABORTED', 'lost'],
	['ETIMEDOUT', 'lost'],
	['ERR_SSL_BAD_RECORD_TYPE', 'lost'],
	['ERR_SSL_WRONG_VERSION_NUMBER', 'lost'],
	['ERR_INVALID_URL', 'blocked'],
	['CERT_HAS_EXPIRED', 'blocked'],
	['DEPTH_ZERO_SELF_SIGNED_CERT', 'blocked'],
	['ERR_TLS_CERT_ALTNAME_INVALID', 'blocked'],
	[undefined, 'blocked'],
])('no answer with the code %s: %s', async (code, failure) => {
	const reason = failure === 'unsent' ? `connect ${code}` : 'text for people';
	const { connection } = fakeConnection(() => networkError(code, reason));
	expect(await exchange(connection, READ)).toEqual({
		status: 0,
		headers: {},
		body: undefined,
		failure,
		...(code && { code }),
		reason,
	});
});

test.each([
	['ETIMEDOUT', 'connect ETIMEDOUT 203.0.113.7:443'],
	['ECONNRESET', 'Client network socket disconnected before secure TLS connection was established'],
	[undefined, 'Proxy connection timed out'],
])('where no connection came about nothing was sent, whatever the code: %s %s', (code, message) => {
	expect(noAnswer({ cause: { code, message } })).toMatchObject({ failure: 'unsent' });
});

test.each([
	['write EPROTO SSL routines:ssl3_get_record:wrong version number', 'blocked'],
	['write EPROTO SSL routines:tlsv1 alert protocol version', 'blocked'],
	['write EPROTO SSL routines:bad record mac', 'lost'],
])('two ends that cannot agree on TLS have sent nothing: %s is %s', async (text, failure) => {
	const { connection } = fakeConnection(() => networkError('EPROTO', text));
	expect(await exchange(connection, READ)).toMatchObject({ failure, reason: text });
});

test('n8n is not given the execution, whose cancel signal it would put in the place of ours', async () => {
	const { connection } = fakeConnection(() => ({}));
	const given: unknown[] = [];
	const { helpers } = connection.context;
	helpers.httpRequestWithAuthentication = async function (this: IAllExecuteFunctions) {
		given.push('getExecutionCancelSignal' in this, this.helpers, this.getNode());
		return { statusCode: 200 };
	};
	Object.assign(connection.context, { getExecutionCancelSignal: () => undefined });
	await exchange(connection, READ);
	expect(given).toEqual([false, helpers, connection.context.getNode()]);
});

test('an error without anything to read is a refusal of ours, and TLS that breaks later loses the answer', () => {
	expect(noAnswer({})).toMatchObject({ failure: 'blocked' });
	expect(noAnswer({ httpCode: 'EPROTO', message: 'wrong version number' })).toMatchObject({
		failure: 'blocked',
	});
	expect(noAnswer({ httpCode: 'EPROTO', message: 'bad record mac' })).toMatchObject({
		failure: 'lost',
		code: 'EPROTO',
	});
});

test('an error without a cause is read by its own code and text', () => {
	expect(noAnswer({ httpCode: 'ECONNRESET', message: 'gone' })).toMatchObject({
		failure: 'lost',
		code: 'ECONNRESET',
		reason: 'gone',
	});
});

test('an error without words is told by its code', () => {
	const cause = { code: 'ECONNREFUSED', message: '' };
	expect(noAnswer({ cause, message: 'offline' }).reason).toBe('ECONNREFUSED');
});

test.each([
	['an object', answer(200, {}), true],
	['an array', answer(201, []), true],
	['the bare id of what was created', answer(201, '3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718'), true],
	['an HTML page', answer(200, '<html>'), false],
	['cut off JSON', answer(200, '{"data":[{'), false],
	['an empty body', answer(200, ''), false],
	['null', answer(200, null), false],
	['no body', answer(204, undefined), false],
	['a number', answer(200, 5), false],
	['a refusal', answer(404, {}), false],
	['a redirect', answer(302, {}), false],
	['no answer', answer(0, undefined), false],
])('%s is a success: %p', (_name, given, expected) => {
	expect(isSuccess(READ, given)).toBe(expected);
});

test('an empty body is fine where the caller says so, an HTML page is not', () => {
	const write: ApiRequest = { method: 'POST', path: '/x', bodyOptional: true };
	for (const body of ['', ' ', null, undefined]) {
		expect(isSuccess(write, answer(204, body))).toBe(true);
		expect(isSuccess({ ...write, bodyOptional: false }, answer(204, body))).toBe(false);
	}
	expect(isSuccess(write, answer(200, '<html>'))).toBe(false);
});

const NO_SUCCESS = [
	'OK',
	true,
	'Error',
	'failed',
	false,
	'FALSE',
	'No',
	'Unauthorized',
	0,
	'not ok',
	'Rejected',
	'None',
];

test.each([
	...NO_SUCCESS,
	'{"id": "a',
	'[',
	'Maintenance',
	'Timeout',
	'Expired',
	'Conflict',
	'Unknown',
])('%j is not', (body) => {
	const write: ApiRequest = { method: 'PUT', path: '/x', bodyOptional: true };
	expect(isSuccess(write, answer(200, body))).toBe(false);
});

test('where any text will do, only a page for people is not an answer', () => {
	const upload: ApiRequest = { method: 'PUT', path: '/x', answer: 'text' };
	const isPage = (body: unknown) => isUnreadable(upload, answer(200, body));
	expect(['', undefined, '<?xml version="1.0"?>', 'OK', {}].map(isPage)).not.toContain(true);
	expect(['<!DOCTYPE html><html>', '\n<HTML lang="en">'].map(isPage)).toEqual([true, true]);
});

test('a refusal is never unreadable', () => {
	expect(isUnreadable(READ, answer(500, '<html>'))).toBe(false);
	expect(isAccepted(answer(299, ''))).toBe(true);
});

test('an error that comes with a success is no answer', () => {
	expect(isUnreadable(READ, answer(200, { error: { errorId: 'X' } }))).toBe(true);
	expect(isUnreadable(READ, answer(200, { id: '1', error: { errorId: 'X' } }))).toBe(false);
});
