import { HARMLESS } from '../../../nodes/ContractManagement/node/runnable';
import { items, recipeCode } from '../../support/recipes/nodeCode.mts';

const { run, value } = recipeCode('when-something-fails');
const NOW = '2026-11-26T12:00:00.000Z';

const GONE = {
	message: 'No contract',
	context: { errorId: 'CONTRACT_NOT_FOUND', statusCode: 404, details: { items: 1 } },
};
const AWAY = {
	message: 'The service is away',
	description: 'Try later.',
	context: { errorId: null, statusCode: 503, outcome: 'notExecuted', details: { items: 40 } },
};

/** The refusal of a contract whose status is this. */
function taken(how: string) {
	const details = { items: 1, failedItems: [0] };
	const context = { errorId: 'INVALID_STATUS_TRANSITION', statusCode: 409, details };
	return { message: `The contract is ${how}`, context };
}

function failed(error: object, execution: object = {}) {
	const json = {
		execution: { id: '7', url: 'http://n8n/workflow/w/executions/7', error, ...execution },
		workflow: { id: 'w', name: 'Orders' },
	};
	return run('What failed', { input: items(json) })[0]!.json;
}

/** Which output of "What to do" a failure takes, after so many alike. */
function decision(failure: object, { alike = 0, tries = 0 } = {}) {
	const rows = Array.from({ length: alike }, (_, index) => ({ executionId: String(index) }));
	const outputs = {
		'What failed': items(failure),
		// A node that always puts out something puts out one empty item where there is no row.
		Alike: items(...(rows.length > 0 ? rows : [{}])),
	};
	const around = { input: items({ tries }), outputs };
	const rule = (index: number) =>
		value<boolean>('What to do', `rules.values.${index}.conditions.conditions.0.leftValue`, around);
	return rule(0) ? 'ignore' : rule(1) ? 'retry' : 'ask';
}

test('a contract that is gone is ignored; many of them within a week are told', () => {
	const alike = [0, 1, 2, 9].map((count) => decision(failed(GONE), { alike: count }));
	expect(alike).toEqual(['ignore', 'ignore', 'ask', 'ask']);
});

test.each([
	['get', GONE, 'ignore'],
	['sendForSignature', GONE, 'ignore'],
	['markAsSigned', GONE, 'ask'],
	['getByExternalId', { ...GONE, message: "No contract belongs to 'D-1'" }, 'ask'],
	['sendForSignature', taken('already out for signature'), 'ignore'],
	['sendForSignature', taken('already signed'), 'ignore'],
	['sendForSignature', taken('canceled'), 'ask'],
	['markAsSigned', taken('already signed'), 'ask'],
	['markAsSigned', taken('canceled'), 'ask'],
])('only what is so already, or is gone, is ignored: %s, %j', (operation, error, wanted) => {
	expect(decision(failed({ ...error, node: { parameters: { operation } } }))).toBe(wanted);
});

test('what may pass is run again three times, if nothing was executed', () => {
	const tried = [0, 2, 3].map((tries) => decision(failed(AWAY), { tries, alike: 50 }));
	expect(tried).toEqual(['retry', 'retry', 'ask']);
	const part = { items: 40, executedItems: [0] };
	expect(failed({ ...AWAY, context: { ...AWAY.context, details: part } }).advice).toBe(
		'Retry does the items again that were executed, which may do harm. Try later.',
	);
	const lost = { ...AWAY, context: { ...AWAY.context, outcome: 'unknown' } };
	expect(decision(failed(lost))).toBe('ask');
	expect(decision(failed({ message: 'Another node' }))).toBe('ask');
});

const TWELVE = Array.from({ length: 12 }, (_, index) => index);
const BUSY = { errorId: 'INVALID_STATUS_TRANSITION', statusCode: 409 };

test.each([
	['none of 40 rows is created', {}, { items: 40, executedItems: [] }, 'retry'],
	['12 of 40 rows are created', {}, { items: 40, executedItems: TWELVE }, 'ask'],
	['one of them may be', {}, { items: 40, unknownItems: [3] }, 'ask'],
	['6 of 10 are sent', {}, { items: 10, executedItems: TWELVE.slice(6) }, 'ask'],
	['the first of 10 is out, the others wait', BUSY, { items: 10, failedItems: [0] }, 'ask'],
	['nobody knows of how many', BUSY, {}, 'ask'],
])('%s', (_, changes, details, wanted) => {
	const failure = failed({ ...AWAY, context: { ...AWAY.context, ...changes, details } });
	expect(decision(failure)).toBe(wanted);
});

