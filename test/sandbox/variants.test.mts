import {
	contractId,
	counterpartyFields,
	counterpartyId,
	customObjects,
	lineItem,
	types,
} from '../support/demo.mts';
import { startReceiver } from '../support/receiver.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

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

/**
 * What the service does under the variants of which the probe names nothing, or not all; `probe.variants.test.mts` holds
 * every one by what the probe names.
 */
const BEHAVIOUR: Record<string, () => Promise<void>> = {
	async dataWrappedWithMeta() {
		expect(Object.keys(await get('/organization'))).toEqual(['data', 'meta']);
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
	async datesMissing() {
		const contract = await get(`/contracts/${contractId(1)}`);
		for (const name of ['signatureDate', 'startAt', 'endAt'])
			expect(contract).not.toHaveProperty(name);
		expect((await get('/contracts?limit=1')).data[0]).not.toHaveProperty('startAt');
	},
	async secondTimestamps() {
		expect((await get(`/counterparties/${counterpartyId(1)}`)).createdAt).toMatch(/:\d\dZ$/);
	},
	async emptySendBody() {
		const { status, body } = await post(`/contracts/${contractId(2)}/signatures/send`);
		expect([status, body]).toEqual([200, undefined]);
		expect((await get(`/contracts/${contractId(2)}`)).status).toBe('signing');
	},
	async recordsChangedOnly() {
		await sandbox().api('PUT', recordsPath, { records: [rowOf('A')] });
		const [{ id }] = (await get(recordsPath)).records;
		const records = [{ id, fields: rowOf('A').fields }, rowOf('B')];
		const { body } = await sandbox().api('PUT', recordsPath, { records });
		expect(body.records.map((record: any) => record.fields[0].rawValue)).toEqual(['B']);
		expect((await get(recordsPath)).records).toHaveLength(2);
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
	async otherTypeWords() {
		const words = (await get(formPath)).fields.map(({ type }: any) => type);
		expect(words).toEqual(
			expect.arrayContaining(['string', 'dropdown', 'multi_select', 'rich-text']),
		);
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
