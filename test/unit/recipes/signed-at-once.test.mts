import { recipeCode } from '../../support/recipes/nodeCode.mts';

const code = recipeCode('signed-at-once');
const NOW = '2026-03-31T12:00:00Z';
const GOOD = { id: 'd0', lookEveryMinutes: 60, giveUpAt: '2026-04-14T12:00:00.000+02:00' };
const checked = (more: object) =>
	code.run('Check settings', { input: [{ json: { ...GOOD, ...more } }], now: NOW });

test('settings that make sense pass as they are', () => {
	expect(checked({})).toEqual([{ json: GOOD }]);
	expect(checked({ lookEveryMinutes: '1' })).toHaveLength(1);
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
