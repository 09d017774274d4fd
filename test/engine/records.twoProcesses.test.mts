import { otherProcess } from '../support/otherProcess.mts';
import { PUT, QUANTITY, recordsSuite, TABLE } from '../support/recordsSuite.mts';

const { sandbox, draft, upsert, stored, lines, byDescription } = recordsSuite();

const row = (description: string, quantity: number) => ({ description, quantity });

test('two processes that write different rows of one table, one after the other, keep those of each other', async () => {
	const contractId = await draft();
	const node = (await otherProcess())();
	await upsert(contractId, [row('A', 1)], byDescription());
	const other = await upsert(contractId, [row('B', 2)], byDescription(), { node });
	expect(other.error).toBeUndefined();
	await upsert(contractId, [row('A', 3)], byDescription());
	expect(await lines(contractId)).toEqual([
		['A', 3],
		['B', 2],
	]);
});

test('a second run of the same, in another process, changes nothing and says so', async () => {
	const contractId = await draft();
	const node = (await otherProcess())();
	await upsert(contractId, [row('A', 1), row('B', 2)], byDescription());
	const again = await upsert(contractId, [row('A', 1), row('B', 2)], byDescription(), { node });
	expect(again.items.map(({ json }) => json.action)).toEqual(['unchanged', 'unchanged']);
	expect(await lines(contractId)).toEqual([
		['A', 1],
		['B', 2],
	]);
});

test.each([
	['503', { kind: 'status', status: 503, times: 0 }],
	['429', { kind: 'status', status: 429, retryAfter: 1, times: 0 }],
] as const)('keeps what a person changed while a write was answered %s', async (_what, fault) => {
	const { control, api } = sandbox();
	const contractId = await draft();
	await upsert(contractId, [row('A', 1), row('B', 2)], byDescription());
	const path = `/custom-objects/${TABLE}/contract/${contractId}/records`;
	const records = (await stored(contractId)).map(({ id, fromCatalogRecordId, fields }) => ({
		...{ id, fromCatalogRecordId },
		fields: fields.map(({ smartFieldId, rawValue }) => ({
			smartFieldId,
			value: smartFieldId === QUANTITY && rawValue === 2 ? 7 : rawValue,
		})),
	}));
	await control.call('POST', '/keys', { key: 'person', name: 'person' });
	await control.clearRequests();
	await control.fault({ route: PUT, key: 'admin', ...fault });
	const writing = upsert(contractId, [row('A', 3)], byDescription());
	while ((await control.requests({ method: 'PUT' })).length === 0);
	expect((await api('PUT', path, { records }, { key: 'person' })).status).toBe(200);
	await control.clearFaults();
	expect((await writing).error).toBeUndefined();
	expect(await lines(contractId)).toEqual([
		['A', 3],
		['B', 7],
	]);
});
