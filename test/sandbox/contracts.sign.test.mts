import { contractId, types, unknownId } from '../support/demo.mts';
import { expectError, sandboxSuite, uploadPdf } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite();

const yesterday = () => new Date(Date.now() - 864e5).toISOString();
const sign = (id: string, body: unknown) =>
	sandbox().api('POST', `/contracts/${id}/signed-version`, body);

async function signable(count = 1) {
	const keys: string[] = [];
	for (let index = 0; index < count; index++) {
		keys.push(await uploadPdf(sandbox(), `%PDF-1.4 file ${index}`));
	}
	return {
		files: keys.map((key, index) => ({
			key,
			name: `File ${index}.pdf`,
			contentType: 'application/pdf',
		})),
		signatureDate: yesterday(),
	};
}

test.each([
	['draft', null],
	['negotiating', null],
	['signing', 'external'],
	['signing', null],
] as const)('%s with signature process %s becomes signed', async (status, signatureProcess) => {
	const { id } = await sandbox().control.createContract({ status, signatureProcess });
	const body = await signable(2);
	const answer = await sign(id, body);
	expect({ status: answer.status, body: answer.body }).toEqual({ status: 204, body: undefined });
	const contract = await sandbox().api('GET', `/contracts/${id}`);
	expect(contract.body).toMatchObject({ status: 'signed', signatureDate: body.signatureDate });
});

test('the supplied PDFs become the signed files, in their order', async () => {
	const { id } = await sandbox().control.createContract({ status: 'draft' });
	await sign(id, await signable(3));
	const { body } = await sandbox().api('GET', `/contracts/${id}/signed-files`);
	expect(body.map(({ name }: any) => name)).toEqual(['File 0.pdf', 'File 1.pdf', 'File 2.pdf']);
	const contents = await Promise.all(body.map(async ({ url }: any) => (await fetch(url)).text()));
	expect(contents).toEqual(['%PDF-1.4 file 0', '%PDF-1.4 file 1', '%PDF-1.4 file 2']);
});

test('the start date is the signature date where the contract type derives it, else it stays', async () => {
	const { control, api } = sandbox();
	const deriving = await control.createContract({ contractTypeId: types.nda.id });
	const own = await control.createContract({
		contractTypeId: types.order.id,
		startAt: '2031-05-01T00:00:00Z',
	});
	const body = await signable();
	await sign(deriving.id, body);
	await sign(own.id, body);
	expect((await api('GET', `/contracts/${deriving.id}`)).body.startAt).toBe(body.signatureDate);
	expect((await api('GET', `/contracts/${own.id}`)).body.startAt).toBe('2031-05-01T00:00:00.000Z');
});

test('a signature date with an offset is the same moment in UTC', async () => {
	const { id } = await sandbox().control.createContract({});
	const body = { ...(await signable()), signatureDate: '2026-01-01T00:30:00+02:00' };
	expect((await sign(id, body)).status).toBe(204);
	const contract = await sandbox().control.contract(id);
	expect(contract.signatureDate).toBe('2025-12-31T22:30:00.000Z');
});

test.each([
	['signed', null],
	['canceled', null],
	['signing', 'native'],
	['signing', 'provider'],
] as const)(
	'%s with signature process %s answers 409 and nothing changes',
	async (status, process) => {
		const contract = await sandbox().control.createContract({ status, signatureProcess: process });
		const { details } = expectError(
			await sign(contract.id, await signable()),
			409,
			'INVALID_STATUS_TRANSITION',
		);
		expect(details).toMatchObject({
			value: status,
			requested: 'signed',
			signatureProcess: process,
		});
		expect(await sandbox().control.contract(contract.id)).toEqual(contract);
	},
);

test('the state is checked before the keys, the shape before the state', async () => {
	const { id } = await sandbox().control.createContract({ status: 'canceled' });
	const body = await signable();
	const unknownKey = { ...body, files: [{ ...body.files[0], key: 'nothing' }] };
	expectError(await sign(id, unknownKey), 409, 'INVALID_STATUS_TRANSITION');
	expectError(await sign(id, { ...unknownKey, extra: 1 }), 400, 'INVALID_BODY');
});

