import { contractInput } from './contractInput.mts';
import type { Known } from './openApiArbitrary.mts';
import type { Sandbox } from './sandbox.mts';

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
const LINE_ITEMS = 'c0000000-0000-4000-8000-000000000001';

/** What a client that knows this sandbox would send: ids, cursors, storage keys, bodies that are accepted. */
export async function knownValues(sandbox: Sandbox): Promise<Known> {
	const fixtures = await sandbox.control.fixtures();
	const contracts = (await sandbox.api('GET', '/contracts?limit=100')).body.data;
	const { key, url } = await upload(sandbox);
	return {
		uuids: [...new Set(JSON.stringify([fixtures, contracts]).match(UUID))],
		ids: {
			contracts: idsOf(contracts),
			contract: idsOf(contracts),
			counterparties: idsOf(fixtures.counterparties),
			clauses: idsOf(fixtures.clauses),
			members: idsOf(fixtures.members),
			'custom-objects': idsOf(fixtures.customObjects),
			'contract-types': idsOf(fixtures.contractTypes),
		},
		storageKeys: [key],
		cursors: await cursors(sandbox),
		signedPaths: [url, ...(await downloadUrls(sandbox))].map(pathOf),
		bodies: await bodies(sandbox, fixtures, key),
	};
}

async function bodies(sandbox: Sandbox, fixtures: any, key: string): Promise<Known['bodies']> {
	const create = await contractInput(sandbox, 'Fuzzed');
	const { smart_fields: columns } = (await sandbox.api('GET', `/custom-objects/${LINE_ITEMS}`))
		.body;
	const cell = (type: string, value: unknown) => ({
		smartFieldId: columns.find((column: { type: string }) => column.type === type).id,
		value,
	});
	return {
		'POST /contracts': [
			create,
			{ ...create, counterpartyId: undefined, counterparty: { name: 'New one' } },
			{ ...create, integration: { type: 'crm', externalId: '1', externalEntity: 'deal' } },
		],
		'PATCH /contracts/{id}': [{ folderId: fixtures.folderIds[0] }, { name: 'New name' }],
		'POST /contracts/{id}/signed-version': [
			{
				files: [{ key, name: 'Signed.pdf', contentType: 'application/pdf' }],
				signatureDate: '2026-01-31T10:00:00+01:00',
			},
		],
		'POST /contracts/{id}/signatures/send': [{}, { message: 'Please sign' }],
		'PATCH /counterparties/{id}': [
			{ name: 'Renamed', status: 'archived', logoUrl: 'https://example.com/logo.png' },
			{ fields: { [fixtures.counterpartyFields[0].id]: 'Some text' } },
		],
		'PATCH /members/{id}': [
			{ role: 'MANAGER', groupIds: fixtures.groupIds, folderIds: fixtures.folderIds },
			{ email: 'somebody@example.com', substituteId: fixtures.members[0].id },
			{ resendInvitation: true },
		],
		'PUT /custom-objects/{customObjectId}/contract/{contractId}/records': [
			{
				records: [
					{ id: null, fromCatalogRecordId: null, fields: [cell('string', 'a'), cell('number', 2)] },
				],
			},
			{ records: [] },
		],
		'POST /files/upload-url': [{ name: 'a.pdf', contentType: 'application/pdf' }],
	};
}

function pathOf(url: string): string {
	const { pathname, search } = new URL(url);
	return pathname + search;
}

function idsOf(rows: Array<{ id: string }>): string[] {
	return rows.map(({ id }) => id);
}

async function upload(sandbox: Sandbox): Promise<{ key: string; url: string }> {
	const file = { name: 'a.pdf', contentType: 'application/pdf' };
	const { body } = await sandbox.api('POST', '/files/upload-url', file);
	const headers = { 'content-type': 'application/pdf' };
	await fetch(body.url, { method: 'PUT', headers, body: '%PDF-1.4' });
	return body;
}

async function downloadUrls(sandbox: Sandbox): Promise<string[]> {
	const [{ id }] = (await sandbox.api('GET', '/contracts?status=signed&limit=1')).body.data;
	const signed = (await sandbox.api('GET', `/contracts/${id}/signed-files`)).body;
	const current = (await sandbox.api('GET', `/contracts/${id}/current-version`)).body;
	return [signed[0].url, current.url];
}

async function cursors(sandbox: Sandbox): Promise<string[]> {
	const paths = ['/contracts?limit=2', '/counterparties?limit=2', '/clauses?limit=2'];
	const pages = await Promise.all(paths.map((path) => sandbox.api('GET', path)));
	return pages.map(({ body }) => body.pagination.next_cursor);
}
