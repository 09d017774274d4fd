import { recipe } from '../../../host/lib/recipes.mts';
import { items, recipeCode } from '../../support/recipes/nodeCode.mts';

const code = recipeCode('signed-elsewhere');
const FIELDS = { contractId: '', externalId: 'D-1', signedAt: '2026-03-31T14:30:00Z' };

/** What becomes of a delivery of these files: name of the form field and of the file, as n8n hands them over. */
function delivered(files: Array<[field: string, file?: string]>, order: string[] = [], more = {}) {
	const binary = Object.fromEntries(files.map(([field, fileName]) => [field, { fileName }]));
	const [item] = code.run('Files in order', {
		input: [{ json: { ...FIELDS, order, ...more } }],
		outputs: { 'PDF arrives': [{ json: {}, binary: binary as never }] },
	});
	return item!.json as { files: string[]; problem: string };
}

describe('the order of several files', () => {
	test.each<[string, Array<[string, string?]>, string[]]>([
		['numbered fields', [['file2'], ['file10'], ['file1'], ...rest(3, 9)], numbered(1, 10)],
		['numbers alone', [['2'], ['1']], ['1', '2']],
		['leading zeros', [['pdf_02'], ['pdf_01']], ['pdf_01', 'pdf_02']],
		['one file', [['anything', 'x.pdf']], ['anything']],
		['one file without a name', [['data']], ['data']],
		[
			'one field for all, numbered files',
			[
				['file0', 'order 2.pdf'],
				['file1', 'order 1.PDF'],
			],
			['file1', 'file0'],
		],
		[
			'from 0, files too',
			[
				['f1', 's-1.pdf'],
				['f0', 's-0.pdf'],
			],
			['f0', 'f1'],
		],
	])('%s', (_what, files, wanted) => {
		expect(delivered(files)).toMatchObject({ files: wanted, problem: '' });
	});

	test.each<[string, Array<[string, string?]>]>([
		['contract and annex', [['contract'], ['annex']]],
		['document and certificate', [['certificate'], ['document']]],
		[
			'one field for all',
			[
				['file0', 'annex.pdf'],
				['file1', 'main.pdf'],
			],
		],
		['one field for all, files without names', [['file0'], ['file1']]],
		[
			'one field for all, years',
			[
				['file0', 'order 2026.pdf'],
				['file1', 'order 2025.pdf'],
			],
		],
		['the first one is missing', [['file2'], ['file3']]],
		['ids', [['document84213'], ['document84214']]],
		['one number twice', [['file1'], ['file01']]],
		['two texts', [['main1'], ['annex2']]],
		['one without a number', [['file'], ['file2']]],
	])('is asked for: %s', (_what, files) => {
		const { problem, files: none } = delivered(files);
		expect(problem).toMatch(
			/Name the form fields of the files file1, file2, …, main document first/,
		);
		expect(problem).toContain(files[0]![0]);
		expect(none).toEqual([]);
	});

	test('is what Delivery says', () => {
		const order = ['contract', 'annex', 'certificate'];
		const sent: Array<[string]> = [['certificate'], ['contract']];
		expect(delivered(sent, order)).toMatchObject({ files: ['contract', 'certificate'] });
		for (const wrong of ['other', 'annex0']) {
			expect(delivered([...sent, [wrong]], order).problem).toContain(
				'contract, annex, certificate',
			);
		}
		expect(delivered([['annex']], order).problem).toContain('contract is always there');
	});
});

test.each([
	['no file', {}, []],
	['no date', { signedAt: '' }, [['file1']]],
	['no contract', { externalId: '' }, [['file1']]],
])('what is incomplete is refused: %s', (_what, more, files) => {
	expect(delivered(files as Array<[string]>, [], more).problem).toMatch(/^A delivery has one PDF/);
});

test.each([
	['2026-03-31T14:30:00 02:00', '2026-03-31T14:30:00+02:00'],
	['2026-03-31 14:30:00.5 +0200', '2026-03-31T14:30:00.5+0200'],
	['2026-03-31 14:30:00 UTC', '2026-03-31T14:30:00Z'],
	['2026-03-31 14:30:00 -0500', '2026-03-31T14:30:00-0500'],
	['2026-03-31T14:30:00 02', '2026-03-31T14:30:00+02'],
	['2026-03-31 14:30:00', '2026-03-31T14:30:00'],
	['31.03.2026 14:30', '31.03.2026 14:30'],
])('a date from a query, or of a database, is read as ISO 8601: %s', (signedAt, wanted) => {
	const input = items({ body: {}, query: { signedAt } });
	expect(code.assigned('Delivery', 'signedAt', { input })).toBe(wanted);
});

