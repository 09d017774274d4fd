import { answering } from '../support/answering.mts';
import { byId } from '../support/byId.mts';
import { runOperation } from '../support/runOperation.mts';

const ID = 'aa000000-0000-4000-8000-000000000001';
const FIELD = 'f0000000-0000-4000-8000-000000000001';
const HELD = { id: ID, name: 'Acme', status: 'active', fields: {}, createdAt: '' };

async function run(operation: string, field: unknown, options = {}) {
	const { baseUrl, asked, close } = await answering(() => ({ body: HELD }));
	const updateFields = { status: 'archived', fields: { field } };
	const parameters = { findBy: 'id', counterpartyId: byId(ID), updateFields, options };
	const { items, error } = await runOperation(baseUrl, operation, parameters, [{ vat: 'DE1' }]);
	close();
	const written = asked.filter(({ method }) => method !== 'GET').map(({ body }) => body);
	return { items, error, written };
}

describe.each(['counterparty.update', 'counterparty.sync'])('%s', (operation) => {
	test.each([
		['={{ $json.missing }}', 'Field is empty'],
		[{ __rl: true, mode: 'list', value: '' }, 'Field is empty'],
		// Counterparties show their fields by ID only: what a field is called names none of them.
		['VAT number', "Field 'VAT number' is not an ID"],
		['={{ "constructor" }}', "Field 'constructor' is not an ID"],
	])('refuses a value whose field is %j: %s', async (key, message) => {
		const { error, written } = await run(operation, [{ key, value: 'DE123' }]);
		expect(error?.message).toBe(message);
		expect(written).toEqual([]);
	});

	test('one field twice, whatever its letters: which value is meant, nobody can tell', async () => {
		const rows = [FIELD, FIELD.toUpperCase()].map((key, i) => ({ key, value: `DE${i}` }));
		const { error, written } = await run(operation, rows);
		expect(error?.message).toBe(`Field '${FIELD.toUpperCase()}' is given twice`);
		expect(written).toEqual([]);
	});

	test('takes an empty row, and a value that an empty one follows', async () => {
		const value = '={{ $json.vat }}';
		const rows = [
			{ key: '', value: '' },
			{ key: FIELD, value },
			{ key: FIELD, value: '={{ $json.missing }}' },
		];
		const { error, written } = await run(operation, rows);
		expect(error).toBeUndefined();
		expect(written).toMatchObject([{ fields: { [FIELD]: 'DE1' } }]);
	});
});
