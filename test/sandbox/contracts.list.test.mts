import { contractId, other, types } from '../support/demo.mts';
import { expectError, sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite();

async function list(query: string): Promise<any[]> {
	const { status, body } = await sandbox().api('GET', `/contracts?limit=100&${query}`);
	expect(status).toBe(200);
	return body.data;
}

const all = () => list('');

test('contracts come as full records, newest first', async () => {
	const contracts = await all();
	const created = contracts.map(({ createdAt }) => createdAt);
	expect(contracts).toHaveLength(54);
	expect(created).toEqual([...created].sort().reverse());
	const one = await sandbox().api('GET', `/contracts/${contracts[7].id}`);
	expect(contracts[7]).toEqual(one.body);
});

describe('a filter', () => {
	test('combines with the others by AND, also when it is repeated', async () => {
		const day = (offset: number) =>
			new Date(Date.now() + offset * 864e5).toISOString().slice(0, 10);
		const [from, to] = [day(30), day(300)];
		const rows = await list(`status=signed&endAt=gte:${from}&endAt=lte:${to}`);
		const expected = (await all()).filter(
			({ status, endAt }) =>
				status === 'signed' && endAt >= `${from}T` && endAt <= `${to}T00:00:00.000Z`,
		);
		expect(rows).toEqual(expected);
		expect(rows.length).toBeGreaterThan(0);
		expect(await list('status=in:draft,signed&status=ne:signed')).toEqual(
			await list('status=draft'),
		);
	});
});

test('contractTypeId takes exactly one UUID', async () => {
	const { api } = sandbox();
	const one = types.msa.id;
	for (const query of [
		`contractTypeId=in:${one},${types.nda.id}`,
		`contractTypeId=in:${one}`,
		`contractTypeId=ne:${one}`,
		`contractTypeId=${one}&contractTypeId=${types.nda.id}`,
		`contractTypeId=${one},${types.nda.id}`,
		'contractTypeId=Order',
		'contractTypeId=',
	]) {
		const { details } = expectError(
			await api('GET', `/contracts?${query}`),
			400,
			'INVALID_PARAMETER',
		);
		expect(details.field).toBe('contractTypeId');
	}
});

describe('sort', () => {
	const FIELDS = ['id', 'name', 'status', 'createdAt', 'updatedAt', 'startAt', 'endAt'];

	test.each(['colour', 'name,', '', '-', '--name', 'name,-name', 'createdAt;DROP TABLE contracts'])(
		'by "%s" is refused with the fields that are allowed',
		async (sort) => {
			const answer = await sandbox().api('GET', `/contracts?sort=${encodeURIComponent(sort)}`);
			const { details } = expectError(answer, 400, 'INVALID_PARAMETER');
			expect(details.field).toBe('sort');
			if (details.availableOptions) expect(details.availableOptions).toEqual(FIELDS);
		},
	);
});

test.each([
	['status', 'closed'],
	['status', 'Draft'],
	['status', 'gte:draft'],
	['status', 'in:'],
	['startAt', 'yesterday'],
	['startAt', '2026-02-30'],
	['endAt', 'gte:2026-01-01T00:00:00'],
	['counterpartyId', 'Alder'],
	['folderId', 'null'],
	['colour', 'red'],
])('%s=%s is refused', async (name, value) => {
	const answer = await sandbox().api('GET', `/contracts?${name}=${encodeURIComponent(value)}`);
	const { details } = expectError(answer, 400, 'INVALID_PARAMETER');
	expect(details.field).toBe(name);
});

test('a name is found in any case and however its accents are composed; % and _ are letters', async () => {
	const { control } = sandbox();
	const name = 'Crème 100%_net İstanbul';
	await control.createContract({ name });
	for (const part of ['CRÈME', 'cre\u0300me', '100%_NET', 'net']) {
		const found = await list(`name=${encodeURIComponent(part)}`);
		expect(found.map((row) => row.name)).toContain(name);
	}
	expect(await list(`name=${encodeURIComponent('1%net')}`)).toEqual([]);
	expect(await list('name=in:crème,alder')).toHaveLength(1 + (await list('name=alder')).length);
});

test('the contracts of another organization are never listed', async () => {
	const theirs = await sandbox().api('GET', '/contracts?limit=100', undefined, {
		key: sandbox().keys.otherOrg,
	});
	expect(theirs.body.data).toHaveLength(4);
	const ours = new Set((await all()).map(({ id }) => id));
	for (const { id } of theirs.body.data) expect(ours.has(id)).toBe(false);
	expect(await list(`contractTypeId=${other.contractTypeId}`)).toEqual([]);
	expect(ours.has(`contract_${contractId(1)}`)).toBe(true);
});
