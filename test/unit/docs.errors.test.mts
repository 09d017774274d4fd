import type { INode, NodeOperationError } from 'n8n-workflow';
import { canceledError } from '../../nodes/ContractManagement/transport/canceled';
import { errorItem } from '../../nodes/ContractManagement/node/errorItem';
import { apiError, atItem } from '../../nodes/ContractManagement/transport/errors/requestError';
import { problemOf } from '../../nodes/ContractManagement/transport/errors/sentences';
import type {
	ApiRequest,
	Exchange,
	Outcome,
} from '../../nodes/ContractManagement/transport/exchange';
import { isInconclusive } from '../../nodes/ContractManagement/transport/retry';
import { ERROR_IDS, STATUS_NAMES } from '../../sandbox/schemas/error.mts';
import { codeBlocks, document, generated } from '../support/documents.mts';

const ID = '3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';
const READ: ApiRequest = { method: 'GET', path: `/contracts/${ID}` };
const CREATE: ApiRequest = { method: 'POST', path: '/contracts', body: {} };

/** The codes that the specification lists; the sandbox has more, which are worded by their status. */
const DOCUMENTED = [
	'CONTRACT_NOT_FOUND',
	'COUNTERPARTY_NOT_FOUND',
	'TEMPLATE_NOT_FOUND',
	'MEMBER_NOT_FOUND',
	'FIELD_NOT_FOUND',
	'FIELD_OPTION_NOT_FOUND',
	'INVALID_STATUS_TRANSITION',
] as const;

const DETAILS: Record<string, Record<string, unknown>> = {
	FIELD_NOT_FOUND: {
		field: 'Paiment term',
		availableOptions: ['Payment term', 'Start date'],
	},
	FIELD_OPTION_NOT_FOUND: {
		field: 'Payment term',
		value: '30d',
		availableOptions: ['30 days', '60 days'],
	},
};

const STATUSES = [...Object.keys(STATUS_NAMES), '408', '502', '503', '504']
	.map(Number)
	.toSorted((a, b) => a - b);

test('docs/errors.md says what the node says for every errorId of the specification', () => {
	const rows = DOCUMENTED.map((errorId) => {
		const { status, meaning } = ERROR_IDS[errorId];
		const body = { error: { errorId, message: meaning, details: DETAILS[errorId] ?? {} } };
		return row(`\`${errorId}\` (${status})`, READ, answer(status, body));
	});
	expect(rows).toHaveLength(DOCUMENTED.length);
	const { found, wanted } = generated('docs/errors.md', 'errorIds', messages('errorId', rows));
	expect(found).toBe(wanted);
});

test('docs/errors.md says what the node says for every status of the specification', () => {
	const rows = STATUSES.map((status) => row(String(status), READ, answer(status)));
	const { found, wanted } = generated('docs/errors.md', 'statuses', messages('Status', rows));
	expect(found).toBe(wanted);
});

test('docs/errors.md says what the node says when there is no usable answer', () => {
	const context = { getNode: () => ({ name: 'Node' }) };
	const html = '<html><body>Sign in</body></html>';
	const rows = [
		row('Redirect', READ, answer(302)),
		row('Not JSON, when reading', READ, answer(200, 'Sign in')),
		row('A web page with 400 or more', READ, answer(403, html)),
		row('Connection refused, host unknown', READ, failure('unsent', 'connect ECONNREFUSED'), 6),
		row('Answer lost, when reading', READ, failure('lost', 'socket hang up'), 6),
		row('Answer lost, when creating', CREATE, failure('lost', 'socket hang up')),
		row('Told to wait for longer than Retry for Up To', READ, answer(429), 1, {
			tooLongMs: 600_000,
		}),
		rowOf('Stopped by you', canceledError({ context } as never) as NodeOperationError),
	];
	const { found, wanted } = generated(
		'docs/errors.md',
		'noAnswer',
		messages('What happened', rows),
	);
	expect(found).toBe(wanted);
});

test('what docs and recipe say to run again is what the node itself sends again', () => {
	const again = [0, ...STATUSES.filter((status) => attempts(status) > 1)];
	const page = document('docs/recipes/when-something-fails.md').text;
	expect(page).toContain(`the status is ${again.join(', ').replace(/, (\d+)$/, ' or $1')} |`);
	for (const file of ['docs/errors.md', 'workflows/when-something-fails.json']) {
		expect(document(file).text).toContain(`[${again.join(', ')}].includes(`);
	}
});

test('the error item in docs/errors.md is the one that the node makes', () => {
	const { FIELD_OPTION_NOT_FOUND: details } = DETAILS;
	const body = { error: { errorId: 'FIELD_OPTION_NOT_FOUND', message: '', details } };
	const outcome = { answer: answer(400, body), attempts: 1 };
	const error = atItem(apiError({ name: 'Node' } as INode, CREATE, outcome), 3);
	const item = { node: { name: 'Node' } as INode, itemIndex: 3, input: { json: {} } };
	const [shown] = codeBlocks(document('docs/errors.md'));
	expect(JSON.parse(shown!.code)).toEqual(errorItem(error, item).json);
});

/** Without descriptions, which people see in n8n beside the message. */
function messages(first: string, rows: string[]): string {
	const short = rows.map((each) => `${each.split(' | ').slice(0, 2).join(' | ')} |`);
	return [`| ${first} | Message |`, '|---|---|', ...short].join('\n');
}

function row(
	name: string,
	asked: ApiRequest,
	answered: Exchange,
	times = 1,
	trials?: Partial<Outcome>,
): string {
	const outcome = { answer: answered, attempts: times, ...trials };
	return rowOf(name, problemOf(asked, outcome));
}

function rowOf(
	name: string,
	{ message, description }: Pick<NodeOperationError, 'description' | 'message'>,
): string {
	return `| ${name} | ${inCell(message)} | ${inCell(description ?? '')} |`;
}

function inCell(text: string): string {
	return text.trim().replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

function attempts(status: number): number {
	return status === 429 || isInconclusive(status) ? 6 : 1;
}

function answer(status: number, body: unknown = ''): Exchange {
	return { status, headers: {}, body };
}

function failure(kind: Exchange['failure'], reason?: string): Exchange {
	return { status: 0, headers: {}, body: undefined, failure: kind, reason };
}