describe('of the contracts of a deal', () => {
	const integration = { type: 'crm', externalEntity: 'deal', externalId: 'D-1' };
	const contract = (id: string, status = 'signing', more: object = {}) => ({
		...{ id, status, name: `Order ${id}`, integration, signatureDate: null, ...more },
	});
	const signed = (id: string, signatureDate: string | null) =>
		contract(id, 'signed', { signatureDate });
	const chosenAt = (signedAt: string, zone: string, ...contracts: object[]) => {
		const outputs = {
			'Contract by external ID': items({ ...contract('newest'), ...contracts[0] }),
			'Files in order': items({ ...FIELDS, signedAt }),
		};
		return code.run('Which one', { input: items(...contracts), outputs, zone })[0]!.json;
	};
	const chosen = (...contracts: object[]) => chosenAt(FIELDS.signedAt, 'UTC', ...contracts);

	test.each([
		['the only one', [contract('a')], 'a'],
		['the only one, signed long ago', [signed('a', '2026-01-01T00:00:00Z')], 'a'],
		['the only one that is open', [signed('b', '2026-01-01T00:00:00Z'), contract('a')], 'a'],
		['the only one that is not canceled', [contract('a'), contract('b', 'canceled')], 'a'],
		[
			'the one that was signed in this moment',
			[contract('b', 'draft'), signed('a', '2026-03-31T16:30:00.000+02:00'), contract('c')],
			'a',
		],
		[
			'the only one of the record',
			[
				contract('a'),
				contract('b', 'draft', { integration: { ...integration, externalEntity: 'company' } }),
				contract('c', 'draft', { integration: { ...integration, type: 'erp' } }),
				contract('d', 'draft', { integration: null }),
				contract('e', 'draft', { integration: { ...integration, externalId: 'd-1' } }),
			],
			'a',
		],
	])('%s is taken', (_, contracts, id) => {
		expect(chosen(...contracts)).toMatchObject({ id });
	});

	test.each([
		['two are open', [contract('a', 'draft'), contract('b')]],
		['one is open, and one was signed on that day', [contract('a'), signed('b', '2026-03-31')]],
		['one is open, and of one nobody knows when it was signed', [contract('a'), signed('b', null)]],
		[
			'one is open, and one was marked by hand days later',
			[contract('a'), signed('b', '2026-04-02T10:00:00Z')],
		],
		[
			'the 15 and the 18 characters of one Salesforce ID are open',
			['0067Q00000ABCDE', '0067Q00000ABCDEQA5'].map((externalId, i) =>
				contract('ab'[i]!, 'draft', { integration: { ...integration, externalId } }),
			),
		],
	])('none is taken where %s', (_, contracts) => {
		expect(chosen(...contracts)).toEqual({
			error: 'The delivery may be of several contracts: Order a (a), Order b (b)',
			details: { httpCode: '409', description: expect.stringContaining('Send contractId') },
		});
	});

	test.each([
		['the same second', '2026-03-31T14:30:00.512Z', '2026-03-31T14:30:00Z', 'UTC', 'b'],
		['the same whole day', '2026-03-31', '2026-03-31T00:00:00.000Z', 'Europe/Berlin', 'b'],
		['the same whole day', '2026-03-31', '2026-03-31T00:00:00.000Z', 'America/New_York', 'b'],
		['its first moment here', '2026-03-31T00:00+02:00', '2026-03-31', 'Europe/Berlin', 'b'],
		['a time of that day', '2026-03-31T23:00-04:00', '2026-03-31', 'America/New_York', undefined],
		['hours earlier', '2026-03-31T16:00Z', '2026-03-31T10:00:00.000Z', 'UTC', 'a'],
		['the day before', '2026-03-31T16:00Z', '2026-03-30', 'UTC', 'a'],
	])('one was signed at %s, %s and %s in %s: %s', (_, signedAt, held, zone, id) => {
		expect(chosenAt(signedAt, zone, contract('a'), signed('b', held)).id).toBe(id);
	});

	test('an empty list leaves the one that was found, and what could not be read stays the error', () => {
		expect(chosenAt(FIELDS.signedAt, 'UTC', {})).toMatchObject({ id: 'newest' });
		const refused = { error: 'Down', details: { httpCode: '503' } };
		expect(chosen(refused)).toEqual(refused);
		const { connections, nodes } = recipe('signed-elsewhere.json');
		expect(nodes.find(({ name }) => name === 'Contracts of the company')).toMatchObject({
			...{ onError: 'continueRegularOutput', alwaysOutputData: true },
		});
		expect(connections['Contracts of the company']!.main).toHaveLength(1);
	});
});

