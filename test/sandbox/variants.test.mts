import {
	contractId,
	counterpartyFields,
	counterpartyId,
	customObjects,
	lineItem,
	types,
} from '../support/demo.mts';
import { startReceiver } from '../support/receiver.mts';
import { expectError, sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite();

const get = async (path: string) => (await sandbox().api('GET', path)).body;
const post = (path: string, body?: unknown) => sandbox().api('POST', path, body);
const nda = {
	contractTypeId: types.nda.id,
	templateId: types.nda.templateId,
	counterpartyId: counterpartyId(1),
};
const recordsPathOf = (index: number) =>
	`/custom-objects/${customObjects.lineItems}/contract/${contractId(index)}/records`;
const recordsPath = recordsPathOf(1);
const rowOf = (value: string) => ({ fields: [{ smartFieldId: lineItem.description, value }] });
const formPath = `/contract-types/${types.order.id}/creation-form`;
const signedFiles = `/contracts/${contractId(1)}/signed-files`;
const currentVersion = `/contracts/${contractId(2)}/current-version`;

/** What the service does under each variant, by its name. */
const BEHAVIOUR: Record<string, () => Promise<void>> = {
	async dataWrapped() {
		expect((await get('/organization')).data.slug).toBe('meridian-components');
		expect((await get(`/contracts/${contractId(1)}`)).data.status).toBe('signed');
		expect(await get('/contracts?limit=1')).toMatchObject({ data: [{}], pagination: {} });
	},
	async dataWrappedWithMeta() {
		expect(Object.keys(await get('/organization'))).toEqual(['data', 'meta']);
	},
	async bareArrays() {
		expect(await get('/contracts?limit=3')).toHaveLength(3);
		expect(await get('/counterparties?limit=3')).toHaveLength(3);
		expect(await get('/clauses?limit=3')).toHaveLength(3);
	},
	async camelCasePaging() {
		const { pagination } = await get('/counterparties?limit=1');
		expect(pagination).toEqual({
			limit: 1,
			hasNext: true,
			hasPrevious: false,
			next: expect.any(String),
			previous: null,
		});
		const next = await get(`/counterparties?limit=1&after=${pagination.next}`);
		expect(next.pagination.hasPrevious).toBe(true);
	},
	async linksOnly() {
		const page = await get('/contracts?limit=1');
		expect(Object.keys(page)).toEqual(['data', 'links']);
		expect((await get(page.links.next)).data).toHaveLength(1);
	},
	async deprecationHeaderAbsent() {
		const headers = { 'service-version': '2025-01-15.init' };
		const answer = await sandbox().api('GET', '/organization', undefined, { headers });
		expect(answer.headers.get('deprecation')).toBeNull();
	},
	async plainContractIds() {
		expect((await get('/contracts?limit=1')).data[0].id).toBe(contractId(54));
		expect((await get(`/contracts/${contractId(1)}`)).id).toBe(contractId(1));
		expect((await post('/contracts', nda)).body.id).toMatch(/^[0-9a-f]{8}-/);
	},
	async prefixedReferences() {
		const prefixed = `contract_${contractId(1)}`;
		expect((await get(`/contracts/${contractId(50)}`)).initialContractId).toBe(prefixed);
		expect((await get(`/contracts/${contractId(1)}/clauses`))[0].contractId).toBe(prefixed);
		expect((await get(recordsPath)).contractId).toBe(prefixed);
	},
	async uuidPaths() {
		expect((await get(`/contracts/${contractId(1)}`)).id).toBe(`contract_${contractId(1)}`);
		const answer = await sandbox().api('GET', `/contracts/contract_${contractId(1)}/clauses`);
		expectError(answer, 400, 'INVALID_PARAMETER');
	},
	async datesMissing() {
		const contract = await get(`/contracts/${contractId(1)}`);
		for (const name of ['signatureDate', 'startAt', 'endAt'])
			expect(contract).not.toHaveProperty(name);
		expect((await get('/contracts?limit=1')).data[0]).not.toHaveProperty('startAt');
	},
	async stringFieldValues() {
		const contract = await get(`/contracts/${contractId(1)}`);
		const value = contract.fields.find((field: any) => field.name === 'Contract value').value;
		expect(value).toBe('12000');
	},
	async offsetTimestamps() {
		const plain = (await sandbox().control.contract(contractId(1))).createdAt;
		const { createdAt } = await get(`/contracts/${contractId(1)}`);
		expect(createdAt).toMatch(/\+02:00$/);
		expect(new Date(createdAt).toISOString()).toBe(plain);
	},
	async secondTimestamps() {
		expect((await get(`/counterparties/${counterpartyId(1)}`)).createdAt).toMatch(/:\d\dZ$/);
	},
	async otherDefaultOrder() {
		const names = (await get('/contracts?limit=100')).data.map(({ name }: any) => name);
		expect(names).toEqual([...names].sort());
		expect((await get('/contracts?limit=1&sort=-createdAt')).data[0].id).toContain('54');
	},
	async dateRangeOneSided() {
		const range = 'endAt=gte:2000-01-01&endAt=lte:2000-01-02';
		expect((await get(`/contracts?${range}`)).data.length).toBeGreaterThan(0);
	},
	async overlappingPages() {
		const first = await get('/contracts?limit=3');
		const second = await get(`/contracts?limit=3&after=${first.pagination.next_cursor}`);
		expect(second.data[0].id).toBe(first.data[2].id);
		expect(second.data[1].id).not.toBe(first.data[2].id);
	},
	async patchNoContent() {
		const path = `/contracts/${contractId(2)}`;
		const { status, body } = await sandbox().api('PATCH', path, { name: 'Renamed' });
		expect([status, body]).toEqual([204, undefined]);
		expect((await get(path)).name).toBe('Renamed');
	},
	async emptySendBody() {
		const { status, body } = await post(`/contracts/${contractId(2)}/signatures/send`);
		expect([status, body]).toEqual([200, undefined]);
		expect((await get(`/contracts/${contractId(2)}`)).status).toBe('signing');
	},
	async emptyPutBody() {
		const { status, body } = await sandbox().api('PUT', recordsPath, { records: [rowOf('A')] });
		expect([status, body]).toEqual([204, undefined]);
		expect((await get(recordsPath)).records).toHaveLength(1);
	},
	async recordsChangedOnly() {
		await sandbox().api('PUT', recordsPath, { records: [rowOf('A')] });
		const [{ id }] = (await get(recordsPath)).records;
		const records = [{ id, fields: rowOf('A').fields }, rowOf('B')];
		const { body } = await sandbox().api('PUT', recordsPath, { records });
		expect(body.records.map((record: any) => record.fields[0].rawValue)).toEqual(['B']);
		expect((await get(recordsPath)).records).toHaveLength(2);
	},
	async recordsNewestFirst() {
		const { body } = await sandbox().api('PUT', recordsPath, { records: ['A', 'B'].map(rowOf) });
		const shown = [body, await get(recordsPath)].map(({ records }) =>
			records.map((record: any) => record.fields[0].rawValue),
		);
		expect(shown).toEqual([
			['B', 'A'],
			['B', 'A'],
		]);
	},
	async numbersAsText() {
		const [record] = (await get(recordsPathOf(3))).records;
		expect(record.fields[1].rawValue).toMatch(/^\d+\.00$/);
		expect(record.fields[2].relatedRecords[0].fields[2].rawValue).toMatch(/^\d+\.\d\d$/);
		const { employees } = counterpartyFields;
		const { body } = await sandbox().api('GET', `/counterparties/${counterpartyId(1)}`);
		expect(body.fields[employees]).toBe('240.00');
		expect((await get('/counterparties?limit=1')).data[0].fields[employees]).toMatch(/\.00$/);
	},
	async datesAsTimes() {
		const path = `/custom-objects/${customObjects.milestones}/contract/${contractId(1)}/records`;
		const [{ fields: values }] = (await get(path)).records;
		expect(values[1].rawValue).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/);
	},
	async errorDetailsEmpty() {
		const { body } = await sandbox().api('PUT', recordsPath, { records: [rowOf(1 as any)] });
		expect([body.error.errorId, body.error.details]).toEqual(['INVALID_FIELD_VALUE', {}]);
	},
	async otherTypeWords() {
		const words = (await get(formPath)).fields.map(({ type }: any) => type);
		expect(words).toEqual(
			expect.arrayContaining(['string', 'dropdown', 'multi_select', 'rich-text']),
		);
	},
	async helpTextMissing() {
		expect((await get(formPath)).fields[0]).not.toHaveProperty('helpText');
	},
	async uploadHeaders() {
		const { body } = await post('/files/upload-url', {
			name: 'a.pdf',
			contentType: 'application/pdf',
		});
		const put = (headers: object) =>
			fetch(body.url, {
				method: 'PUT',
				headers: { 'content-type': 'application/pdf', ...headers },
				body: '%PDF',
			});
		expect((await put({})).status).toBe(403);
		expect((await put(body.headers)).status).toBe(200);
	},
	async filesNotReady() {
		for (const path of [signedFiles, currentVersion]) {
			expectError(await sandbox().api('GET', path), 404, 'FILE_NOT_FOUND');
		}
	},
	async filesEmpty() {
		expect(await get(signedFiles)).toEqual([]);
	},
	async severalEvents() {
		const { events } = await deliveredOnSigning();
		expect(events.map(({ event }: any) => event)).toEqual([
			'contract.signed',
			'contract.status_changed',
		]);
		expect(events[0].data.contractId).toBe(contractId(2));
	},
	async otherEventNames() {
		expect((await deliveredOnSigning()).event).toBe('ContractSigned');
	},
	async upperSnakeEventNames() {
		expect((await deliveredOnSigning()).event).toBe('CONTRACT_SIGNED');
	},
	async nestedContract() {
		expect(await deliveredOnSigning()).toEqual({
			id: expect.any(String),
			type: 'contract.signed',
			date: expect.any(String),
			payload: { contract: { id: contractId(2), status: 'signed' } },
		});
	},
	async counterpartyInPayload() {
		expect((await deliveredOnSigning()).data.counterpartyId).toBe(counterpartyId(2));
	},
	async prefixedDeliveryIds() {
		expect((await deliveredOnSigning()).data.contractId).toBe(`contract_${contractId(2)}`);
	},
};

