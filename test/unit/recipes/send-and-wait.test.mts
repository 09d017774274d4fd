import { items, recipeCode } from '../../support/recipes/nodeCode.mts';

const { run } = recipeCode('send-and-wait');
const NOW = '2026-11-26T12:00:00.000Z';
const SETTINGS = { id: 'd1', lookEveryMinutes: 60, giveUpAt: '2026-12-10T12:00:00.000+01:00' };

const checked = (...all: object[]) => run('Check', { input: items(...all), now: NOW });

test('settings that make sense go on to the sending', () => {
	expect(checked(SETTINGS)).toMatchObject([{ json: SETTINGS }]);
	expect(checked({ ...SETTINGS, lookEveryMinutes: 1, giveUpAt: '2026-12-01' })).toHaveLength(1);
});

test.each([
	...[0, -5, 0.1, Number.NaN, null, undefined, '', '60'].map((lookEveryMinutes) => ({
		lookEveryMinutes,
	})),
	...['', null, undefined, 'in two weeks', '31.12.2026', '2026-11-26T11:00:00Z'].map(
		(giveUpAt) => ({
			giveUpAt,
		}),
	),
])('%j is refused before anything is sent', (change) => {
	expect(() => checked({ ...SETTINGS, ...change })).toThrow(Object.keys(change)[0]);
});

test('two contracts in one execution are refused: the outcome of the second one would be lost', () => {
	expect(() => checked(SETTINGS, SETTINGS)).toThrow('One contract per execution');
});

test.each(['send-and-wait', 'signed-at-once'])('why a contract is not out: %s', (name) => {
	const said = (...sent: object[]) => {
		const outputs = { 'Send for signature': items(...sent) };
		const input = items({ status: 'draft' });
		return recipeCode(name).value('Not out for signature', 'errorMessage', { input, outputs });
	};
	const unsent = 'The contract is draft: it was not sent, or somebody took it back';
	expect(said({ details: { outcome: 'unknown' } })).toBe(
		'The contract is draft: it may have been sent, look at it before you run this again',
	);
	expect([said(), said({ details: { outcome: 'notExecuted' } })]).toEqual([unsent, unsent]);
	expect(said({ error: 'It has no signatories', details: { outcome: 'notExecuted' } })).toBe(
		`${unsent}. Sending had said: It has no signatories`,
	);
});
