import type { IDataObject } from 'n8n-workflow';
import { byId } from '../support/byId.mts';
import { runOperation } from '../support/runOperation.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';
import { profiled } from '../support/profiled.mts';

const sandbox = sandboxSuite({ seed: 'demo' });

const run = async (
	operation: string,
	parameters: Record<string, unknown>,
	inputs?: IDataObject[],
) => await runOperation(sandbox().baseUrl, operation, parameters, inputs);

const link = (externalId: string, more = {}) => ({
	type: 'crmOne',
	externalEntity: 'deal',
	externalId,
	externalUrl: '',
	...more,
});

describe('Get', () => {
	test.each([
		[[]],
		[['dataWrapped']],
		[['dataWrappedWithMeta']],
		[['plainContractIds']],
		[['uuidPaths']],
		[['datesMissing']],
	])('reads a contract in the shape %j', async (variants) => {
		const { id, name } = await sandbox().control.createContract({ name: 'Shape' });
		await sandbox().control.variants(variants);

		const { items, error } = await run('contract.get', { contractId: byId(id) });

		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ name, status: 'draft', fields: expect.any(Object) });
	});

	test('shows the latest amendment in the consolidated view, and the signed value as signed', async () => {
		const { id } = await sandbox().control.createContract({
			fields: { Reference: 'signed value' },
		});
		await sandbox().control.createContract({
			initialContractId: id,
			status: 'signed',
			consolidation: { Reference: 'amended value' },
		});

		const asSigned = await run('contract.get', { contractId: byId(id) });
		const consolidated = await run('contract.get', { contractId: byId(id), view: 'consolidated' });

		expect(asSigned.items[0].json.fields).toMatchObject({ Reference: 'signed value' });
		expect(consolidated.items[0].json.fields).toMatchObject({ Reference: 'amended value' });
	});

	test('names the contract that does not exist', async () => {
		const id = 'd0000000-0000-4000-8000-999999999999';
		const { error } = await run('contract.get', { contractId: byId(id) });

		expect(error?.message).toContain(id);
		expect(error?.context).toMatchObject({ errorId: 'CONTRACT_NOT_FOUND', statusCode: 404 });
	});
});

describe('Get by External ID', () => {
	const find = async (externalId: string, more: Record<string, unknown> = {}) =>
		await run('contract.getByExternalId', { externalId, ...more });

	test('takes the newest of several, and none that is canceled', async () => {
		const create = async (name: string, createdAt: string, more = {}) =>
			await sandbox().control.createContract({
				name,
				createdAt,
				integration: link('X-1'),
				...more,
			});
		await create('old', '2026-01-01T00:00:00Z');
		await create('new', '2026-02-01T00:00:00Z');
		await create('canceled', '2026-03-01T00:00:00Z', { status: 'canceled' });

		const { items } = await find('X-1');
		const withCanceled = await find('X-1', { options: { includeCanceled: true } });

		expect(items.map(({ json }) => json.name)).toEqual(['new']);
		expect(withCanceled.items.map(({ json }) => json.name)).toEqual(['canceled']);
	});

	test('keeps systems and entities apart when they are given, and compares numbers as text', async () => {
		await sandbox().control.createContract({ name: 'deal', integration: link('7') });
		await sandbox().control.createContract({
			name: 'quote',
			integration: link('7', { externalEntity: 'quote' }),
		});
		await sandbox().control.createContract({
			name: 'other',
			integration: link('7', { type: 'crmTwo' }),
		});

		const quote = await find('={{ 7 }}', { filters: { externalEntity: ' Quote' } });
		const other = await find('7', { filters: { type: 'CRMTWO' } });
		const { error } = await find('7');
		const deal = await find('7', { filters: { type: 'crmone', externalEntity: 'deal' } });

		expect(quote.items[0].json.name).toBe('quote');
		expect(other.items[0].json.name).toBe('other');
		expect(error?.message).toBe("Contracts of different records have the external ID '7'");
		expect(error?.description).toMatch(/^The records are .+ and .+ and .+\. Set Integration Type/);
		expect(deal.items[0].json.name).toBe('deal');
	});

	const SHORT = '0036e00004P27R7';
	const LONG = `${SHORT}AAJ`;
	const OTHER = '0036e00004p27R7AAI';
	test.each([
		[SHORT, LONG, true],
		[LONG, SHORT, true],
		[LONG, OTHER, false],
		[LONG, SHORT.toLowerCase(), false],
		['DEAL-2026-00001', 'DEAL-2026-00001AAA', false],
	])('knows a Salesforce ID in both forms: %s of %s is %s', async (asked, held, isOne) => {
		await sandbox().control.createContract({ integration: link(held) });

		const { error } = await find(asked);
		expect(error?.message).toBe(isOne ? undefined : `No contract belongs to '${asked}'`);
	});

	test('says which record has no contract, as an error that workflows can branch on', async () => {
		const { error } = await find('NOPE', { filters: { externalEntity: 'deal' } });

		expect(error?.message).toBe("No contract belongs to deal 'NOPE'");
		expect(error?.context).toMatchObject({ errorId: 'CONTRACT_NOT_FOUND', itemIndex: 0 });
		expect(error?.description).toMatch(
			/^No contract has this external ID in its integration link, or only cancel\u2060ed ones have it\./,
		);

		const among = await find('NOPE', { options: { includeCanceled: true } });
		expect(among.error?.description).toMatch(
			/^No contract has this external ID in its integration link\./,
		);
	});

	test('reads contracts one by one where lists show no link', async () => {
		const { counterparties } = await sandbox().control.fixtures();
		await sandbox().control.createContract({
			name: 'partial',
			counterpartyId: counterparties[0].id,
			integration: link('P-1'),
		});
		const credential = await profiled(sandbox(), { 'contract-list-items': 'partial' });
		const filters = { counterpartyId: byId(counterparties[0].id) };
		const wanted = { externalId: 'P-1', filters };
		const { baseUrl } = sandbox();
		const more = { credential };

		const unknown = await find('P-1', { filters });
		expect(unknown.error?.message).toBe(
			'The list of contracts does not show integration, contractType',
		);
		expect(unknown.error?.description).toMatch(/^contract-list-items: /);
		const found = await runOperation(baseUrl, 'contract.getByExternalId', wanted, [{}], more);
		expect(found.error).toBeUndefined();
		expect(found.items[0].json).toMatchObject({ name: 'partial', externalId: 'P-1' });
	});

	test('asks for an external ID, and refuses a blank filter instead of searching everything', async () => {
		const { contractTypes } = await sandbox().control.fixtures();
		const blank = await find(' ');
		const noCounterparty = await find('X', {
			filters: { counterpartyId: byId('={{ "" }}'), contractTypeId: byId(contractTypes[0].id) },
		});

		expect(blank.error?.message).toBe('External ID is empty: give it a value');
		expect(blank.error).toMatchObject({
			context: { details: { field: 'External ID', value: ' ' } },
		});
		expect(noCounterparty.error?.message).toBe(
			'Counterparty is empty: correct its expression, which gave nothing',
		);
		expect(await sandbox().control.requests()).toEqual([]);
	});
});
