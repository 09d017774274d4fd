import type { IDataObject, INode } from 'n8n-workflow';
import { answering } from '../support/answering.mts';
import { byId } from '../support/byId.mts';
import { runOperation } from '../support/runOperation.mts';

/** Expressions that come to nothing that can be sent: each ends its item with an error that names the field. */
const ID = 'aa000000-0000-4000-8000-000000000001';
const FIELD = 'f0000000-0000-4000-8000-000000000001';
const RECORD = { id: ID, name: 'Acme', status: 'active', fields: { [FIELD]: 5 }, createdAt: '' };
const CONTINUES = { nodeSettings: { onError: 'continueRegularOutput' } as Partial<INode> };

const LOST = [
	['={{ Number("n/a") }}', 'NaN'],
	['={{ 1 / 0 }}', 'Infinity'],
	['={{ new Date("soon") }}', 'Invalid Date'],
	['={{ DateTime.fromISO("soon") }}', 'Invalid DateTime'],
	['=for {{ $json.company }}', 'for [object Object]'],
	['={{ "S\\0d" }}', 'S\0d'],
	// Of a file that was read in the wrong encoding.
	['S\ufffddwerk AG', 'S\ufffddwerk AG'],
];
const OBJECT = ['={{ $json.company }}', '{"name":"Acme"}'];

async function run(operation: string, parameters: Record<string, unknown>, form: unknown = {}) {
	const { baseUrl, asked, close } = await answering(({ path }) => {
		if (path.endsWith('/creation-form')) return { body: form };
		return { body: RECORD };
	});
	const inputs = [{ company: { name: 'Acme' } }];
	const { items } = await runOperation(baseUrl, operation, parameters, inputs, CONTINUES);
	close();
	const { error, details } = items[0].json as { error?: string; details?: IDataObject };
	return { error, details, written: asked.filter(({ method }) => method !== 'GET') };
}

test('a field that the service has under the same ID in other letters is changed there, and found the same', async () => {
	const key = byId(FIELD.toUpperCase());
	for (const [value, fields] of [
		['6', { [FIELD]: 6 }],
		['5', undefined],
	] as const) {
		const updateFields = { fields: { field: [{ key, value }] } };
		const parameters = { counterpartyId: byId(ID), findBy: 'id', updateFields };
		const { written } = await run('counterparty.sync', parameters);
		expect(written.map(({ body }) => body)).toEqual(fields ? [{ fields }] : []);
	}
});

test('a Date as a text is sent as it is written everywhere', async () => {
	const updateFields = { name: '={{ new Date("2026-03-31") }}' };
	const { written } = await run('counterparty.update', { counterpartyId: byId(ID), updateFields });
	expect(written.map(({ body }) => body)).toEqual([{ name: '2026-03-31T00:00:00.000Z' }]);
});

test.each(LOST)('%s does not empty a field of a counterparty', async (value, shown) => {
	const updateFields = { fields: { field: [{ key: byId(FIELD), value }] } };
	const parameters = { counterpartyId: byId(ID), updateFields };
	const { error, details, written } = await run('counterparty.update', parameters);
	expect(error).toBe(`${FIELD} cannot take '${shown}'`);
	expect(details).toMatchObject({ field: FIELD, outcome: 'notExecuted', itemIndex: 0 });
	expect(written).toEqual([]);
});

test.each([...LOST, OBJECT])('%s becomes no name of a counterparty', async (name, shown) => {
	const parameters = { findBy: 'id', counterpartyId: byId(ID), updateFields: { name } };
	const { error, written } = await run('counterparty.sync', parameters);
	expect(error).toBe(`Name cannot take '${shown}'`);
	expect(written).toEqual([]);
});

const HELD_WITHIN = [
	['={{ ({ from: { at: new Date("soon") } }) }}', 'from > at', 'Invalid Date'],
	['={{ [1, Number("n/a")] }}', '1', 'NaN'],
	['={{ ({ at: DateTime.fromISO("soon") }) }}', 'at', 'Invalid DateTime'],
	['={{ [new Set([1])] }}', '0', '{}'],
];

test.each(HELD_WITHIN)('%s does not empty a part of a field', async (value, where, shown) => {
	const updateFields = { fields: { field: [{ key: byId(FIELD), value }] } };
	const parameters = { counterpartyId: byId(ID), updateFields };
	const { error, written } = await run('counterparty.update', parameters);
	expect(error).toBe(`${FIELD} > ${where} cannot take '${shown}'`);
	expect(written).toEqual([]);
});

test.each(HELD_WITHIN)('of a Fields (JSON) that is not checked %s is not sent', async (value) => {
	const options = { checkFields: false, fieldsJson: `={{ ({ note: ${value.slice(3, -2)} }) }}` };
	const { error, written } = await run('contract.create', { ...NEW, options });
	expect(error).toMatch(/^note > .* cannot take/);
	expect(written).toEqual([]);
});