test.each([
	[`${HARMLESS}: Find Existing finds what was created.`, {}, 'retry'],
	['Running this again changes nothing: what is signed stays.', { unknownItems: [3] }, 'ask'],
	['Running this again creates their contracts a second time.', {}, 'ask'],
])('12 of 40 items were executed. %s', (description, more, wanted) => {
	const details = { items: 40, executedItems: TWELVE, ...more };
	const failure = failed({ ...AWAY, description, context: { ...AWAY.context, details } });
	expect(decision(failure)).toBe(wanted);
});

test('a sub-workflow belongs to the workflow that called it', () => {
	expect(decision(failed(AWAY, { mode: 'integrated' }))).toBe('ignore');
	expect(decision(failed(GONE, { mode: 'integrated' }), { alike: 50 })).toBe('ignore');
});

test('a trigger that fails has no execution to run again', () => {
	const json = { trigger: { error: AWAY }, workflow: { name: 'Orders' } };
	const [{ json: failure }] = run('What failed', { input: items(json) }) as [{ json: object }];
	expect(failure).toMatchObject({ executionId: 'trigger-1', url: '' });
	expect(decision(failure)).toBe('ask');
	for (const executionIds of [['trigger-1'], ['trigger-1', 'trigger-2']]) {
		const input = items({ ...failure, executionIds });
		expect(value('Mail to a person', 'text', { input })).toMatch(
			/\n\nLook at it in its workflow, and under Executions\. A trigger failed, so there is nothing to retry\.\n$/,
		);
	}
});

test('messages are bounded', () => {
	const { message, advice } = failed({
		message: 'x'.repeat(3_000_000),
		description: 'y'.repeat(999),
	});
	expect([String(message).length, String(advice).length]).toEqual([501, 501]);
});

describe('mails', () => {
	const row = (id: number, changes: object = {}) => ({
		executionId: String(id),
		...{ workflow: 'Orders', node: 'Read', errorId: '', message: `No answer for ${id}` },
		...{ state: 'ask', dueAt: '2026-11-26T11:59:00.000Z', url: 'http://n8n/1', ...changes },
	});
	const grouped = (due: object[], told: object[] = [{}]) => {
		const outputs = { Due: items(...due), 'Told lately': items(...told) };
		return run('Groups', { input: [], outputs, now: NOW }).map(({ json }) => json);
	};

	test('twenty failures alike are one mail, which says so', () => {
		const due = Array.from({ length: 20 }, (_, index) => row(index + 1));
		const [mail, ...more] = grouped(due);
		expect(more).toEqual([]);
		expect(mail).toMatchObject({ isStill: false, executionIds: due.map((one) => one.executionId) });
		const input = items(mail!);
		expect(value('Mail to a person', 'subject', { input })).toBe('Failed: Orders (20 times)');
		const text = value<string>('Mail to a person', 'text', { input });
		expect(text).toContain('Orders failed at Read, 20 times.');
		expect(text).toContain('Executions: 1, 2, 3,');
	});

	test.each([
		["Wrong type: 'abc' is a string [item 0]", "Wrong type: 'x y' is a string [item 12]"],
		['duplicate key (name)=("Acme")', 'duplicate key (name)=("Globex & Co")'],
		['550 mailbox a@x.example unavailable', '550 mailbox b.c@y.example unavailable'],
		['No answer of https://a.example/1?x=y', 'No answer of https://b.example/'],
	])('what differs in a value only is one mail: %s', (...messages) => {
		expect(grouped(messages.map((message, index) => row(index, { message })))).toHaveLength(1);
	});

	test('another workflow, node or error is another mail; retries stay one by one', () => {
		const due = [
			row(1),
			row(2, { workflow: 'Other' }),
			row(3, { node: 'Write' }),
			row(4, { message: 'Another' }),
			row(5, { state: 'retry' }),
			row(6, { state: 'retry' }),
		];
		expect(grouped(due)).toHaveLength(6);
		expect(value('Mail to a person', 'subject', { input: items(grouped([row(1)])[0]!) })).toBe(
			'Failed: Orders',
		);
	});

	test('what was told within the hour waits, and is told as still failing after it', () => {
		const told = (minutes: number) =>
			row(9, { state: 'asked', dueAt: new Date(Date.parse(NOW) - minutes * 60_000).toISOString() });
		expect(grouped([row(1)], [told(5)])).toEqual([]);
		expect(grouped([row(1), row(2, { state: 'retry' })], [told(5)])).toHaveLength(1);
		expect(grouped([row(1)], [told(90), told(5)])).toEqual([]);
		const [mail] = grouped([row(1)], [told(90)]);
		expect(mail).toMatchObject({ isStill: true });
		expect(value('Mail to a person', 'subject', { input: items(mail!) })).toBe(
			'Still failing: Orders',
		);
	});
});

