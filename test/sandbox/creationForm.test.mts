import { fields, other, productId, types, unknownId } from '../support/demo.mts';
import { expectError, sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite();
const form = (id: string) => sandbox().api('GET', `/contract-types/${id}/creation-form`);

test('a creation form names the templates and the fields of its contract type', async () => {
	const { status, body } = await form(types.msa.id);
	expect(status).toBe(200);
	expect(body).toEqual({
		contractTypeId: types.msa.id,
		templates: [
			{ id: types.msa.templateId, name: 'MSA standard' },
			{ id: expect.any(String), name: 'MSA short form' },
		],
		fields: expect.any(Array),
	});
	expect(body.fields.slice(0, 2)).toEqual([
		{
			id: fields.reference,
			name: 'Reference',
			type: 'text',
			required: true,
			options: [],
			helpText: 'Your own number, e.g. PO-2041',
		},
		{
			id: fields.paymentTerm,
			name: 'Payment term',
			type: 'select',
			required: true,
			options: [
				{ id: '15-days', name: '15 days' },
				{ id: '30-days', name: '30 days' },
				{ id: '60-days', name: '60 days' },
				{ id: '90-days', name: '90 days' },
			],
			helpText: null,
		},
	]);
});

test('the options of a relation are the catalog records that it can point to', async () => {
	const { body } = await form(types.order.id);
	const relation = body.fields.find(({ type }: any) => type === 'relation');
	expect(relation.options).toHaveLength(8);
	expect(relation.options[0]).toEqual({ id: productId(1), name: 'Linear actuator LA-40' });
});

test('a contract type of nobody or of another organization is not found', async () => {
	for (const id of [unknownId, other.contractTypeId]) {
		expectError(await form(id), 404, 'CONTRACT_TYPE_NOT_FOUND');
	}
});
