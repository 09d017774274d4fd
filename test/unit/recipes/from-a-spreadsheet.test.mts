import { DateTime } from 'luxon';
import { recipe } from '../../../host/lib/recipes.mts';
import { items, recipeCode, ZONES, type Item } from '../../support/recipes/nodeCode.mts';

const RECIPE = recipe('from-a-spreadsheet.json');
const HEADER = 'reference,company,start,end,value,paymentTerm,item,quantity';
const ROW = 'S-1,Fjord AS,2027-01-01,2027-12-31,4000,30 days,Training,1';

interface Contract {
	reference: string;
	company: string;
	start: string;
	end: string;
	value: number | string;
	paymentTerm: string;
	lines: Array<{ description: string; quantity: number | string }>;
	rows: Array<Record<string, unknown>>;
}
interface Read {
	problem: string;
	contracts: Contract[];
	rejected: Array<{ rows: Array<Record<string, unknown>>; problem: { reason: string } }>;
	ignored: string[];
	empty: string[];
}

/** The recipe whose node File has other settings. */
function withFile(settings: Record<string, string>) {
	const copy = structuredClone(RECIPE);
	const { parameters } = copy.nodes.find(({ name }) => name === 'File')!;
	for (const [name, value] of Object.entries(settings)) {
		parameters.jsCode = String(parameters.jsCode).replace(
			new RegExp(`(${name}(?:: | = ))'[^']*'`),
			(_, before: string) => `${before}'${value}'`,
		);
	}
	return copy;
}

/** What the recipe makes of a text file. */
async function read(file: string | Uint8Array, source = RECIPE, zone?: string): Promise<Read> {
	const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
	const made = await recipeCode(source).made('File', { input: items({}), file: bytes, zone });
	return contractsOf([made[0]!.json], made[0]!.json, source, zone);
}

/** What it makes of the cells of a sheet, as n8n's node reads them. */
async function readSheet(rows: unknown[][], zone?: string, parts = ''): Promise<Read> {
	const file = Buffer.from(`PK\x03\x04${parts}`);
	const made = await recipeCode(RECIPE).made('File', { input: items({}), file });
	const input = rows.map((row) => ({ row }));
	return contractsOf(input, made[0]!.json, RECIPE, zone);
}

function contractsOf(input: object[], file: object, source = RECIPE, zone?: string): Read {
	const outputs = { File: items(file) };
	const [made] = recipeCode(source).run('Contracts', { input: items(...input), outputs, zone });
	return made!.json as unknown as Read;
}

/** What the last page says of what was read, and of what came of its contracts. */
function summaryOf(contracts: object, ...outcomes: object[]) {
	const read = items({ rejected: [], ignored: [], ...contracts });
	const outputs = { Contracts: read, Outcome: items(...outcomes) };
	return recipeCode(RECIPE).run('Result', { input: [], outputs })[0]!.json.summary;
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) =>
	Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(text, 'utf16le')]);
const excel = (text: string) => `\uFEFF${text.replaceAll(',', ';').replaceAll('\n', '\r\n')}`;

test.each([
	['commas', `${HEADER}\n${ROW}\n`],
	['commas and a byte order mark, as Excel writes CSV UTF-8', `\uFEFF${HEADER}\r\n${ROW}\r\n`],
	['semicolons, as Excel writes them in half of Europe', excel(`${HEADER}\n${ROW}`)],
	[
		'tabs in UTF-16, as Excel writes Unicode Text',
		utf16(`${HEADER}\n${ROW}`.replaceAll(',', '\t')),
	],
	['a first line that names the delimiter', `sep=;\r\n${excel(`${HEADER}\n${ROW}`).slice(1)}`],
	['headers in capitals', `${HEADER.toUpperCase()}\n${ROW}`],
	[
		'headers with blanks and underscores',
		`${HEADER.replace('paymentTerm', ' Payment_term\u00a0')}\n${ROW}`,
	],
	[
		'quoted cells',
		`${HEADER}\n${ROW.split(',')
			.map((cell) => `"${cell}"`)
			.join(',')}`,
	],
	['blank lines, also of empty cells', `\n${HEADER}\n\n,,,,,,,\n${ROW}\n;\n`.replace(';', ',,,')],
	['a title above its header', `Orders of March\n\n${HEADER}\n${ROW}`],
	['a title and semicolons', excel(`Orders, and more, of Fjord, Baltic\n${HEADER}\n${ROW}`)],
	['a row of one column name above', `reference\n${HEADER}\n${ROW}`],
	['lines that end as on old Macs', `${HEADER}\r${ROW}\r`],
])('a text file with %s is read', async (_, content) => {
	expect(await read(content)).toMatchObject({
		problem: '',
		rejected: [],
		contracts: [
			{
				reference: 'S-1',
				company: 'Fjord AS',
				start: '2027-01-01',
				value: '4000',
				paymentTerm: '30 days',
				lines: [{ description: 'Training', quantity: '1' }],
			},
		],
	});
});

