import { counterpartyFields, counterpartyId, other, unknownId } from '../support/demo.mts';
import { expectError, sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite();
const UTC = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const path = `/counterparties/${counterpartyId(1)}`;

async function list(query: string): Promise<any[]> {
	const { status, body } = await sandbox().api('GET', `/counterparties?limit=50&${query}`);
	expect(status).toBe(200);
	return body.data;
}

test('a counterparty has every field of the specification', async () => {
	const { status, body } = await sandbox().api('GET', path);
	expect(status).toBe(200);
	expect(body).toEqual({
		id: counterpartyId(1),
		name: 'Alder & Pine Logistics GmbH',
		status: 'active',
		logoUrl: 'https://logos.example/alder-pine-logistics-gmbh.png',
		fields: {
			[counterpartyFields.country]: 'Germany',
			[counterpartyFields.vatNumber]: 'GE100200300',
			[counterpartyFields.industry]: 'logistics',
			[counterpartyFields.employees]: 240,
			[counterpartyFields.crmId]: 'CRM-1001',
		},
		createdAt: UTC,
		updatedAt: UTC,
	});
});

test.each([
	['sort', 'logoUrl'],
	['sort', 'startAt'],
	['status', 'deleted'],
	['status', 'in:active,deleted'],
	['counterpartyId', counterpartyId(1)],
])('%s=%s is refused', async (name, value) => {
	const answer = await sandbox().api('GET', `/counterparties?${name}=${value}`);
	expect(expectError(answer, 400, 'INVALID_PARAMETER').details.field).toBe(name);
});

test('PATCH /counterparties/{id} changes what is given and merges fields by key', async () => {
	const { api } = sandbox();
	const before = (await api('GET', path)).body;
	const { status, body } = await api('PATCH', path, {
		name: 'Alder Group',
		status: 'archived',
		logoUrl: null,
		fields: { [counterpartyFields.employees]: 300, [counterpartyFields.crmId]: null },
	});
	const kept = { ...before.fields };
	delete kept[counterpartyFields.crmId];
	expect(status).toBe(200);
	expect(body).toEqual({
		...before,
		name: 'Alder Group',
		status: 'archived',
		logoUrl: '',
		fields: { ...kept, [counterpartyFields.employees]: 300 },
		updatedAt: UTC,
	});
	expect(body.updatedAt > before.updatedAt).toBe(true);
	expect((await api('GET', path)).body).toEqual(body);
	expect((await list('name=alder%20group'))[0]).toEqual(body);
});

test('a renamed counterparty shows in its contracts, a PATCH that changes nothing leaves updatedAt', async () => {
	const { api } = sandbox();
	const renamed = (await api('PATCH', path, { name: 'New Name' })).body;
	const contracts = await api('GET', `/contracts?counterpartyId=${counterpartyId(1)}`);
	expect(contracts.body.data).not.toEqual([]);
	for (const { counterparty } of contracts.body.data) expect(counterparty.name).toBe('New Name');
	const again = await api('PATCH', path, { name: 'New Name', fields: renamed.fields });
	expect(again.body.updatedAt).toBe(renamed.updatedAt);
});

test.each([
	[{ city: 'Bonn' }, 'INVALID_BODY', 'city'],
	[{ status: 'deleted' }, 'INVALID_BODY', 'status'],
	[{ name: '' }, 'INVALID_BODY', 'name'],
	[{ logoUrl: 'no url' }, 'INVALID_BODY', 'logoUrl'],
	[{ logoUrl: '' }, 'INVALID_BODY', 'logoUrl'],
	[{ fields: { Colour: 'red' } }, 'FIELD_NOT_FOUND', 'Colour'],
	[{ fields: { Industry: 'Magic' } }, 'FIELD_OPTION_NOT_FOUND', 'Industry'],
	[{ fields: { Employees: 'many' } }, 'INVALID_FIELD_VALUE', 'Employees'],
])('PATCH /counterparties/{id} refuses %j', async (body, errorId, field) => {
	const answer = await sandbox().api('PATCH', path, body);
	expect(expectError(answer, 400, errorId).details.field).toBe(field);
});

test('COUNTERPARTY_NOT_FOUND for an unknown counterparty and for one of another organization', async () => {
	for (const id of [unknownId, other.counterpartyId]) {
		for (const [method, body] of [['GET'], ['PATCH', { name: 'X' }]] as const) {
			const answer = await sandbox().api(method, `/counterparties/${id}`, body);
			expectError(answer, 404, 'COUNTERPARTY_NOT_FOUND');
		}
	}
	const prefixed = await sandbox().api('GET', `/counterparties/contract_${counterpartyId(1)}`);
	expectError(prefixed, 400, 'INVALID_PARAMETER');
});
