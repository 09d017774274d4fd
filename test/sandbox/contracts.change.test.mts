import { contractId, folderId, unknownId } from '../support/demo.mts';
import { expectError, sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite();

test('PATCH /contracts/{id} files a contract in a folder, takes it out and renames it', async () => {
	const { api } = sandbox();
	const path = `/contracts/${contractId(2)}`;
	const before = (await api('GET', path)).body;
	const filed = await api('PATCH', path, { folderId: folderId(3), name: 'Filed' });
	expect(filed.status).toBe(200);
	expect(filed.body).toEqual({
		...before,
		folderId: folderId(3),
		name: 'Filed',
		updatedAt: expect.any(String),
	});
	expect(filed.body.updatedAt > before.updatedAt).toBe(true);
	expect((await api('GET', `/contracts?folderId=${folderId(3)}&name=filed`)).body.data).toEqual([
		filed.body,
	]);
	expect((await api('PATCH', path, { folderId: null })).body.folderId).toBeNull();
});

test('every change raises updatedAt, even while the clock stands still, and no change leaves it', async () => {
	const { api, control } = sandbox();
	await control.clock({ frozen: true });
	const path = `/contracts/${contractId(2)}`;
	const first = (await api('PATCH', path, { name: 'A' })).body.updatedAt;
	const second = (await api('PATCH', path, { name: 'B' })).body.updatedAt;
	expect(Date.parse(second) - Date.parse(first)).toBe(1);
	for (const body of [{}, { name: 'B' }]) {
		expect((await api('PATCH', path, body)).body.updatedAt).toBe(second);
	}
});

test.each([
	[{ status: 'signed' }, 'status'],
	[{ folderId: 'Inbox' }, 'folderId'],
	[{ name: '' }, 'name'],
	[[], ''],
	[null, ''],
])('PATCH /contracts/{id} refuses %j', async (body, field) => {
	const answer = await sandbox().api('PATCH', `/contracts/${contractId(2)}`, body);
	expect(expectError(answer, 400, 'INVALID_BODY').details.field).toBe(field);
});

test.each(['draft', 'negotiating'])(
	'a contract that is %s can be sent for signature',
	async (status) => {
		const { api, control } = sandbox();
		for (const body of [undefined, {}, { message: 'Please sign' }]) {
			const { id } = await control.createContract({ status });
			const answer = await api('POST', `/contracts/${id}/signatures/send`, body);
			expect({ status: answer.status, body: answer.body }).toEqual({
				status: 202,
				body: { status: 'signing' },
			});
			const sent = await control.contract(id);
			expect([sent.status, sent.signatureProcess]).toEqual(['signing', 'native']);
		}
	},
);

test.each(['signing', 'signed', 'canceled'])(
	'a contract that is %s cannot be sent: INVALID_STATUS_TRANSITION',
	async (status) => {
		const { api, control } = sandbox();
		const contract = await control.createContract({ status });
		const answer = await api('POST', `/contracts/${contract.id}/signatures/send`);
		const { details } = expectError(answer, 409, 'INVALID_STATUS_TRANSITION');
		expect(details).toMatchObject({ value: status, requested: 'signing' });
		expect(await control.contract(contract.id)).toEqual(contract);
	},
);

test('sending refuses another body and knows no other contract', async () => {
	const { api } = sandbox();
	const send = (id: string, body?: unknown) =>
		api('POST', `/contracts/${id}/signatures/send`, body);
	expectError(await send(contractId(2), { subject: 'x' }), 400, 'INVALID_BODY');
	expectError(await send(contractId(2), [1]), 400, 'INVALID_BODY');
	expectError(await send(unknownId), 404, 'CONTRACT_NOT_FOUND');
});

test('a contract has one of the five states of the specification', async () => {
	const { control, api } = sandbox();
	for (const status of ['draft', 'negotiating', 'signing', 'signed', 'canceled']) {
		const { id } = await control.createContract({ status });
		expect((await api('GET', `/contracts/${id}`)).body.status).toBe(status);
	}
	await expect(control.createContract({ status: 'archived' })).rejects.toThrow('400');
});
