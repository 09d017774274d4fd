import { DAYS } from '../../support/recipes/days.mts';
import { items, recipeCode, type Item } from '../../support/recipes/nodeCode.mts';

const code = recipeCode('archive-to-object-storage');
const ID = 'd0000000-0000-4000-8000-000000000001';
const NOW = '2026-03-31T12:00:00.000Z';

const CONTRACT = { id: `p-${ID}`, name: 'Order', counterpartyName: 'A', signatureDate: NOW };

const placed = (contract: object, zone = 'UTC') =>
	code.run('Place in the archive', {
		input: items({ ...CONTRACT, ...contract }),
		zone,
	})[0]!.json as { place: string };

test.each(DAYS)('%s in %s is %s, in the name and the folder', (signatureDate, zone, day) => {
	expect(placed({ signatureDate }, zone).place).toBe(`A/${day.slice(0, 4)}/${day} Order ${ID}`);
});

test('a contract that the trigger could not read is left to the next hour, and holds up no other one', () => {
	const unread = { event: 'signed', contractId: ID, contract: null, contractError: 'Away' };
	const input = items(unread, { event: 'signed', contract: CONTRACT });
	expect(code.run('Place in the archive', { input })).toMatchObject([{ json: { contractId: ID } }]);
});

test('counterparties that differ in a mark have folders of their own', () => {
	const names = ['नमस्ते Limited', 'नमस्ता Limited', 'เก้า', 'เก่า', 'שָׁלוֹם', 'Müller'];
	const folders = names.map((counterpartyName) => placed({ counterpartyName }).place.split('/')[0]);
	expect(folders).toEqual(names.map((name) => name.normalize('NFC')));
	expect(placed({ counterpartyName: '' }).place).toMatch(/^No counterparty\//);
	expect(placed({ counterpartyName: '../../up' }).place).toMatch(/^up\//);
});

test('a contract with a list is looked at for seven days', () => {
	const looked = (changedAt: string, keys: string[]) =>
		code
			.run('To look at', {
				input: [{ json: {} }, ...keys.map((Key) => ({ json: { Key } }))],
				outputs: {
					'Place in the archive': [
						{ json: { contractId: ID, changedAt: Date.parse(changedAt), checksums: 'c' } },
					],
				},
				now: NOW,
			})
			.map(({ json: { isKnown, isOld } }) => ({ isKnown, isOld }));
	expect(looked('2026-03-24T13:00:00Z', ['c'])).toEqual([{ isKnown: true, isOld: true }]);
	expect(looked('2026-03-24T11:00:00Z', ['c'])).toEqual([]);
	expect(looked('2026-03-24T11:00:00Z', ['other'])).toEqual([{ isKnown: false, isOld: true }]);
	expect(looked('2026-03-31T11:00:00Z', [])).toEqual([{ isKnown: false, isOld: false }]);
});

describe('a file that comes later', () => {
	const sum = (letter: string) => letter.repeat(64);
	const lineOf = (letter: string) => `${sum(letter)}  ${letter}.pdf\n`;
	const saved = (held: string[], list: string) => {
		const file: Item = {
			json: { contractId: ID },
			binary: { data: { fileExtension: 'pdf' } as never },
		};
		return code
			.run('Not archived yet', {
				input: held.map((letter) => ({ json: { sha256: sum(letter) } })),
				outputs: {
					'With their lists': [{ json: { contractId: ID, place: 'X', list } }],
					'Download signed files': held.map(() => file),
				},
			})
			.map(({ json }) => json);
	};

	test.each<[string[], string, string[]]>([
		[['a'], '', ['X.pdf']],
		[['a', 'b'], '', ['X 1 of 2.pdf', 'X 2 of 2.pdf']],
		[['a'], '\n', ['X.pdf']],
		[['a'], lineOf('a'), []],
		[['a', 'b'], lineOf('a'), ['X_2 of 2.pdf']],
		[['b', 'a'], lineOf('a'), ['X_2 of 2.pdf']],
		[['a', 'a'], lineOf('a'), ['X_2 of 2.pdf']],
		[['a', 'b', 'c'], lineOf('a') + lineOf('b'), ['X_3 of 3.pdf']],
	])('held %p, listed %j', (held, list, keys) => {
		expect(saved(held, list).map(({ key }) => key)).toEqual(keys);
	});

	test('is added to the list, and only when all new ones are uploaded', () => {
		const files = saved(['a', 'b', 'c'], lineOf('a'));
		const listed = (count: number) =>
			code.run('List of checksums', {
				input: files.slice(0, count).map(() => ({ json: {} })),
				outputs: { 'Not archived yet': files.map((json) => ({ json })) },
			});
		expect(listed(1)).toEqual([]);
		expect(listed(2)[0]!.json.list).toBe(
			`${lineOf('a')}${sum('b')}  X_2 of 3.pdf\n${sum('c')}  X_3 of 3.pdf\n`,
		);
	});
});
