import {
	contractId,
	counterpartyId,
	customObjects,
	fields,
	other,
	productId,
	types,
	unknownId,
} from '../support/demo.mts';
import { expectError, sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite();

const nda = { contractTypeId: types.nda.id, templateId: types.nda.templateId };
const input = { ...nda, counterpartyId: counterpartyId(1) };
const slate = [{ type: 'paragraph', children: [{ text: 'Hello' }] }];

const create = (body: unknown) => sandbox().api('POST', '/contracts', body);
const valuesOf = (contract: any) =>
	Object.fromEntries(
		contract.fields.map((field: any) => [field.attributeDefinitionId, field.value]),
	);

test('POST /contracts creates a draft from a template and answers it', async () => {
	const { status, body } = await create({
		...input,
		name: 'NDA with Alder',
		fields: { [fields.purpose]: 'Audit', [fields.endDate]: '2031-12-31' },
		integration: {
			type: 'anyCrm',
			externalId: '17',
			externalEntity: 'deal',
			externalUrl: 'https://crm.example/17',
		},
	});
	expect(status).toBe(201);
	expect(body).toMatchObject({
		name: 'NDA with Alder',
		status: 'draft',
		counterparty: { id: counterpartyId(1), name: 'Alder & Pine Logistics GmbH' },
		contractType: { id: types.nda.id, name: 'Non-Disclosure Agreement' },
		templateId: types.nda.templateId,
		initialContractId: null,
		folderId: null,
		author: { email: 'ada.brandt@meridian-components.example' },
		integration: { type: 'anyCrm', externalId: '17', externalEntity: 'deal' },
		signatureDate: null,
		endAt: '2031-12-31T00:00:00.000Z',
	});
	expect(body.signatories.map(({ name }: any) => name)).toEqual(['Priya Raman', 'Martin Vogel']);
	expect((await sandbox().api('GET', `/contracts/${body.id}`)).body).toEqual(body);
});

test('a counterparty is named by id, by an exact name that exists, or created by its name', async () => {
	const known = await create({ ...nda, counterparty: { name: 'Ibex Mobility AG' } });
	expect(known.body.counterparty.id).toBe(counterpartyId(15));
	const byId = await create({ ...nda, counterparty: { id: counterpartyId(15) } });
	expect(byId.body.counterparty.name).toBe('Ibex Mobility AG');
	const fresh = await create({ ...nda, counterparty: { name: 'ibex mobility ag' } });
	const { id } = fresh.body.counterparty;
	expect((await sandbox().api('GET', `/counterparties/${id}`)).body).toMatchObject({
		name: 'ibex mobility ag',
		status: 'active',
		fields: {},
	});
});

test('a contract without a name is called after its type and counterparty', async () => {
	const { body } = await create(input);
	expect(body.name).toBe('Non-Disclosure Agreement - Alder & Pine Logistics GmbH');
});

test('every type of field takes its values and gives them back', async () => {
	const { api, control } = sandbox();
	const values = {
		[fields.reference]: 'PO-1',
		[fields.startDate]: '2030-01-31',
		[fields.endDate]: '2032-02-29',
		[fields.value]: 1250.75,
		[fields.paymentTerm]: '30-days',
		[fields.regions]: ['emea', 'apac'],
		[fields.product]: productId(2),
		[fields.autoRenewal]: false,
		[fields.scope]: slate,
	};
	const order = { contractTypeId: types.order.id, templateId: types.order.templateId };
	const { status, body } = await api('POST', '/contracts', {
		...order,
		counterpartyId: counterpartyId(1),
		fields: values,
	});
	expect(status).toBe(201);
	expect(valuesOf(body)).toEqual(values);
	const form = await api('GET', `/contract-types/${types.order.id}/creation-form`);
	const { contractTypes } = await control.fixtures();
	const kinds = contractTypes.flatMap((type: any) => type.fields.map((field: any) => field.type));
	const all = 'boolean date multiSelect number relation richText select text';
	expect([...new Set(kinds)].toSorted().join(' ')).toBe(all);
	expect(form.body.fields.map(({ id }: any) => id).sort()).toEqual(Object.keys(values).sort());
	expect([body.startAt, body.endAt]).toEqual([
		'2030-01-31T00:00:00.000Z',
		'2032-02-29T00:00:00.000Z',
	]);
});

test('fields can be named by their name, options too, and are a list where the profile says so', async () => {
	const byName = await create({
		...input,
		fields: { Purpose: 'Audit', 'Governing law': 'France' },
	});
	const { control } = sandbox();
	await control.profile({ 'contract-create-fields': 'pairs' });
	const asArray = await create({
		...input,
		fields: [
			{ attributeDefinitionId: fields.purpose, value: 'Audit' },
			{ attributeDefinitionId: fields.law, name: 'Governing law', value: 'france' },
		],
	});
	expect(valuesOf(byName.body)).toMatchObject({
		[fields.purpose]: 'Audit',
		[fields.law]: 'france',
	});
	expect(valuesOf(asArray.body)).toEqual(valuesOf(byName.body));
	expectError(await create({ ...input, fields: { Purpose: 'Audit' } }), 400, 'INVALID_BODY');
	await control.profile({});
	expectError(await create({ ...input, fields: [] }), 400, 'INVALID_BODY');
});

test('a required field that is missing or null is refused by its name', async () => {
	const msa = { contractTypeId: types.msa.id, templateId: types.msa.templateId };
	const body = { ...msa, counterpartyId: counterpartyId(1) };
	for (const given of [{}, { Reference: 'R', 'Payment term': null }]) {
		const answer = await create({ ...body, fields: given });
		const { details } = expectError(answer, 400, 'FIELD_REQUIRED');
		expect(['Reference', 'Payment term']).toContain(details.field);
	}
});

test('FIELD_NOT_FOUND names the field, its value and the fields there are', async () => {
	for (const field of ['Colour', unknownId, fields.regions, 'purpose', '__proto__']) {
		const answer =
			await create(`{"contractTypeId":"${types.nda.id}","templateId":"${types.nda.templateId}",
			"counterpartyId":"${counterpartyId(1)}","fields":{"${field}":"x"}}`);
		const { details } = expectError(answer, 400, 'FIELD_NOT_FOUND');
		expect(details).toEqual({
			field,
			value: 'x',
			availableOptions: ['Purpose', 'Confidentiality period', 'Governing law', 'End date'],
		});
	}
});

test('FIELD_OPTION_NOT_FOUND names the field, the option and those that are available', async () => {
	const answer = await create({ ...input, fields: { [fields.law]: 'Mars' } });
	const { details, message } = expectError(answer, 400, 'FIELD_OPTION_NOT_FOUND');
	expect(details).toEqual({
		field: 'Governing law',
		value: 'Mars',
		availableOptions: ['Germany', 'France', 'United Kingdom', 'New York'],
	});
	expect(message).toBe("Field 'Governing law' has no option 'Mars'");
});

test.each([
	['regions', ['emea', 'Atlantis'], 'FIELD_OPTION_NOT_FOUND'],
	['product', unknownId, 'FIELD_OPTION_NOT_FOUND'],
	['product', customObjects.products, 'FIELD_OPTION_NOT_FOUND'],
	['paymentTerm', 30, 'INVALID_FIELD_VALUE'],
	['paymentTerm', ['30-days'], 'INVALID_FIELD_VALUE'],
	['regions', 'emea', 'INVALID_FIELD_VALUE'],
	['reference', 5, 'INVALID_FIELD_VALUE'],
	['value', '12', 'INVALID_FIELD_VALUE'],
	['autoRenewal', 'true', 'INVALID_FIELD_VALUE'],
	['startDate', '31.01.2030', 'INVALID_FIELD_VALUE'],
	['startDate', '2030-02-30', 'INVALID_FIELD_VALUE'],
	['startDate', '2030-01-31T00:00:00Z', 'INVALID_FIELD_VALUE'],
	['scope', 'plain text', 'INVALID_FIELD_VALUE'],
	['scope', [], 'INVALID_FIELD_VALUE'],
	['scope', [{ children: 'text' }], 'INVALID_FIELD_VALUE'],
] as const)('field %s refuses %j', async (name, value, errorId) => {
	const answer = await create({
		contractTypeId: types.order.id,
		templateId: types.order.templateId,
		counterpartyId: counterpartyId(1),
		fields: { [fields[name]]: value },
	});
	expectError(answer, 400, errorId);
});

test('references to what does not exist, or belongs to another organization, are 404', async () => {
	const cases: Array<[object, string]> = [
		[{ contractTypeId: unknownId }, 'CONTRACT_TYPE_NOT_FOUND'],
		[{ contractTypeId: other.contractTypeId }, 'CONTRACT_TYPE_NOT_FOUND'],
		[{ templateId: unknownId }, 'TEMPLATE_NOT_FOUND'],
		[{ templateId: types.msa.templateId }, 'TEMPLATE_NOT_FOUND'],
		[{ counterpartyId: unknownId }, 'COUNTERPARTY_NOT_FOUND'],
		[{ counterpartyId: other.counterpartyId }, 'COUNTERPARTY_NOT_FOUND'],
	];
	for (const [change, errorId] of cases) {
		expectError(await create({ ...input, ...change }), 404, errorId);
	}
});

test.each([
	[{ colour: 'red' }, 'colour'],
	[
		{ integration: { type: 'x', externalId: '1', externalEntity: 'deal', extra: 1 } },
		'integration.extra',
	],
	[{ counterparty: { name: 'X', city: 'Y' } }, 'counterparty.city'],
	[{ fields: [{ attributeDefinitionId: fields.purpose, value: 'x', extra: 1 }] }, 'fields.0.extra'],
	[{ contractTypeId: 'Order' }, 'contractTypeId'],
	[{ contractTypeId: undefined }, 'contractTypeId'],
	[{ templateId: null }, 'templateId'],
	[{ name: '' }, 'name'],
	[{ name: 5 }, 'name'],
	[{ fields: 'x' }, 'fields'],
	[{ integration: { type: '', externalId: '1', externalEntity: 'deal' } }, 'integration.type'],
])('%j is refused by its property', async (change, field) => {
	const { details } = expectError(await create({ ...input, ...change }), 400, 'INVALID_BODY');
	expect(details.field).toBe(field);
});

test('a contract needs a counterparty', async () => {
	const { details } = expectError(await create(nda), 400, 'INVALID_BODY');
	expect(details.field).toBe('counterpartyId');
});

test('a refused contract leaves nothing behind, not even the counterparty it would have created', async () => {
	await create({ ...nda, counterparty: { name: 'Ghost Ltd' }, fields: { Purpose: 5 } });
	const { body } = await sandbox().api('GET', '/counterparties?name=Ghost');
	expect(body.data).toEqual([]);
	const contracts = await sandbox().api('GET', '/contracts?limit=1');
	expect(contracts.body.data[0].id).toBe(`contract_${contractId(54)}`);
});