describe('running again', () => {
	const EXECUTION = {
		...{ id: '7', retryOf: null, retrySuccessId: null, workflowId: 'w' },
		...{ startedAt: '2026-11-26T11:00:00.000Z', stoppedAt: '2026-11-26T11:00:05.000Z' },
	};
	const WORKFLOW = { active: true, updatedAt: '2026-11-20T00:00:00.000Z' };
	const later = { id: '9', startedAt: '2026-11-26T11:02:00.000Z' };

	const verdict = ({
		execution = {},
		workflow = {},
		runs = [] as object[],
		running = [] as object[],
	}) => {
		const outputs = {
			Execution: items({ ...EXECUTION, ...execution }),
			Workflow: items({ ...WORKFLOW, ...workflow }),
			Runs: items({ data: [EXECUTION, ...runs] }),
			Running: items({ data: running }),
		};
		return run('What became of it', { input: [], outputs })[0]!.json.verdict;
	};

	test.each([
		['nobody touched it', {}, 'run'],
		['it was retried', { execution: { retrySuccessId: '9' } }, 'left'],
		['a retry of it failed', { runs: [{ ...later, retryOf: '7' }] }, 'left'],
		['a retry of it runs', { running: [{ ...later, startedAt: null, retryOf: 7 }] }, 'left'],
		[
			'what it is a retry of was retried once more',
			{ execution: { retryOf: '3' }, runs: [{ ...later, retryOf: '3' }] },
			'left',
		],
		[
			'another retry of the same came before',
			{
				execution: { retryOf: '3' },
				runs: [{ id: '5', retryOf: '3', startedAt: '2026-11-26T10:00:00.000Z' }],
			},
			'run',
		],
		['others of the workflow ran', { runs: [{ ...later, retryOf: null }, later] }, 'run'],
		['its workflow was unpublished', { workflow: { active: false } }, 'ask'],
		['its workflow was changed', { workflow: { updatedAt: '2026-11-26T11:30:00.000Z' } }, 'ask'],
	])('%s', (_, changes, wanted) => {
		expect(verdict(changes)).toBe(wanted);
	});

	test.each([
		['success', 'solved'],
		// An approval that could be asked for now waits for its answer.
		['waiting', 'solved'],
		['error', 'failed again'],
	])('a run that ended as %s: %s', (status, wanted) => {
		expect(value('Outcome', 'columns.value.state', { input: items({ status }) })).toBe(wanted);
	});

	test.each([
		// n8n gives an error item the fields of the input, here the row's.
		['Execution', { advice: 'Row', error: { message: '401' } }, 1, 'run again: 401\n\n'],
		['Still wanted', { advice: 'It was not run again.' }, 1, 'It was not run again.\n\n'],
		['Still wanted', { advice: 'Changed.' }, 3, 'Changed.\nTries so far: 2.\n'],
		// A proxy before n8n may give up while n8n runs it.
		[
			'Run again',
			{ error: '504' },
			1,
			'Look first whether it was run again: 504\nTries so far: 1.\n',
		],
		['Run again', { error: { message: '403', httpCode: '403' } }, 1, 'run again: 403\n\n'],
	])('what is said where it ended at %s with %j', (from, json, tries, words) => {
		const outputs = { 'One by one': items({ tries }) };
		const noted = (column: string) =>
			value('Not possible', `columns.value.${column}`, { input: items(json), outputs, from });
		const row = { executionIds: ['7'], url: 'http://n8n/7', state: noted('state') };
		const input = items({ ...row, advice: noted('advice'), tries: noted('tries') });
		expect(value('Mail to a person', 'text', { input })).toContain(words);
	});
});
