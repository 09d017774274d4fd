import { items, recipeCode } from '../../support/recipes/nodeCode.mts';

const code = recipeCode('crm-stage-back');
const UUID = 'd0000000-0000-4000-8000-000000000001';
const LINK = { type: 'crm', externalEntity: 'deal', externalId: 'D-1' };
const SETTINGS = { crmTypes: ['crm'], crmEntity: 'deal' };

function deals(contracts: object[], { settings = SETTINGS, zone = 'UTC' } = {}) {
	const signed = { id: `p-${UUID}`, name: 'Order', signatureDate: '2026-03-31T12:00:00Z' };
	const all = contracts.map((one) => ({ ...signed, integration: LINK, ...one, ...settings }));
	return code.run('Signed deal', { input: items(...all), zone }).map(({ json }) => json);
}

test('type, entity and ID of the link make the deal', () => {
	const links = [
		LINK,
		{ ...LINK, type: 'requestForm', externalEntity: 'request' },
		{ ...LINK, type: 'requestForm' },
		{ ...LINK, externalEntity: 'quote' },
		{ ...LINK, type: 'CRM' },
		{ ...LINK, externalId: '' },
		{ externalId: 'D-1' },
		null,
		undefined,
	];
	const found = links.flatMap((integration) => deals([{ integration }]));
	expect(found).toMatchObject([{ dealId: 'D-1', eventKey: `${UUID}:signed` }]);
});

test('the event of a trigger and the contract of a list are one event', () => {
	const contract = { id: `p-${UUID}`, name: 'Order', integration: LINK };
	expect(deals([{ contract }])[0]!.eventKey).toBe(deals([contract])[0]!.eventKey);
});

test.each([
	[4711, '4711'],
	[' D-1\u00a0', 'D-1'],
])('the external ID %j is the deal %s', (externalId, dealId) => {
	expect(deals([{ integration: { ...LINK, externalId } }])).toMatchObject([{ dealId }]);
});

test('settings that name no type are an error, not silence', () => {
	expect(() => deals([{}], { settings: { ...SETTINGS, crmTypes: [] } })).toThrow('crmTypes');
});

test('what PostgreSQL cannot hold is left out of texts, and holds no other deal', () => {
	const bad = { name: 'A\0B \ud83d cut 😀', integration: { ...LINK, externalId: '😀'.repeat(80) } };
	const never = { integration: { ...LINK, externalId: 'D-1\0' } };
	const found = deals([bad, never, {}]);
	expect(found.map(({ dealId }) => dealId)).toEqual(['😀'.repeat(80), 'D-1']);
	expect(found[0]!.name).toBe('AB  cut 😀');
	expect(found[0]!.fileName).toBe(`${'😀'.repeat(60)} [${UUID}].pdf`);
	expect(JSON.stringify(found)).not.toMatch(/\\u0000|\\ud[89a-f]/);
});

test.each([
	['2026-01-01', 'America/New_York', '2026-01-01T00:00:00.000Z'],
	['2026-01-01T00:00Z', 'America/New_York', '2026-01-01T00:00:00.000Z'],
	['2026-01-01T10:00:00', 'Asia/Tokyo', '2026-01-01T01:00:00.000Z'],
	['2026-01-01T10:00:00+02:00', 'Asia/Tokyo', '2026-01-01T08:00:00.000Z'],
	['soon', 'Asia/Tokyo', null],
	[0, 'Asia/Tokyo', null],
])('signed at %p in %s: %p', (signatureDate, zone, wanted) => {
	expect(deals([{ signatureDate }], { zone })[0]!.signedAt).toBe(wanted);
});

test.each([
	[25, true],
	[23, false],
])('a contract that changed %d hours ago is closed without a file: %p', (hours, wanted) => {
	const updatedAt = new Date(Date.now() - hours * 3_600_000).toISOString();
	const [deal] = deals([{ signatureDate: '2020-01-01', updatedAt }]);
	const condition = 'conditions.conditions.0.leftValue';
	const around = { input: items({}), outputs: { Found: items(deal!) } };
	expect(code.value('Still none after a day', condition, around)).toBe(wanted);
});

test.each([
	['a deal with a PDF', { deal_id: 'D-1', signed_pdf: 'x.pdf' }, false],
	['a deal without one', { deal_id: 'D-1', signed_pdf: null }, true],
	['a deal of a CRM whose address is not asked for', { deal_id: 'D-1' }, false],
	['no deal', { success: true }, false],
])('%s is told as closed without a PDF: %j %p', (_, json, wanted) => {
	const condition = 'conditions.conditions.0.leftValue';
	expect(code.value('Without a PDF', condition, { input: items(json) })).toBe(wanted);
});

test('a file that was not saved is no address', () => {
	const outputs = { Found: items({ eventKey: 'e', dealId: 'D-1', fileName: 'x.pdf' }) };
	const path = 'options.queryReplacement';
	const addressOf = (json: object) =>
		code.value<unknown[]>('Close deal', path, { input: items(json), outputs }).at(-1);
	expect(addressOf({ fileName: '/data/x.pdf' })).toBe('/data/x.pdf');
	// n8n gives an error item the fields of the input.
	expect(addressOf({ fileName: 'x.pdf', error: 'No files yet' })).toBeNull();
});