test('the values of a text file stay the texts that they are', async () => {
	const row = '00301,"New & Co, ""Ltd""",01/03/2026,31-Mar-2026,"1,234",0x1,"Two\nlines",1e3';
	const { contracts } = await read(`${HEADER}\n${row}`);
	expect(contracts).toMatchObject([
		{
			reference: '00301',
			company: 'New & Co, "Ltd"',
			start: '01/03/2026',
			end: '31-Mar-2026',
			value: '1,234',
			paymentTerm: '0x1',
			lines: [{ description: 'Two lines', quantity: '1e3' }],
		},
	]);
});

test('a person says how dates are written; what is not written so stays as it is', async () => {
	const rows = `${ROW.replace('2027-01-01', '01/03/2026').replace('2027-12-31', '13/13/2026')}`;
	const wanted = withFile({ DATES: 'dd/MM/yyyy' });
	for (const zone of ZONES) {
		const { contracts } = await read(`${HEADER}\n${rows}`, wanted, zone);
		expect(contracts).toMatchObject([{ start: '2026-03-01', end: '13/13/2026' }]);
	}
});

test.each([
	[',', '1250,50', 1250.5],
	[',', '1.250,50', 1250.5],
	[',', '12.500', 12_500],
	[',', '-1\u00a0234\u00a0567', -1_234_567],
	['.', '1,250.50', 1250.5],
	['.', '12.500', 12.5],
	[',', '1.25', '1.25'],
	[',', '1.250.50', '1.250.50'],
	[',', '1,250,50', '1,250,50'],
	[',', '€ 1.250', '€ 1.250'],
	[',', '12345678901234567', '12345678901234567'],
	['', '1250,50', '1250,50'],
	['', '12.500', '12.500'],
])('where a person says that decimals follow %j, %j is %j', async (DECIMALS, written, value) => {
	const cells = `S-1,Fjord AS,2027-01-01,2027-12-31,"${written}",30 days,Training,"${written}"`;
	const { contracts } = await read(`${HEADER}\n${cells}`, withFile({ DECIMALS }));
	expect(contracts).toMatchObject([
		{ value, lines: [{ quantity: value }], rows: [{ value: written }] },
	]);
});

test.each([
	['windows-1252', latin1('Färber')],
	['windows-1250', Buffer.concat([Buffer.of(0xa3), Buffer.from('ódź', 'latin1')])],
])('text in %s is refused until a person says what it is in', async (encoding, name) => {
	const content = Buffer.concat([
		Buffer.from(`${HEADER}\nS-1,`),
		name,
		Buffer.from(',2027-01-01,2027-12-31,1,30 days,,'),
	]);
	expect(await read(content)).toMatchObject({
		contracts: [],
		problem: expect.stringMatching('UTF-8'),
	});
	const { contracts } = await read(content, withFile({ ENCODING: encoding }));
	expect(contracts).toMatchObject([{ company: new TextDecoder(encoding).decode(name) }]);
});

test('each column that the file lacks is named, with those that it has', async () => {
	const content = `Nr;Firma;Beginn\nS-1;Fjord AS;2027-01-01`;
	const { problem, contracts } = await read(content);
	expect(contracts).toEqual([]);
	expect(problem).toContain(
		'There is no column "reference", "company", "start", "end", "value", "paymentTerm", "item", "quantity". The file has: Nr; Firma; Beginn.',
	);
	const renamed = withFile({
		...{ reference: 'nr', company: 'FIRMA', start: 'Beginn', end: '', value: '' },
		...{ paymentTerm: '', item: '', quantity: '' },
	});
	expect(await read(content, renamed)).toMatchObject({
		problem: '',
		contracts: [{ reference: 'S-1', company: 'Fjord AS', start: '2027-01-01', end: '' }],
	});
});

