import type { IDataObject } from 'n8n-workflow';
import { DESCRIPTION, QUANTITY, recordsSuite } from '../support/recordsSuite.mts';

const { draft, mapper, upsert } = recordsSuite();

/** Rows as CRMs and spreadsheets send them, with what may trip a reader of properties. */
const ROWS: IDataObject[] = [
	{ description: 'Robot arm', quantity: 2 },
	{ description: '', quantity: '3' },
	{ description: null, quantity: 0 },
	{ quantity: 1.5 },
	{ description: 0 },
	{ description: true, quantity: true },
	{ description: '={{ 1 + 1 }}', quantity: 1 },
	{ description: '{{ $json.quantity }}', quantity: 1 },
	{ description: 'Größe 漢字 🚀', quantity: '4' },
	{ description: ['a', 'b'], quantity: 1 },
	{ description: { text: 'x' }, quantity: 1 },
	{ description: 'not a number', quantity: 'many' },
	{ description: '2026-01-31T00:00:00Z', quantity: 1e21 },
];

test('columns mapped to properties of the item get what n8n evaluates for them', async () => {
	const outcome = async (description: string, quantity: string) => {
		const fields = mapper({ [DESCRIPTION]: description, [QUANTITY]: quantity });
		const more = { nodeSettings: { onError: 'continueRegularOutput' as const } };
		const { items } = await upsert(await draft(), ROWS, { fields }, more);
		// Each run writes to a contract of its own.
		return items.map(({ json }): IDataObject => ({ ...json, id: null, contractId: null }));
	};
	const read = await outcome('={{ $json.description }}', '={{ $json["quantity"] }}');
	// In parentheses it is no bare property any more, and n8n evaluates it.
	const evaluated = await outcome('={{ ($json.description) }}', '={{ ($json["quantity"]) }}');

	expect(read).toHaveLength(ROWS.length);
	expect(read).toEqual(evaluated);
	expect(read[0]).toMatchObject({ fields: { Description: 'Robot arm', Quantity: 2 } });
	expect(read.some(({ error }) => error !== undefined)).toBe(true);
});
