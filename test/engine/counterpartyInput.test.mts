import type { IDataObject } from 'n8n-workflow';
import { answering } from '../support/answering.mts';
import { byId } from '../support/byId.mts';
import { runOperation } from '../support/runOperation.mts';

const ID = 'aa000000-0000-4000-8000-000000000001';
const FIELD = 'f0000000-0000-4000-8000-000000000001';
const HELD = { id: ID, name: 'Acme', status: 'active', fields: {}, createdAt: '' };

async function run(
	operation: string,
	field: unknown,
	{ held = HELD, json = { vat: 'DE1' } as IDataObject } = {},
) {
	const { baseUrl, asked, close } = await answering(() => ({ body: held }));
	const updateFields = { status: 'archived', fields: { field } };
	const parameters = { findBy: 'id', counterpartyId: byId(ID), updateFields };
	const { items, error } = await runOperation(baseUrl, operation, parameters, [json]);
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

	/** In terms of another property it would give nothing, which changes nothing, without a word. */
	test.each([
		['={{ $json.revenue }}', { revenue: '1.250,00 €' }, 1250],
		['={{ $json["Annual revenue"] }}', { 'Annual revenue': '$1,250.50' }, 1250.5],
		['={{ $json.lookup }}', { lookup: ['1 250'] }, 1250],
	])('advises a conversion of what gave the number: %s', async (value, json, expected) => {
		const held = { ...HELD, fields: { [FIELD]: 7 } };
		const { error } = await run(
			operation,
			[
				{ key: '', value: '' },
				{ key: FIELD, value },
			],
			{ held, json },
		);
		const [advised] = /\{\{.*\}\}/.exec(error?.description ?? '')!;
		const { written } = await run(operation, [{ key: FIELD, value: `=${advised}` }], {
			held,
			json,
		});
		expect(written).toMatchObject([{ fields: { [FIELD]: expected } }]);
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
