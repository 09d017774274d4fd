import type { IDataObject } from 'n8n-workflow';
import { answering } from '../support/answering.mts';
import { byId } from '../support/byId.mts';
import { runOperation } from '../support/runOperation.mts';

/** Texts that stand for a missing value name no company, and are no ID of another system: nothing is sent for them. */
const ID = 'aa000000-0000-4000-8000-000000000001';
const HELD = {
	...{ id: ID, name: 'Acme', status: 'active', fields: {}, createdAt: '' },
	...{ integration: null, contractType: { id: ID } },
};

const CREATE = {
	contractTypeId: byId(ID),
	templateId: byId(ID),
	counterpartySource: 'name',
	counterpartyName: 'Acme',
	options: { checkFields: false },
};

async function run(
	operation: string,
	parameters: Record<string, unknown>,
	input: IDataObject,
	held: object = HELD,
) {
	const { baseUrl, asked, close } = await answering(({ path, method }) => ({
		body: method === 'GET' && path.split('/').length === 2 ? { data: [held] } : held,
	}));
	const { error } = await runOperation(baseUrl, operation, parameters, [input]);
	close();
	return { error, written: asked.filter(({ method }) => method !== 'GET').map(({ body }) => body) };
}

test.each([
	['update', 'Logo URL', 'logoUrl'],
	['sync', 'Logo URL', 'logoUrl'],
	['update', 'Status', 'status'],
	['sync', 'Status', 'status'],
])('%s takes no %s from a missing value', async (operation, label, name) => {
	const updateFields = { [name]: '={{ $json.text }}' };
	const parameters = { findBy: 'id', counterpartyId: byId(ID), updateFields };
	const { error, written } = await run(`counterparty.${operation}`, parameters, { text: '#N/A' });
	expect(error?.message).toBe(`${label} '#N/A' stands for a missing value`);
	expect(written).toEqual([]);
});

test.each(['update', 'sync'])(
	'%s sends the name of a company in one spelling',
	async (operation) => {
		const updateFields = { name: '={{ $json.name }}' };
		const parameters = { findBy: 'id', counterpartyId: byId(ID), updateFields };
		const name = 'Müller\u00a0 Bau'.normalize('NFD');
		const { written } = await run(`counterparty.${operation}`, parameters, { name });
		expect(written).toEqual([{ name: 'Müller Bau' }]);
	},
);

const NAMES = [['#REF!'], ['N/A'], ['-'], ['#NV'], ['null'], ['undefined'], ['TBD']];

test.each(NAMES)('no contract is made with a company called %j', async (name) => {
	const parameters = { ...CREATE, counterpartyName: '={{ $json.name }}' };
	const { error, written } = await run('contract.create', parameters, { name });
	expect(error?.message).toBe(`Counterparty Name '${name}' stands for a missing value`);
	expect(written).toEqual([]);
});

test.each([
	['Name', { name: '={{ $json.text }}' }],
	['Type', { integration: { type: '={{ $json.text }}', externalEntity: 'deal', externalId: '1' } }],
	['External Entity', { integration: { type: 'crm', externalEntity: '={{ $json.text }}' } }],
	['External URL', { integration: { externalUrl: '={{ $json.text }}' } }],
	[
		'Additional Body > name',
		{ options: { checkFields: false, additionalBody: '={{ ({ name: $json.text }) }}' } },
	],
])('no contract is made of which the %s is none', async (field, given) => {
	for (const text of ['#REF!', 'N/A', 'undefined']) {
		const { error, written } = await run('contract.create', { ...CREATE, ...given }, { text });
		expect([error?.message, written]).toEqual([
			`${field} '${text}' stands for a missing value`,
			[],
		]);
	}
});

test('no contract is called so by Update', async () => {
	const additionalBody = '={{ ({ name: $json.name }) }}';
	const parameters = { contractId: byId(ID), updateFields: { additionalBody } };
	const { error, written } = await run('contract.update', parameters, { name: '#NAME?' });
	expect(error?.message).toBe("Additional Body > name '#NAME?' stands for a missing value");
	expect(written).toEqual([]);
});

test.each(['update', 'sync'])('%s calls no company so', async (operation) => {
	const updateFields = { name: '={{ $json.name }}' };
	const parameters = { findBy: 'id', counterpartyId: byId(ID), updateFields };
	const { error, written } = await run(`counterparty.${operation}`, parameters, { name: '#N/A' });
	expect(error?.message).toBe("Name '#N/A' stands for a missing value");
	expect(written).toEqual([]);
});

