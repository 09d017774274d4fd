import { credentialData } from '../support/credentials.mts';
import { askEditor } from '../support/editor.mts';
import { runnerOf } from '../support/contractRun.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.stop());

const contract = runnerOf(() => sandbox, 'contract');
const file = runnerOf(() => sandbox, 'file');
const canceled = async () => (await sandbox.control.createContract({ status: 'canceled' })).id;
const pdf = {
	json: {},
	binary: {
		data: {
			data: Buffer.from('%PDF-1.7\n%%EOF').toString('base64'),
			mimeType: 'application/pdf',
			fileName: 'contract.pdf',
		},
	},
};

/** n8n marks an execution as canceled where the message of its error contains its word for a stop. */
describe.each([false, true])('as a tool or over MCP: %s', (declaredRouteOnly) => {
	test.each([
		[
			'Send',
			async () =>
				await contract('sendForSignature', { contractId: await canceled() }, undefined, {
					declaredRouteOnly,
				}),
		],
		[
			'Download',
			async () =>
				await contract('downloadSignedFiles', { contractId: await canceled() }, undefined, {
					declaredRouteOnly,
				}),
		],
		[
			'Mark',
			async () =>
				await contract(
					'markAsSigned',
					{ contractId: await canceled(), signatureDate: '2026-01-05T10:00:00Z' },
					[pdf],
					{ declaredRouteOnly },
				),
		],
		[
			'an ID',
			async () =>
				await contract('get', { contractId: '={{ "canceled" }}' }, undefined, {
					declaredRouteOnly,
				}),
		],
		[
			'a binary field',
			async () =>
				await file('upload', { binaryPropertyName: 'cancelled' }, undefined, { declaredRouteOnly }),
		],
	])('%s: the execution failed, and nobody stopped it', async (_name, run) => {
		const { run: done, error } = await run();
		expect(error?.message).toBeTruthy();
		expect(done.status).toBe('error');
		expect(`${error?.message} ${error?.description}`).not.toMatch(/cancell?ed/);
	});
});

test.each([
	['listSearch.searchCounterparties', 'GET /counterparties'],
	['listSearch.searchContractTypes', 'GET /contracts'],
])('%s: a list of the editor fails without the word', async (method, route) => {
	const message = 'The import was canceled';
	await sandbox.control.fault({ route, kind: 'status', status: 400, message, times: 0 });
	const parameters = { resource: 'contract', operation: 'create' };
	const credential = credentialData(sandbox.baseUrl);
	const asked = askEditor({ credential, parameters }, method);
	await expect(asked).rejects.toThrow('The import was cancel\u2060ed');
	await sandbox.control.clearFaults();
});
