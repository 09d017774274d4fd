import { items, recipeCode, ZONES } from '../../support/recipes/nodeCode.mts';

const { run, value } = recipeCode('request-form');

const FIELDS = [
	{ name: 'Reference', type: 'text', required: true },
	{ name: 'Start date', type: 'date', required: true },
	{ name: 'Contract value', type: 'number', required: false },
	{ name: 'Payment term', type: 'select', options: [{ name: '30 days' }] },
	{ name: 'Regions', type: 'multiSelect', options: [{ name: 'EMEA; Africa' }, { name: 'APAC' }] },
	{ name: 'Auto-renewal', type: 'boolean' },
	{ name: 'Scope', type: 'richText' },
	{ name: "Fee in $'000 (> 1 year)", type: 'select', options: [{ name: '$$' }] },
];
const TYPE = 'Subscription Order';
const FIRST = { 'Contract type': TYPE, Counterparty: 'Fjord AS', Reference: 'PR-1' };

interface PageField {
	fieldLabel: string;
	fieldType: string;
	fieldOptions?: { values: object[] };
	multiselect?: boolean;
}

function request(changes: object = {}) {
	return run('Request', { input: items({ ...FIRST, ...changes }) })[0]!.json;
}

function secondPage() {
	const outputs = { Request: items(request()) };
	return run('Second page', { input: items({ fields: FIELDS }), outputs })[0]!.json;
}

/** The fields as n8n takes them: the JSON in place of the expression, signs of labels as entities. */
function taken(): PageField[] {
	const json = value<string>('Values', 'jsonOutput', { input: items(secondPage()) });
	const fields = JSON.parse('{{ x }}'.replace('{{ x }}', json)) as PageField[];
	const label = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
	return fields.map((field) => ({ ...field, fieldLabel: label(field.fieldLabel) }));
}

/** What n8n makes of what a browser sends: every field, empty ones as ''. */
function received(entered: Record<string, unknown>): Record<string, unknown> {
	const values = taken().map(({ fieldLabel, fieldType, multiselect }) => {
		const sent = entered[fieldLabel] ?? (multiselect ? [] : '');
		return [fieldLabel, fieldType === 'number' ? Number(sent) : sent];
	});
	return Object.fromEntries(values) as Record<string, unknown>;
}

function given(entered: Record<string, unknown>) {
	const outputs = {
		Request: items(request()),
		'Creation form': items({ fields: FIELDS }),
		'Second page': items(secondPage()),
	};
	return run('Given values', { input: items(received(entered)), outputs })[0]!.json.values;
}

test('a page that nobody answered within the day makes no contract', () => {
	const outputs = {
		Request: items(request()),
		'Creation form': items({ fields: FIELDS }),
		'Second page': items(secondPage()),
	};
	expect(run('Given values', { input: items(secondPage()), outputs })).toEqual([]);
});

test('fields that are left empty in a browser are not sent', () => {
	expect(given({})).toEqual({ Reference: 'PR-1' });
	expect(given({ 'Contract value': '  ', Scope: '\n' })).toEqual({ Reference: 'PR-1' });
});

test('what is entered is sent: a zero, No, and options whose names have semicolons', () => {
	const entered = {
		'Contract value': '0',
		'Auto-renewal': 'No',
		Regions: ['EMEA; Africa', 'APAC'],
		'Start date': '2027-01-01',
	};
	expect(given(entered)).toEqual({ ...entered, 'Auto-renewal': false, Reference: 'PR-1' });
	expect(given({ 'Auto-renewal': 'Yes' })).toMatchObject({ 'Auto-renewal': true });
});

test('a field whose name has signs that n8n changes keeps its value, and its options', () => {
	const name = "Fee in $'000 (> 1 year)";
	expect(given({ "Fee in $'000 (› 1 year)": '$$' })).toMatchObject({ [name]: '$$' });
	expect(taken().at(-1)!.fieldOptions).toEqual({ values: [{ option: '$$' }] });
});

test('everything that the first page asks is used', () => {
	const fields = recipeCode('request-form').value<PageField[]>(
		'Request a contract',
		'formFields.values',
		{ input: [] },
	);
	expect(fields.map(({ fieldLabel }) => fieldLabel)).toEqual(Object.keys(FIRST));
});

test.each([
	['a contract type that the node does not know', { 'Contract type': 'Lease' }, '"Lease"'],
	['a contract type of a name that objects have', { 'Contract type': 'constructor' }, 'It has: '],
	['no contract type', { 'Contract type': null }, 'It has: '],
	['a blank counterparty', { Counterparty: ' \u00a0' }, 'blank'],
	['no reference', { Reference: undefined }, 'blank'],
])('%s is told on the page', (_, changes, words) => {
	const json = request(changes);
	expect(json.error).toContain(words);
	const around = { input: items(json) };
	expect(value('Can be created', 'conditions.conditions.0.leftValue', around)).toBe(false);
	expect(value('Not created', 'completionMessage', around)).toContain('Send the form again');
});

test('a reference is one text, however many blanks it is typed with', () => {
	expect(request({ Reference: ' PR  1\u00a0', Counterparty: 'Cafe\u0301  AS' })).toMatchObject({
		error: '',
		reference: 'PR 1',
		counterparty: 'Caf\u00e9 AS',
		contractTypeId: expect.stringMatching(/^c7/),
	});
});

test('the last page says what was not taken over, and shows names as they are', () => {
	const contract = { id: `x${'0'.repeat(36)}`, name: 'New <b>Name</b> & Co', status: 'draft' };
	const shown = (action: string) =>
		value<string>('Draft', 'completionMessage', { input: items({ ...contract, action }) });
	expect(shown('created')).toContain('New &#60;b&#62;Name&#60;/b&#62; &#38; Co: draft.');
	expect(shown('created')).not.toContain('not taken over');
	expect(shown('found')).toContain('What you entered now was not taken over');
});

test.each([
	['notExecuted', 'The contract was not created'],
	['unknown', 'It is not known whether the contract was created'],
])('a failure whose outcome is %s', (outcome, title) => {
	const input = items({ error: 'x', details: { outcome, description: '<i>y</i>' } });
	expect(value('Not created', 'completionTitle', { input })).toBe(title);
	expect(value('Not created', 'completionMessage', { input })).toContain('&#60;i&#62;');
});

test('the status page says since when a contract is signed, on its day in every zone', () => {
	const contract = { name: 'C', signatureDate: '2026-05-01T00:00:00.000Z' };
	const more = { updatedAt: '2026-06-15T12:00:00.000Z' };
	for (const zone of ZONES) {
		const page = (status: string) =>
			run('Page', { input: items({ ...contract, ...more, status }), zone })[0]!.json.page;
		expect(page('signed')).toContain('is signed</strong>, since 2026-05-01.');
		expect(page('draft')).toMatch(/is a draft<\/strong>\. It was last changed on 2026-06-1[56]\./);
	}
});
