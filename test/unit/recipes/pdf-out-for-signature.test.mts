import { items, recipeCode, ZONES } from '../../support/recipes/nodeCode.mts';

const { value } = recipeCode('pdf-out-for-signature');
const SEEN = '2026-03-31T14:30:00.000Z';

test.each([
	['draft', SEEN, true],
	['draft', '2026-03-31T14:31:00.000Z', false],
	['negotiating', '2026-03-31T14:31:00.000Z', false],
	// Sending says that it is out already.
	['signing', '2026-03-31T14:31:00.000Z', true],
])('a contract that is %s and was changed at %s may be sent: %p', (status, updatedAt, wanted) => {
	const input = items({ status, updatedAt });
	const outputs = { 'As shown': items({ updatedAt: SEEN }) };
	const rule = 'conditions.conditions.0.leftValue';
	expect(value('Unchanged', rule, { input, outputs })).toBe(wanted);
});

test('the status page says on which day the contract was signed, here and in every zone', () => {
	const shown = (signatureDate: string, zone: string) => {
		const input = items({ name: 'O-1', status: 'signed', signatureDate });
		return value('Show', 'responseBody', { input, zone });
	};
	for (const zone of ZONES) {
		expect(shown('2026-05-01T00:00:00.000Z', zone)).toBe('O-1: signed on 2026-05-01');
	}
	expect(shown('2026-05-01T23:30:00.000Z', 'Europe/Berlin')).toBe('O-1: signed on 2026-05-02');
});
