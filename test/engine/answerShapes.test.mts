import nock from 'nock';
import type { IDataObject } from 'n8n-workflow';
import { fileOf, pdf } from '../support/binary.mts';
import { byId } from '../support/byId.mts';
import { runOperation } from '../support/runOperation.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

beforeAll(() => nock.restore());
const sandbox = sandboxSuite({ seed: 'demo' });

const TABLE = 'c0000000-0000-4000-8000-000000000001';
const DESCRIPTION = '5f000000-0000-4000-8000-000000000101';

const ENVELOPES = ['dataWrapped', 'dataWrappedWithMeta'];
const PAGINGS = ['camelCasePaging', 'linksOnly'];

async function jsonOf(operation: string, parameters: IDataObject): Promise<IDataObject[]> {
	const { items, error } = await runOperation(sandbox().baseUrl, operation, parameters);
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
}

const rows = (value: string) => ({
	mappingMode: 'defineBelow',
	value: { [DESCRIPTION]: value },
	matchingColumns: [DESCRIPTION],
	schema: [],
});

describe.each([...ENVELOPES, ...PAGINGS])('answers in the shape %s', (variant) => {
	test('read the same', async () => {
		const { counterparties, clauses } = await sandbox().control.fixtures();
		const contractId = byId((await sandbox().control.createContract({})).id);
		const customObjectId = byId(TABLE);
		await jsonOf('customObjectRecord.upsert', { customObjectId, contractId, fields: rows('A') });
		const read = async () => [
			await jsonOf('organization.get', {}),
			await jsonOf('counterparty.get', { counterpartyId: byId(counterparties[0].id) }),
			await jsonOf('counterparty.getAll', { returnAll: true }),
			await jsonOf('counterparty.sync', { findBy: 'name', matchName: counterparties[1].name }),
			await jsonOf('clause.get', { clauseId: byId(clauses[0].id) }),
			await jsonOf('clause.getAll', { returnAll: true }),
			await jsonOf('customObject.get', { customObjectId }),
			await jsonOf('customObjectRecord.getAll', { customObjectId, contractId }),
		];
		const plain = await read();
		await sandbox().control.variants([variant]);
		expect(await read()).toEqual(plain);
	});

	test('are written to the same', async () => {
		const { members, counterparties } = await sandbox().control.fixtures();
		const draft = byId((await sandbox().control.createContract({ status: 'draft' })).id);
		const sent = byId((await sandbox().control.createContract({ status: 'draft' })).id);
		await sandbox().control.variants([variant]);

		const [member] = await jsonOf('member.update', {
			memberId: members[1].id,
			updateFields: { firstname: 'Renamed' },
		});
		expect(member).toMatchObject({ id: members[1].id, user: { firstname: 'Renamed' } });

		const counterpartyId = byId(counterparties[0].id);
		const updateFields = { name: 'Renamed SE' };
		const [counterparty] = await jsonOf('counterparty.update', { counterpartyId, updateFields });
		expect(counterparty).toMatchObject({ id: counterparties[0].id, name: 'Renamed SE' });

		const upsert = { customObjectId: byId(TABLE), contractId: draft };
		for (const action of ['created', 'updated']) {
			const [row] = await jsonOf('customObjectRecord.upsert', { ...upsert, fields: rows('B') });
			expect(row).toMatchObject({ action, id: expect.any(String), fields: { Description: 'B' } });
		}
		const [status] = await jsonOf('contract.sendForSignature', { contractId: sent });
		expect(status).toMatchObject({ status: 'signing' });
	});
});

test.each(['bareArrays'])('a list that is a %s is read as one page', async (variant) => {
	const plain = await jsonOf('clause.getAll', { returnAll: true });
	await sandbox().control.variants([variant]);
	expect(await jsonOf('clause.getAll', { returnAll: true })).toEqual(plain);
});

test('clauses are found by name where the service ignores the filter', async () => {
	const filters = { name: 'LIABILITY' };
	const plain = await jsonOf('clause.getAll', { filters });
	expect(plain).toHaveLength(1);
	await sandbox().control.variants(['clauseFilterIgnored']);
	expect(await jsonOf('clause.getAll', { filters })).toEqual(plain);
});

test.each([...ENVELOPES, 'uploadUrlKey', 'signedUrlKey', 'uploadHeaders'])(
	'files go up and come down in the shape %s',
	async (variant) => {
		const contractId = byId((await sandbox().control.createContract({ status: 'draft' })).id);
		await sandbox().control.variants([variant]);
		const binary = { data: await fileOf(pdf('x'), 'x.pdf') };
		const { error } = await runOperation(
			sandbox().baseUrl,
			'contract.markAsSigned',
			{ contractId, signatureDate: '2026-01-01' },
			[],
			{ items: [{ json: {}, binary }] },
		);
		expect(error).toBeUndefined();
		const [file] = await jsonOf('contract.downloadSignedFiles', { contractId });
		expect(file).toMatchObject({ fileName: 'x.pdf', bytes: pdf('x').length });
	},
);