test.each(Object.keys(BEHAVIOUR))('variant %s', async (name) => {
	await expect(BEHAVIOUR[name]!()).rejects.toThrow();
	await sandbox().control.reset();
	await sandbox().control.variants([name]);
	await BEHAVIOUR[name]!();
});

test('every variant has a test', async () => {
	const { known } = await sandbox().control.variants();
	expect(known.map(({ name }) => name).sort()).toEqual(Object.keys(BEHAVIOUR).sort());
});

test('all variants at once still answer every list and every contract', async () => {
	const { known } = await sandbox().control.variants();
	const except = ['filesNotReady'];
	await sandbox().control.variants(
		known.map(({ name }) => name).filter((name) => !except.includes(name)),
	);
	for (const path of ['/contracts', '/counterparties', '/clauses', formPath, recordsPath]) {
		expect((await sandbox().api('GET', path)).status).toBe(200);
	}
});

/** The first delivery when contract 2 is signed. */
async function deliveredOnSigning(): Promise<any> {
	const receiver = await startReceiver();
	try {
		await sandbox().control.deliverySettings({ concurrency: 1 });
		await sandbox().control.subscribe({ url: receiver.url });
		await sandbox().control.setContractState(contractId(2), { status: 'signed' });
		const [first] = await receiver.arrived(1);
		return first!.body;
	} finally {
		await receiver.stop();
	}
}