test.each([
	['a column twice', `${HEADER},Company\n${ROW},Other`, null],
	[
		'two columns that differ in case from the name',
		`${HEADER.replace('value', 'Value')},VALUE\n${ROW},1`,
		'called "value"',
	],
	['two columns of the very name', `${HEADER},value\n${ROW},1`, 'called "value"'],
	['no rows', `${HEADER}\n`, 'no rows'],
	['nothing in it', '', 'no rows'],
	['a web page', '<!doctype html><title>Sign in</title>', 'no spreadsheet'],
	['a PDF', '%PDF-1.7\n', 'no spreadsheet'],
	['zero bytes', `${HEADER}\0`, 'no spreadsheet'],
	['an open quotation mark', `${HEADER}\n"S-1,Fjord`, 'quotation mark'],
])('a file with %s', async (_, content, problem) => {
	const answer = await read(content);
	// The exact name wins over one in other case.
	if (problem === null) return expect(answer).toMatchObject({ problem: '', ignored: ['Company'] });
	expect(answer.problem).toContain(problem);
	expect(answer.contracts).toEqual([]);
});

test('a sheet may have a title above its header, and what it has in the place of one is named', async () => {
	const row = ['S-1', 'Fjord AS', 46388, 46752, 1, '30 days', 'A', 1];
	const titled = await readSheet([['Orders'], [], [undefined, 'March'], HEADER.split(','), row]);
	expect(titled).toMatchObject({ problem: '', ignored: [], contracts: [{ reference: 'S-1' }] });
	const other = await readSheet([['Nr', 'Firma'], row]);
	expect(other.problem).toContain('The file has: Nr; Firma.');
});

test('a sheet that cannot be read, or is empty, is said so', async () => {
	const file = { isSheet: true, columns: {}, dates: '' };
	expect(contractsOf([{ error: 'x is not in xlsx format' }], file)).toMatchObject({
		problem: expect.stringMatching('no spreadsheet that can be read'),
	});
	expect(contractsOf([{}], file)).toMatchObject({
		problem: expect.stringMatching('no rows'),
	});
});

test('cells of a sheet: dates are days in every zone, numbers stay numbers, texts texts', async () => {
	const cells = ['00301', 'Fjord AS', 46447, 46447.75, 12.345, '30 days', 'Training', 1.5];
	for (const zone of ZONES) {
		const { contracts } = await readSheet([HEADER.split(','), cells], zone);
		expect(contracts).toMatchObject([
			{
				reference: '00301',
				start: '2027-03-01',
				end: '2027-03-01',
				value: 12.345,
				lines: [{ description: 'Training', quantity: 1.5 }],
				rows: [{ start: '2027-03-01', end: '2027-03-01' }],
			},
		]);
	}
});

test.each([
	['a reference', ROW.replace('S-1', ''), 'no reference (of merged cells'],
	[
		'one value in its rows',
		`${ROW}\n${ROW.replace('Fjord', 'Baltic').replace('Training', 'x')}`,
		'differ in company',
	],
	[
		'one amount',
		`${ROW}\n${ROW.replace('4000', '5000').replace('Training', 'x')}`,
		'differ in value',
	],
	['as many cells as the header', `${ROW.replace('4000', '4000,50')}`, 'more cells'],
	['an item for its quantity', ROW.replace('Training', ''), 'has no item'],
	['each item once', `${ROW}\n${ROW.replace(',1', ',2')}`, '"Training" stands twice'],
])(
	'rows without %s are rejected with all of their contract, the others go on',
	async (_, rows, reason) => {
		const good = ROW.replaceAll('S-1', 'S-9');
		const { contracts, rejected } = await read(`${HEADER}\n${rows}\n${good}`);
		expect(contracts.map(({ reference }) => reference)).toEqual(['S-9']);
		expect(rejected).toHaveLength(1);
		expect(rejected[0]!.rows).toHaveLength(rows.split('\n').length);
		expect(rejected[0]!.problem.reason).toContain(reason);
	},
);