describe('a contract that is signed', () => {
	const same = (held: string[], sent: string[]) => {
		const items = (from: string, sums: string[]) =>
			sums.map((sha256) => ({ json: { from, sha256, contractId: 'c', name: 'x.pdf', bytes: 3 } }));
		const [item] = code.run('Compare', {
			input: [...items('held', held), ...items('delivered', sent)],
		});
		return item!.json.isSame;
	};

	test.each<[string[], string[], boolean]>([
		[['a'], ['a'], true],
		[['a', 'b', 'c'], ['a', 'c', 'b'], true],
		[['a'], ['b'], false],
		[['a'], ['a', 'b'], false],
		[['a', 'b'], ['a'], false],
		[['a', 'b'], ['b', 'a'], false],
		[['a', 'a', 'b'], ['a', 'b', 'b'], false],
	])('holds %p, and %p arrive: %p', (held, sent, wanted) => {
		expect(same(held, sent)).toBe(wanted);
	});
});

describe('a refusal', () => {
	const now = Date.now();
	const RULE = 'rules.values.1.conditions.conditions.0.leftValue';
	const isFinal = (error: string, details: object, signedAgoMs: number) =>
		code.value<boolean>('What went wrong', RULE, {
			input: [{ json: { error, details: details as never } }],
			outputs: { Delivery: [{ json: { signedAt: new Date(now - signedAgoMs).toISOString() } }] },
		});
	const FUTURE = 'Signature Date 2026-03-31 lies in the future';
	const NO_PDF = "File 'x.pdf' (field file1) is not a PDF";
	const INPUT = { errorId: 'INVALID_INPUT', httpCode: null };
	const GONE = { errorId: 'CONTRACT_NOT_FOUND', httpCode: null };

	test.each([
		['the service’s clock is behind', 'signatureDate', { httpCode: '400' }, -3_000, false],
		['it was signed a moment ago', 'Bad request', { httpCode: '400' }, 3_000, false],
		['the tool’s clock is ahead', FUTURE, INPUT, -120_000, false],
		['a date of tomorrow', FUTURE, INPUT, -86_400_000, true],
		['signed long ago', 'Bad request', { httpCode: '400' }, 3_600_000, true],
		['no PDF, whenever signed', NO_PDF, INPUT, 1_000, true],
		['a conflict, whenever signed', 'A signature process', { httpCode: '409' }, 1_000, true],
		['no contract of the deal', "No contract belongs to deal 'D-1'", GONE, 1_000, true],
		['no such contract', 'No contract d1', { httpCode: '404' }, 1_000, true],
		['a fault', 'Fault', { httpCode: '500' }, 3_600_000, false],
	])('is final unless it may pass: %s', (_what, error, details, ago, wanted) => {
		expect(isFinal(error, details, ago)).toBe(wanted);
	});

	test.each([
		[GONE, 404],
		[{ httpCode: '404' }, 404],
		[{ httpCode: '409' }, 409],
		[INPUT, 422],
	])('%j is answered with %i', (details, wanted) => {
		const description = 'Only canceled ones have it. To go on without one, set On Error. [item 0]';
		const input = items({ error: 'No', details: { ...details, description } });
		expect(code.value('Refused', 'options.responseCode', { input })).toBe(wanted);
		expect(code.value('Refused', 'responseBody', { input })).toEqual({
			error: 'No',
			advice: 'Only canceled ones have it.',
		});
	});

	test.each(['Contract by ID', 'Contract by external ID', 'Just one', 'Mark as signed'])(
		'by %s is answered',
		(name) => {
			const [, refused] = recipe('signed-elsewhere.json').connections[name]!.main;
			expect(refused).toMatchObject([{ node: 'What went wrong' }]);
		},
	);

	test('fails the execution, so that people hear of signed PDFs that were not taken', () => {
		const { connections } = recipe('signed-elsewhere.json');
		const after = (name: string) => connections[name]?.main?.[0]?.map(({ node }) => node);
		for (const name of ['Refused', 'Not now', 'Other files', 'Had PDFs'])
			expect(after(name)).toEqual(['Failed']);
		expect(after('Incomplete')).toEqual(['Had PDFs']);
		const had = (binary?: object) => {
			const outputs = { 'PDF arrives': [{ json: {}, binary: binary as never }] };
			const rule = 'conditions.conditions.0.leftValue';
			return code.value('Had PDFs', rule, { input: [], outputs });
		};
		expect([had(), had({}), had({ contract: {} })]).toEqual([false, false, true]);
	});
});

function numbered(first: number, last: number): string[] {
	return Array.from({ length: last - first + 1 }, (_, i) => `file${first + i}`);
}

function rest(first: number, last: number): Array<[string]> {
	return numbered(first, last).map((name) => [name]);
}
