import { PDFDocument } from 'pdf-lib';
import { contractId, fields, other, unknownId } from '../support/demo.mts';
import { expectError, sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite();
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const uuid = expect.stringMatching(UUID);

test('a contract has every field of the specification', async () => {
	const { status, body } = await sandbox().api('GET', `/contracts/${contractId(3)}`);
	expect(status).toBe(200);
	expect(body).toEqual({
		id: `contract_${contractId(3)}`,
		name: 'Subscription Order - Baltic Freight AS',
		status: 'negotiating',
		counterparty: { id: uuid, name: 'Baltic Freight AS' },
		contractType: { id: uuid, name: 'Subscription Order' },
		templateId: uuid,
		initialContractId: null,
		folderId: uuid,
		author: { id: uuid, email: 'priya.raman@meridian-components.example' },
		fields: expect.arrayContaining([
			{ attributeDefinitionId: fields.reference, name: 'Reference', value: 'PO-2043' },
		]),
		signatories: [
			{ id: uuid, name: 'Priya Raman', email: expect.stringContaining('@'), type: 'member' },
			{ id: uuid, name: 'Liis Tamm', email: expect.stringContaining('@'), type: 'external' },
		],
		integration: {
			type: 'crmTwo',
			externalId: 'DEAL-2003',
			externalEntity: 'deal',
			externalUrl: 'https://crm.example/deals/DEAL-2003',
		},
		signatureDate: null,
		startAt: expect.stringMatching(UTC),
		endAt: expect.stringMatching(UTC),
		createdAt: expect.stringMatching(UTC),
		updatedAt: expect.stringMatching(UTC),
		contractUrl: `${sandbox().origin}/meridian-components/project/contract_${contractId(3)}`,
		contractMembers: [
			{ id: uuid, email: 'priya.raman@meridian-components.example' },
			{ id: uuid, email: 'ada.brandt@meridian-components.example' },
		],
	});
});

test('a contract without folder, external link and initial contract has null there', async () => {
	const { body } = await sandbox().api('GET', `/contracts/${contractId(4)}`);
	const { folderId, integration, initialContractId } = body;
	expect({ folderId, integration, initialContractId }).toEqual({
		folderId: null,
		integration: null,
		initialContractId: null,
	});
});

test('paths take the id of a contract with and without its prefix', async () => {
	const plain = await sandbox().api('GET', `/contracts/${contractId(1)}`);
	const prefixed = await sandbox().api('GET', `/contracts/contract_${contractId(1)}`);
	const upperCase = await sandbox().api('GET', `/contracts/${contractId(1).toUpperCase()}`);
	expect(prefixed.body).toEqual(plain.body);
	expect(upperCase.body).toEqual(plain.body);
});

test('the consolidated view prefers the latest signed amendment that has a value', async () => {
	const { control, api } = sandbox();
	const root = await control.createContract({
		status: 'signed',
		fields: { Reference: 'R', 'Payment term': '30 days', 'Contract value': 100 },
	});
	const amend = (status: string, signatureDate: string, consolidation: object) =>
		control.createContract({ status, signatureDate, initialContractId: root.id, consolidation });
	await amend('signed', '2026-02-01T00:00:00Z', { 'Contract value': 300, Reference: null });
	await amend('signed', '2026-01-01T00:00:00Z', {
		'Contract value': 200,
		'Payment term': '60 days',
	});
	await amend('draft', '2026-03-01T00:00:00Z', { 'Contract value': 400 });

	const value = (body: any, id: string) =>
		body.fields.find((field: any) => field.attributeDefinitionId === id).value;
	const asSigned = (await api('GET', `/contracts/${root.id}`)).body;
	const consolidated = (await api('GET', `/contracts/${root.id}/consolidated`)).body;
	expect([value(asSigned, fields.value), value(asSigned, fields.paymentTerm)]).toEqual([
		100,
		'30-days',
	]);
	expect([value(consolidated, fields.value), value(consolidated, fields.paymentTerm)]).toEqual([
		300,
		'60-days',
	]);
	expect(value(consolidated, fields.reference)).toBe('R');
	expect({ ...consolidated, fields: [] }).toEqual({ ...asSigned, fields: [] });
});

test('an amendment names the initial contract that it amends', async () => {
	const { body } = await sandbox().api('GET', `/contracts/${contractId(50)}`);
	expect(body.initialContractId).toBe(contractId(1));
	expect(body.name).toMatch(/^Amendment to /);
});

test('the clauses of a contract are associations with the name of the clause', async () => {
	const { status, body } = await sandbox().api('GET', `/contracts/${contractId(1)}/clauses`);
	expect(status).toBe(200);
	expect(body).toHaveLength(3);
	expect(body[0]).toEqual({
		id: uuid,
		contractId: contractId(1),
		isCustom: true,
		clause: { id: uuid, name: 'Limitation of liability' },
		contractUrl: `${sandbox().origin}/meridian-components/project/contract_${contractId(1)}`,
	});
	expect(body[1].isCustom).toBe(false);
});

test('the signed files of a contract are PDFs behind signed URLs, main document first', async () => {
	const { status, body } = await sandbox().api('GET', `/contracts/${contractId(1)}/signed-files`);
	expect(status).toBe(200);
	expect(body.map(({ name, contentType }: any) => [name, contentType])).toEqual([
		['Master Service Agreement - Alder & Pine Logistics GmbH.pdf', 'application/pdf'],
		['Annex 1.pdf', 'application/pdf'],
	]);
	for (const { url, name } of body) {
		const download = await fetch(url);
		expect(download.headers.get('content-type')).toBe('application/pdf');
		expect(download.headers.get('content-disposition')).toContain(encodeURIComponent(name));
		expect((await PDFDocument.load(await download.arrayBuffer())).getPageCount()).toBe(1);
	}
});

test('a contract that is not signed has no signed files', async () => {
	const { status, body } = await sandbox().api('GET', `/contracts/${contractId(2)}/signed-files`);
	expect({ status, body }).toEqual({ status: 200, body: [] });
});

test('the current version of a draft is a PDF of its present values', async () => {
	const { api } = sandbox();
	const before = await api('GET', `/contracts/${contractId(2)}/current-version`);
	await api('PATCH', `/contracts/${contractId(2)}`, { name: 'Renamed (draft) \\ Ünïcode 漢字' });
	const after = await api('GET', `/contracts/${contractId(2)}/current-version`);
	const read = async (url: string) => PDFDocument.load(await (await fetch(url)).arrayBuffer());
	expect((await read(before.body.url)).getTitle()).toBe('Renamed (draft) \\ Ünïcode ??');
	expect(after.body).toEqual({
		name: 'Renamed (draft) \\ Ünïcode 漢字.pdf',
		url: expect.stringContaining(`${sandbox().origin}/storage/`),
		contentType: 'application/pdf',
	});
});

test.each(['', '/consolidated', '/clauses', '/signed-files', '/current-version'])(
	'GET /contracts/{id}%s knows no contract of nobody or of another organization',
	async (part) => {
		for (const id of [unknownId, other.contractId, `contract_${other.contractId}`]) {
			const answer = await sandbox().api('GET', `/contracts/${id}${part}`);
			const { details } = expectError(answer, 404, 'CONTRACT_NOT_FOUND');
			expect(details).toEqual({ id });
		}
	},
);

test.each(['x', 'contract_', `deal_${contractId(1)}`, `${contractId(1)}0`, '%00', "' OR 1=1"])(
	'%s is no id of a contract',
	async (id) => {
		const answer = await sandbox().api('GET', `/contracts/${encodeURIComponent(id)}`);
		expectError(answer, 400, 'INVALID_PARAMETER');
	},
);
