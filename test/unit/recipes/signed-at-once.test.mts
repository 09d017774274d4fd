import { items, recipeCode } from '../../support/recipes/nodeCode.mts';

const code = recipeCode('signed-at-once');
const NOW = '2026-03-31T12:00:00Z';
const GOOD = { id: 'd0', lookEveryMinutes: 60, giveUpAt: '2026-04-14T12:00:00.000+02:00' };
const checked = (more: object) =>
	code.run('Check settings', { input: [{ json: { ...GOOD, ...more } }], now: NOW });

test('settings that make sense pass as they are', () => {
	expect(checked({})).toEqual([{ json: GOOD }]);
	expect(checked({ lookEveryMinutes: '1' })).toHaveLength(1);
});

test('a second contract in one execution is refused, as it would not be sent', () => {
	const input = [{ json: GOOD }, { json: { ...GOOD, id: 'd1' } }];
	expect(() => code.run('Check settings', { input, now: NOW })).toThrow('Nothing was sent');
});

test.each([
	[undefined, undefined, 'waits'],
	['503', 'Away', 'waits'],
	['404', 'No contract', 'ends'],
	['401', 'The key was revoked', 'ends'],
])('a look that is answered with %p, %p: it %s', (httpCode, error, wanted) => {
	// n8n gives an error item the fields of the input, here the contract as it was seen before.
	const input = items({ status: 'signing', error, details: { httpCode } });
	const path = 'conditions.conditions.0.leftValue';
	const isOut = code.value('Status', `rules.values.2.${path}`, { input }) === 'signing';
	expect(isOut).toBe(error === undefined);
	const goesOn = isOut || code.value<boolean>('Could not look', path, { input });
	expect(goesOn ? 'waits' : 'ends').toBe(wanted);
});

test.each([
	['lookEveryMinutes', 0],
	['lookEveryMinutes', ''],
	['lookEveryMinutes', null],
	['lookEveryMinutes', 'often'],
	['lookEveryMinutes', 0.5],
	['giveUpAt', ''],
	['giveUpAt', 'in two weeks'],
	['giveUpAt', '2026-03-31T11:00:00Z'],
	['giveUpAt', null],
	['id', ' '],
	['id', undefined],
])('nothing is sent where %s is %p', (name, value) => {
	expect(() => checked({ [name]: value })).toThrow(new RegExp(`${name}.+Nothing was sent`));
});