test('a storage key may be used again for another contract', async () => {
	const { control } = sandbox();
	const body = await signable();
	for (const { id } of [await control.createContract({}), await control.createContract({})]) {
		expect((await sign(id, body)).status).toBe(204);
	}
});

test('a key that was never uploaded, or by another organization, is refused', async () => {
	const { api, control, keys } = sandbox();
	const { id } = await control.createContract({});
	const body = await signable();
	const pdf = { name: 'a.pdf', contentType: 'application/pdf' };
	const announced = await api('POST', '/files/upload-url', pdf);
	const foreign = await api('POST', '/files/upload-url', pdf, { key: keys.otherOrg });
	await fetch(foreign.body.url, {
		method: 'PUT',
		headers: { 'content-type': 'application/pdf' },
		body: '%PDF',
	});
	for (const key of ['nothing', announced.body.key, foreign.body.key]) {
		const answer = await sign(id, { ...body, files: [{ ...body.files[0], key }] });
		const { details } = expectError(answer, 400, 'FILE_NOT_UPLOADED');
		expect(details.value).toBe(key);
	}
	expect((await control.contract(id)).status).toBe('draft');
});

test('signatureDate must not be in the future', async () => {
	const { id } = await sandbox().control.createContract({});
	const body = await signable();
	const future = new Date(Date.now() + 60_000).toISOString();
	const refused = await sign(id, { ...body, signatureDate: future });
	expectError(refused, 400, 'SIGNATURE_DATE_IN_FUTURE');
	await sandbox().control.clock({ shiftMs: 120_000 });
	expect((await sign(id, { ...body, signatureDate: future })).status).toBe(204);
});

test('1 to 20 files can be signed at once', async () => {
	const { control } = sandbox();
	const { id } = await control.createContract({});
	const { files, signatureDate } = await signable();
	const many = (count: number) => Array.from({ length: count }, () => files[0]);
	for (const count of [0, 21]) {
		const answer = await sign(id, { files: many(count), signatureDate });
		const { details } = expectError(answer, 400, 'INVALID_BODY');
		expect(details.field).toBe('files');
	}
	expect((await sign(id, { files: many(20), signatureDate })).status).toBe(204);
	expect((await sandbox().api('GET', `/contracts/${id}/signed-files`)).body).toHaveLength(20);
});

test.each([
	['files.0.name', (file: any) => ({ ...file, name: 'contract.docx' })],
	['files.0.name', (file: any) => ({ ...file, name: 'contract.PDF' })],
	['files.0.name', (file: any) => ({ ...file, name: '' })],
	['files.0.contentType', (file: any) => ({ ...file, contentType: 'image/png' })],
	['files.0.key', (file: any) => ({ ...file, key: '' })],
	['files.0.key', ({ key: _key, ...file }: any) => file],
	['files.0.pages', (file: any) => ({ ...file, pages: 3 })],
])('%s of a wrong file is refused', async (field, change) => {
	const { id } = await sandbox().control.createContract({});
	const { files, signatureDate } = await signable();
	const answer = await sign(id, { files: files.map(change), signatureDate });
	expect(expectError(answer, 400, 'INVALID_BODY').details.field).toBe(field);
});

test.each([undefined, null, '', '2026-01-01', '2026-01-01T10:00:00', 'today', 1767225600000])(
	'signatureDate %j is refused',
	async (signatureDate) => {
		const { id } = await sandbox().control.createContract({});
		const answer = await sign(id, { ...(await signable()), signatureDate });
		expect(expectError(answer, 400, 'INVALID_BODY').details.field).toBe('signatureDate');
	},
);

test('an unknown contract is 404 even with a broken body', async () => {
	expectError(await sign(unknownId, '{broken'), 404, 'CONTRACT_NOT_FOUND');
	expectError(await sign(contractId(2), '{broken'), 400, 'INVALID_JSON');
});