test('values that stand in the first row of a contract alone are those of all its rows', async () => {
	const more = 'S-1,,,,,,Gateway,2';
	const { contracts, rejected } = await read(`${HEADER}\n${ROW}\n${more}`);
	expect(rejected).toEqual([]);
	expect(contracts).toMatchObject([{ company: 'Fjord AS', lines: [{}, { quantity: '2' }] }]);
});

test('what came back rejected can be uploaded, corrected or not', async () => {
	const sheet = [HEADER.split(','), ['S-1', '=Fjord', 46388, 46752, -5, '-30 days', 'A', 1]];
	const first = await readSheet(sheet);
	const outcome = first.contracts.map(({ rows }) => ({
		rows,
		outcome: 'rejected',
		problem: { errorId: 'X', reason: '@refused', advice: '' },
	}));
	const outputs = { Contracts: items(first), Outcome: items(...outcome) };
	const [result] = recipeCode(RECIPE).run('Result', { input: [], outputs });
	const { rejected, summary } = result!.json as { rejected: object[]; summary: string };
	expect(summary).toBe('0 created, 0 were there already, 1 rejected.');
	expect(rejected).toEqual([
		{
			...{ reference: 'S-1', company: '=Fjord', start: '2027-01-01', end: '2027-12-31' },
			...{ value: -5, paymentTerm: '-30 days', item: 'A', quantity: 1 },
			...{ errorId: 'X', reason: '@refused', advice: '' },
		},
	]);
	const again = await readSheet([Object.keys(rejected[0]!), Object.values(rejected[0]!)]);
	expect(again).toMatchObject({ problem: '', rejected: [], ignored: [] });
	expect(again.contracts).toMatchObject([
		{ company: '=Fjord', start: '2027-01-01', value: -5, paymentTerm: '-30 days' },
	]);
	// A CSV file of it would have 301, and dates as Excel writes them.
	const file = RECIPE.nodes.find(({ name }) => name === 'Rejected file')!;
	expect(file.parameters).toMatchObject({ operation: 'xlsx' });
});

test('amounts that Excel shows alike are alike', async () => {
	const contract = ['S-1', 'Fjord', 46388, 46752];
	const row = (value: number, item: string) => [...contract, value, '30 days', item, 1];
	const sheet = [HEADER.split(','), row(0.1 + 0.2, 'A'), row(0.3, 'B')];
	expect(await readSheet(sheet)).toMatchObject({ rejected: [], contracts: [{ value: 0.3 }] });
});

test('the page says what was not taken over', () => {
	const outcomes = [{ outcome: 'created' }, { outcome: 'found' }];
	expect(summaryOf({ ignored: ['Notes', 'Owner'] }, ...outcomes)).toBe(
		'1 created, 1 were there already, 0 rejected. What was there already keeps its values; only its lines are written. Columns that nothing was taken from: Notes; Owner.',
	);
});

test('the page says which cells of a sheet are empty, as an error of a formula is', async () => {
	const { contracts, empty } = await readSheet([
		HEADER.split(','),
		['S-1', 'Fjord', 46388, 46752, undefined, '30 days', 'A', undefined],
	]);
	expect(contracts).toHaveLength(1);
	expect(empty).toEqual(['value of S-1', 'quantity of S-1']);
	expect(summaryOf({ empty }, {})).toContain(
		' Empty, or an error such as #N/A: value of S-1; quantity of S-1.',
	);
	expect((await read(`${HEADER}\nS-1,Fjord,2027-01-01,2027-12-31,,30 days,A,1`)).empty).toEqual([]);
});

test('the page says that the first sheet alone was read', async () => {
	const sheet = [HEADER.split(','), ['S-1', 'Fjord', 46388, 46752, 1, '30 days', 'A', 1]];
	const said = async (...names: string[]) => {
		const parts = names.map((name) => `xl/worksheets/${name}PK`).join('');
		return summaryOf(await readSheet(sheet, undefined, parts), { outcome: 'created' });
	};
	const one = ['sheet1.xml', '_rels/sheet1.xml.rels', 'sheet1.xml'];
	expect(await said(...one)).toBe('1 created, 0 were there already, 0 rejected.');
	expect(await said(...one, 'sheet2.xml', 'sheet2.xml')).toBe(
		"1 created, 0 were there already, 0 rejected. Only the first of the file's 2 sheets was read.",
	);
	const sheets = 'xl/worksheets/sheet1.xmlxl/worksheets/sheet2.xml';
	const cover = await readSheet([['Notes'], ['Ask Kim']], undefined, sheets);
	expect(cover.problem).toMatch(
		/^There is no column .* Only the first of the file's 2 sheets was read\.$/,
	);
});