/** Odoo writes nothing as false, and a link to another record as its number and name. */
describe('false is no text', () => {
	const findBy = { findBy: 'id', counterpartyId: byId(ID) };
	const integration = { type: 'crm', externalEntity: 'deal', externalId: 'D-1' };
	const FIELD = 'f0000000-0000-4000-8000-000000000001';

	test.each<[string, string, IDataObject]>([
		['counterparty.sync', 'Name', { ...findBy, updateFields: { name: '={{ $json.text }}' } }],
		['counterparty.update', 'Name', { ...findBy, updateFields: { name: '={{ $json.text }}' } }],
		['contract.create', 'Counterparty Name', { ...CREATE, counterpartyName: '={{ $json.text }}' }],
		[
			'contract.create',
			'External URL',
			{ ...CREATE, integration: { ...integration, externalUrl: '={{ $json.text }}' } },
		],
	])('of %s as %s', async (operation, label, parameters) => {
		for (const text of [false, [false]]) {
			const { error, written } = await run(operation, parameters, { text });
			expect(error?.message).toBe(`${label} 'false' stands for a missing value`);
			expect(error?.description).toContain("{{ $json.name || '' }}");
			expect(written).toEqual([]);
		}
	});

	test.each(['update', 'sync'])('of %s for a field that holds text', async (operation) => {
		const held = { ...HELD, fields: { [FIELD]: 'DE1' } };
		const given = async (value: string) => {
			const updateFields = { fields: { field: [{ key: byId(FIELD), value }] } };
			const parameters = { ...findBy, updateFields };
			return await run(`counterparty.${operation}`, parameters, { text: false }, held);
		};
		const refused = await given('={{ $json.text }}');
		expect(refused.error?.message).toBe(`Field '${FIELD}' cannot take 'false'`);
		const [none, word] = refused.error!.description!.match(/\{\{.*?\}\}/g)!;
		expect([none, word]).toEqual([
			"{{ $json.text === false ? '' : $json.text }}",
			'{{ String($json.text) }}',
		]);
		expect(refused.written).toEqual([]);
		expect((await given(`=${none}`)).written).toEqual([]);
		expect((await given(`=${word}`)).written).toEqual([{ fields: { [FIELD]: 'false' } }]);
	});
});

test.each([
	[[['A', 'B']], 'Counterparty Name \'["A","B"]\' is a list', '{{ $json.names[0] }}'],
	[[[7, 'Acme GmbH']], 'Counterparty Name \'[7,"Acme GmbH"]\' is a list', '{{ $json.names[1] }}'],
	[[['Acme']], undefined, ''],
])('of a list %j one entry is a name', async ([name], message, advice) => {
	const parameters = { ...CREATE, counterpartyName: '={{ $json.name }}' };
	const { error, written } = await run('contract.create', parameters, { name });
	expect(error?.message).toBe(message);
	expect(error?.description ?? '').toContain(advice);
	expect(written).toHaveLength(message ? 0 : 1);
});

const DEALS = [['#REF!'], ['N/A'], ['undefined'], ['-'], ['deal-undefined'], ['deal-']];

test.each(DEALS)('%j is the ID of no deal', async (deal) => {
	const integration = { type: 'crmOne', externalEntity: 'deal', externalId: '={{ $json.deal }}' };
	const told = `External ID '${deal}' stands for a missing value`;
	for (const findExisting of [true, false]) {
		const made = await run('contract.create', { ...CREATE, integration, findExisting }, { deal });
		expect([made.error?.message, made.written]).toEqual([told, []]);
	}
	const found = await run(
		'contract.getByExternalId',
		{ externalId: '={{ $json.deal }}' },
		{ deal },
	);
	expect(found.error?.message).toBe(told);
});

test('a long text in place of the ID of a deal is told in 60 characters', async () => {
	const parameters = { externalId: '={{ $json.deal }}' };
	const { error } = await run('contract.getByExternalId', parameters, { deal: 'x'.repeat(5000) });
	expect(error?.message).toBe(`No contract belongs to '${'x'.repeat(60)}…'`);
});

test('nor is it looked for in a field, where several hold it', async () => {
	const parameters = { findBy: 'field', matchField: ID, matchValue: '={{ $json.deal }}' };
	const { error } = await run('counterparty.sync', parameters, { deal: 'N/A' });
	expect(error?.message).toBe("Value to Find 'N/A' stands for a missing value");
});
