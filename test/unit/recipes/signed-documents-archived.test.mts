import { items, recipeCode, type Item } from '../../support/recipes/nodeCode.mts';
import { DAYS } from '../../support/recipes/days.mts';

const code = recipeCode('signed-documents-archived');
const ID = 'd0000000-0000-4000-8000-000000000001';
const NOW = '2026-03-31T12:00:00.000Z';

const named = (contract: object, zone = 'UTC') =>
	code.run('Name the files', {
		input: items({ id: `p-${ID}`, name: 'Order', counterpartyName: 'A', ...contract }),
		zone,
	})[0]!.json as { fileName: string; signedOn: string; changedAt: number };

test.each(DAYS)('%s in %s is %s, in the file name', (signatureDate, zone, day) => {
	expect(named({ signatureDate }, zone)).toMatchObject({
		signedOn: day,
		fileName: `${day} A - Order [${ID}]`,
	});
});

test('without a signature date, the day of the last change; without any, it says so', () => {
	expect(named({ signatureDate: null, updatedAt: NOW }).signedOn).toBe('2026-03-31');
	expect(named({ signatureDate: '' })).toMatchObject({ signedOn: 'undated', changedAt: 0 });
});

test('a contract that the trigger could not read is left to the next hour, and holds up no other one', () => {
	const input = items(
		{ event: 'signed', contractId: `p-${ID}`, contract: null, contractError: 'Away' },
		{ event: 'signed', contract: { id: `p-${ID}`, name: 'Order' } },
	);
	expect(code.run('Name the files', { input })).toMatchObject([{ json: { contractId: ID } }]);
});

test('names keep the letters of all scripts with their marks', () => {
	const names = ['नमस्ते Limited', 'नमस्ता Limited', 'ไทย', 'Ünïcode'];
	for (const counterpartyName of names) {
		expect(named({ counterpartyName, signatureDate: NOW }).fileName).toContain(counterpartyName);
	}
});

describe('which contracts are looked at', () => {
	const looked = (changedAt: string, known: string[]) =>
		code.run('To look at', {
			input: [{ json: {} }],
			outputs: {
				// A delivery may bring one twice.
				'Name the files': items(
					...[ID, ID].map((contractId) => ({ contractId, changedAt: Date.parse(changedAt) })),
				),
				'Contracts so far': items({}, ...known.map((contractId) => ({ contractId }))),
			},
			now: NOW,
		});

	test.each([
		['2026-03-31T11:00:00Z', [], { isKnown: false, isOld: false }],
		['2026-03-30T11:00:00Z', [], { isKnown: false, isOld: true }],
		['2020-01-01T00:00:00Z', [], { isKnown: false, isOld: true }],
		['2026-03-24T13:00:00Z', [ID], { isKnown: true, isOld: true }],
		['2026-03-24T11:00:00Z', [ID], undefined],
	])('changed %s, known %p: %p', (changedAt, known, wanted) => {
		expect(looked(changedAt, known)).toMatchObject(wanted ? [{ json: wanted }] : []);
	});
});

describe('which files are saved, and under which names', () => {
	const saved = (held: string[], before: string[], isKnown = before.length > 0) => {
		const file = (sum: string): Item => ({
			json: { contractId: ID },
			binary: { data: { fileExtension: 'pdf', fileName: sum } as never },
		});
		return code
			.run('Not archived yet', {
				input: held.map((sha256) => ({ json: { sha256 } })),
				outputs: {
					'To look at': [{ json: { contractId: ID, fileName: 'X', isKnown } }],
					'Download signed files': held.map(file),
					'Files so far': items(
						{},
						...[...before, ...before].map((sha256, i) => {
							return { contractId: ID, sha256, file: `${i % before.length}.pdf` };
						}),
						{ contractId: 'another', sha256: 'cert', file: '9.pdf' },
					),
				},
			})
			.map(({ json, binary }) => {
				expect(binary!.data!.fileName).toBe(json.sha256);
				return [json.sha256, json.file, json.files];
			});
	};

	test.each<[string[], string[], unknown[]]>([
		[['main'], [], [['main', 'X.pdf', 1]]],
		[
			['main', 'cert'],
			[],
			[
				['main', 'X 1 of 2.pdf', 2],
				['cert', 'X 2 of 2.pdf', 2],
			],
		],
		[['main'], ['main'], []],
		[['same', 'same'], ['same'], [['same', 'X_2 of 2.pdf', 2]]],
		[['same', 'same'], ['same', 'same'], []],
		[['main', 'cert'], ['main'], [['cert', 'X_2 of 2.pdf', 2]]],
		[['cert', 'main'], ['main'], [['cert', 'X_2 of 2.pdf', 2]]],
		[['main', 'annex', 'cert'], ['main', 'annex'], [['cert', 'X_3 of 3.pdf', 3]]],
		[['other'], ['main'], [['other', 'X_2 of 2.pdf', 2]]],
		[
			['main', 'main'],
			[],
			[
				['main', 'X 1 of 2.pdf', 2],
				['main', 'X 2 of 2.pdf', 2],
			],
		],
	])('held %p, archived %p', (held, before, wanted) => {
		expect(saved(held, before)).toEqual(wanted);
	});

	test('a contract whose row was deleted is archived anew', () => {
		expect(saved(['main'], ['main'], false)).toEqual([['main', 'X.pdf', 1]]);
	});
});
