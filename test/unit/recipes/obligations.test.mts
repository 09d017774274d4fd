import { document } from '../../support/documents.mts';
import { items, recipeCode } from '../../support/recipes/nodeCode.mts';

const { run, value } = recipeCode('obligations');
const KNOWN = { name: 'C', question: 'Q', lines: '' };

function checked(answer: unknown) {
	const outputs = { 'Known so far': items(KNOWN) };
	const input = items({ data: { Obligations: answer } });
	return run('Check the answer', { input, outputs })[0]!.json as {
		data?: { Obligations: string };
		lines: string;
		question: string;
	};
}

const written = (answer: string) =>
	run('Rows', { input: items({ contractId: 'c', answer }) }).map(({ json }) => [
		json.title,
		json.dueDate,
	]);

test.each([
	['2027-01-31 Report', [['Report', '2027-01-31']]],
	['- 2027-01-31: Report', [['Report', '2027-01-31']]],
	['Pay the invoice of 31.01.2027', [['Pay the invoice of 31.01.2027', '']]],
	['Pay by card before 30 days pass', [['Pay by card before 30 days pass', '']]],
	["30 days' notice", [["30 days' notice", '']]],
	['none: 31.01.2027 is a Sunday', [['31.01.2027 is a Sunday', '']]],
	['2027-01-31 Report for 2026-12-31', [['Report for 2026-12-31', '2027-01-31']]],
	['– 2027-01-31 Report', [['Report', '2027-01-31']]],
	['Maintain stock', [['Maintain stock', '']]],
	...[
		'Give notice by mail 30 days before the end',
		'Provide support (24/7/365)',
		'Pay a fee: 12000 €',
		'Send no more than 3 separate invoices',
	].map((line): [string, string[][]] => [line, [[line, '']]]),
	['1. Pay the invoice', [['1. Pay the invoice', '']]],
	['By hand: deliver 3 copies', [['By hand: deliver 3 copies', '']]],
	['March for peace', [['March for peace', '']]],
	[
		'Pay\nPay',
		[
			['Pay', ''],
			['Pay', ''],
		],
	],
	[
		'2027-01-31 Pay\n2027-02-28 Pay',
		[
			['Pay (2027-01-31)', '2027-01-31'],
			['Pay (2027-02-28)', '2027-02-28'],
		],
	],
])('%j is written as it is meant', (answer, rows) => {
	const { data } = checked(answer);
	expect(written(data!.Obligations)).toEqual(rows);
});

test.each([
	'31.01.2027 Report',
	'31/01/2027: Report',
	'1-31-27 Report',
	'2027/01/31 Report',
	'2027-1-31 Report',
	'2027-02-31 Report',
	'2027-01-31',
	'2027-01-31 -',
	'2027-06-30 to 2027-07-31 audit',
	'2027-06-30 – 31.07.2027 audit',
	'2027-06-30/2027-07-31 audit',
	'31 January 2027 Report',
	'31. Januar 2027 Bericht',
	'January 31, 2027 Report',
	'March 2027 Report',
	'Q1 2027 Report',
	'01/2027 Report',
	'- 31.01.2027 Report',
	'1) 2027-01-31 Report',
	'1. 31.01.2027 Report',
	'(2027-01-31) Report',
	'[ ] 2027-01-31 Report',
	'**2027-01-31** Report',
	'Due on 2027-01-31: report',
	'Report by 2027-01-31',
	'Deliver the annual report by 2027-01-31',
	'Den Jahresbericht liefern bis zum 31.01.2027.',
	'Deliver the annual report (31 January 2027)',
	'Deliver the annual report - 2027-01-31',
	'Deliver no later than 2027-01-31',
	'Deliver the annual report by 06 2027',
	'Kündigung bis spätestens 30.09.2027',
	'Lieferung des Berichts vor dem 31.01.2027',
	'am 31.01.2027 Bericht',
	'le 31/01/2027 rapport',
	'Until 31 January 2027 report',
	'Mon, 2027-02-01 report',
])('%j is asked about again, and nothing is noted', (line) => {
	const { data, lines, question } = checked(`2027-01-31 Good\n${line}`);
	expect(data).toBeUndefined();
	const said = line.replace(/^- /, '');
	expect(lines).toBe(`2027-01-31 Good\n${said}`);
	expect(question).toContain(`NOT UNDERSTOOD, nothing was written yet:\n${said}\n\n`);
	expect(question).toMatch(/\n\nQ$/);
});

const NOTHING = ['', '  \n', null, undefined, '-', 'None.', 'n/a', 'keine', 'none:', '– NONE\n\n—'];
test.each(NOTHING)('an answer that says nothing (%j) writes nothing', (answer) => {
	expect(checked(answer).data).toEqual({ Obligations: '' });
});

test('what a contract says is no markup of the mail or its page', () => {
	const question = 'See <a href="https://evil.example">here</a> &lt;b&gt;';
	const shown = value<string>('Ask a person', 'message', { input: items({ question }) });
	// n8n takes names such as &lt; for the signs themselves, and leaves numbers as they are.
	expect(shown).not.toMatch(/[<>"]|&(?!#\d+;)/);
	expect(shown).toContain('&#60;a href=&#34;');
});

test.each([
	[0, 24],
	['', 24],
	[null, 24],
	[-1, 1],
	[0.001, 1],
	[48, 48],
])('%j hours until a reminder are %i', (remindAfterHours, hours) => {
	const outputs = { Settings: items({ remindAfterHours }) };
	const path = 'options.limitWaitTime.values.resumeAmount';
	expect(value('Ask a person', path, { input: [], outputs })).toBe(hours);
});

test('files are waited for ten minutes, as nothing looks for them later', () => {
	expect(value('Signed files', 'options.waitSeconds', { input: [] })).toBe(600);
	const { text } = document('docs/recipes/obligations.md');
	expect(text).toContain('| Files are not ready | The node waits ten minutes');
});

test('a day that the model writes in another way is told', () => {
	const obligations = [{ title: 'Pay', dueDate: '31.01.2027', quote: 'said' }];
	const outputs = {
		Contract: items({ id: 'c'.repeat(36), name: 'C' }),
		'Text of the PDF': items({ text: 'it is said' }),
	};
	const [made] = run('Proposal', { input: items({ output: { obligations } }), outputs });
	expect(made!.json.lines).toBe('Pay');
	expect(made!.json.question).toContain('"said"\nThe model says when: 31.01.2027');
});

describe('what is done about a contract', () => {
	const now = '2027-01-01T12:00:00Z';
	const next = (state: string | undefined, giveUpAt: unknown) => {
		const outputs = { Settings: items({ giveUpAt }) };
		return run('What to do', { input: items({ state }), outputs, now })[0]!.json.next;
	};

	test.each([
		[undefined, 'read'],
		['proposed', 'ask'],
		['answered', 'write'],
		['done', 'done'],
	])('of which the row says %p: %s', (state, step) => {
		expect(next(state, '2027-01-15T12:00:00.000+01:00')).toBe(step);
	});

	test.each(['31.01.2027', '', null, '2026-12-31'])(
		'nobody is asked until %p, and an answer that is there is written',
		(giveUpAt) => {
			const told = `giveUpAt is ${JSON.stringify(giveUpAt)}: enter a time that is to come`;
			for (const state of [undefined, 'proposed'])
				expect(() => next(state, giveUpAt)).toThrow(told);
			expect(next('answered', giveUpAt)).toBe('write');
		},
	);
});