test('a date of an ODS file, midnight in the timezone of the process, is that day', async () => {
	const start = DateTime.fromISO('2027-01-01', { zone: 'system' }).toUTC().toISO();
	const sheet = [HEADER.split(','), ['S-1', 'Fjord', start, 46752, 1, '30 days', 'A', 1]];
	for (const zone of ZONES) {
		const { contracts } = await readSheet(sheet, zone);
		expect(contracts[0]!.start).toBe('2027-01-01');
	}
});

describe('lines of a contract that was there', () => {
	const code = recipeCode(RECIPE);
	const upload = (change: object): Item['json'] => {
		const contract = { id: 'c', name: 'Order S-1', action: 'found', status: 'draft' };
		const page = {
			reference: 'S-1',
			company: 'Fjord AS',
			lines: [{ description: 'A' }],
			rows: [{}],
		};
		const created = items({ ...contract, counterpartyName: 'FJORD  AS', ...change });
		const outputs: Record<string, Item[]> = { 'Page by page': items(page) };
		const lines = code.run('Lines', { input: created, outputs });
		Object.assign(outputs, { 'Create contract': created, Lines: lines });
		const outcomes = code.run('Outcome', { input: lines, outputs });
		const results = { Contracts: items({ rejected: [], ignored: [] }), Outcome: outcomes };
		const [{ json }] = code.run('Result', { input: [], outputs: results }) as [Item];
		return { ...json, isWritten: lines[0]!.json.contractId === 'c' };
	};

	test.each([
		['created', { action: 'created', counterpartyName: null }, true, '1 created'],
		['a draft', {}, true, 'only its lines are written.'],
		['negotiating', { status: 'negotiating' }, true, 'only its lines are written.'],
		['out', { status: 'signing' }, false, 'but not of 1 that are out or signed: S-1 (signing).'],
		['signed', { status: 'signed' }, false, 'but not of 1 that are out or signed: S-1 (signed).'],
		['of another company', { counterpartyName: 'Acme' }, false, '1 rejected'],
		[
			'of the company by its ID',
			{ counterpartyName: 'Acme', counterpartyId: 'Fjord AS' },
			true,
			'only its lines',
		],
	])('%s', (_, change, isWritten, words) => {
		const made = upload(change);
		expect(made).toMatchObject({ isWritten, summary: expect.stringContaining(words) });
	});

	test('what is with another company comes back with the reason', () => {
		const reason = 'The contract of this reference, "Order S-1", is with "Acme"';
		expect(upload({ counterpartyName: 'Acme' }).rejected).toMatchObject([{ reason }]);
	});
});

test.each([
	['12.500', 'Enter a number. It has two meanings: 12500, 12.5.'],
	['31.03.2027', 'A date is written 2026-03-31.'],
])('the advice for %s is for a person with a spreadsheet', (value, advice) => {
	const said = {
		'12.500':
			"Enter a number. It has two meanings: for 12500 give {{ $json.value.split('.').join('') }}, for 12.5 give {{ Number($json.value) }}. [item 3]",
		'31.03.2027':
			"A date is written 2026-03-31. Convert this one with {{ DateTime.fromFormat(String($json.start).trim(), 'd.M.yyyy').toISODate() || $json.start }}. [item 0]",
	}[value]!;
	const refused = { error: 'Refused', details: { errorId: 'INVALID_INPUT', description: said } };
	const outputs = {
		'Page by page': items({ reference: 'S-1', rows: [] }),
		'Create contract': items(refused),
		Lines: items({}),
	};
	const [outcome] = recipeCode(RECIPE).run('Outcome', { input: [], outputs });
	expect(outcome!.json).toMatchObject({ outcome: 'rejected', problem: { advice } });
});