test.each(['contract.create', 'contract.update'])(
	'an Additional Body of %s with what came to nothing is not sent',
	async (operation) => {
		const additionalBody = '={{ ({ name: "x", endAt: new Date("soon") }) }}';
		const given = { contractId: byId(ID), updateFields: { additionalBody } };
		const options = { checkFields: false, additionalBody };
		const { error, written } = await run(operation, { ...NEW, ...given, options });
		expect(error).toBe("Additional Body > endAt cannot take 'Invalid Date'");
		expect(written).toEqual([]);
	},
);

test.each(['={{ $now }}', '={{ new Date("soon") }}'])('%s is no Additional Body', async (json) => {
	const parameters = { contractId: byId(ID), updateFields: { additionalBody: json } };
	const { error, written } = await run('contract.update', parameters);
	expect(error).toBe('Additional Body is not a JSON object');
	expect(written).toEqual([]);
});

describe.each([['={{ ({ Note: $json.deal.title.trim() }) }}'], ['={{ $json.values }}']])(
	'where %s comes to nothing, as it fails or finds no value,',
	(json) => {
		test.each<[string, string, Record<string, object>]>([
			['contract.create', 'Fields (JSON)', { options: { fieldsJson: json } }],
			['contract.create', 'Additional Body', { options: { additionalBody: json } }],
			['contract.update', 'Additional Body', { updateFields: { additionalBody: json } }],
		])('%s is not executed without its %s', async (operation, field, given) => {
			const folder = { folderId: byId(ID), ...given.updateFields };
			const parameters = { ...NEW, contractId: byId(ID), ...given, updateFields: folder };
			const { error, details, written } = await run(operation, parameters, { fields: [] });
			expect(error).toBe(`${field} has no value`);
			expect(details?.description).toContain('{{ $json.values ?? {} }}');
			expect(written).toEqual([]);
		});
	},
);

test('what says that there is nothing, and plain objects, are sent', async () => {
	const additionalBody = '={{ ({ a: null, b: [null, { c: false }], d: new Date(0) }) }}';
	const parameters = { contractId: byId(ID), updateFields: { additionalBody } };
	const { written } = await run('contract.update', parameters);
	const d = '1970-01-01T00:00:00.000Z';
	expect(written.map(({ body }) => body)).toEqual([{ a: null, b: [null, { c: false }], d }]);
});

const NEW = { contractTypeId: byId(ID), templateId: byId(ID), counterpartySource: 'none' };
const LINK = { type: 'crm', externalEntity: 'deal', externalId: 'D-1' };

describe.each([...LOST, OBJECT])('of a new contract %s', (value, shown) => {
	test.each([
		['Name', { name: value }],
		['Counterparty Name', { counterpartySource: 'name', counterpartyName: value }],
		['External ID', { integration: { ...LINK, externalId: value }, findExisting: true }],
		['External URL', { integration: { ...LINK, externalUrl: value } }],
	])('is not the %s', async (field, given) => {
		const parameters = { ...NEW, ...given, options: { checkFields: false } };
		const { error, details, written } = await run('contract.create', parameters);
		expect(error).toBe(`${field} cannot take '${shown}'`);
		expect(details?.field).toBe(field);
		expect(written).toEqual([]);
	});

	test.each(['text', 'richText'])('is not the value of a %s field', async (type) => {
		const { error, written } = await withField(type, value);
		expect(error).toBe(`Field 'Note' cannot take '${shown}'`);
		expect(written).toEqual([]);
	});
});

test.each(LOST)('%s is not the value of a field whose type is not known', async (value, shown) => {
	const { error, written } = await withField('geo', value);
	expect(error).toBe(`Field 'Note' cannot take '${shown}'`);
	expect(written).toEqual([]);
});

async function withField(type: string, value: string) {
	const form = { fields: [{ id: FIELD, name: 'Note', type }] };
	const fields = { mappingMode: 'defineBelow', value: { [FIELD]: value }, schema: [] };
	return await run('contract.create', { ...NEW, fields }, form);
}

test('a member gets no name that is none', async () => {
	const parameters = { memberId: byId(ID), updateFields: { firstname: LOST[4]?.[0] } };
	const { error, written } = await run('member.update', parameters);
	expect(error).toContain("First Name 'for [object Object]' is not");
	expect(written).toEqual([]);
});

test('contracts are not searched for by what is no name', async () => {
	const { error } = await run('contract.getAll', { filters: { name: OBJECT[0] } });
	expect(error).toBe(`Name Contains cannot take '${OBJECT[1]}'`);
});

test('counterparties are not filtered by what is no status', async () => {
	const { error } = await run('counterparty.getAll', { filters: { status: OBJECT[0] } });
	expect(error).toBe("Status Is Any Of cannot take '[object Object]'");
});
