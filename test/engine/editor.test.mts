import { DateTime } from 'luxon';
import type {
	INodeListSearchResult,
	INodePropertyOptions,
	ResourceMapperFields,
} from 'n8n-workflow';
import { ContractManagement } from '../../nodes/ContractManagement/ContractManagement.node';
import type { Contract } from '../../nodes/ContractManagement/api/types';
import type { Member } from '../../sandbox/schemas/member.mts';
import { credentialData } from '../support/credentials.mts';
import { askEditor } from '../support/editor.mts';
import { byId } from '../support/byId.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';
import { knowing } from '../support/profiled.mts';

const sandbox = sandboxSuite({ seed: 'demo' });

const CREATE = { resource: 'contract', operation: 'create' };

let profile: Record<string, string>;
beforeEach(() => void (profile = {}));

async function ask<T>(method: string, args: unknown[] = [], parameters = {}): Promise<T> {
	const credential = knowing(sandbox().baseUrl, profile);
	return await askEditor<T>(
		{ credential, parameters: { ...CREATE, ...parameters } },
		method,
		...args,
	);
}

const search = async (method: string, args: unknown[] = [], parameters = {}) =>
	await ask<INodeListSearchResult>(`listSearch.${method}`, args, parameters);

test('every method that the description names exists, and every method is named', () => {
	const { description, methods } = new ContractManagement();
	const text = JSON.stringify(description.properties);
	const named = [
		...text.matchAll(/"(?:searchListMethod|loadOptionsMethod|resourceMapperMethod)":"(\w+)"/g),
	];

	const testers = (description.credentials ?? []).map(({ testedBy }) => testedBy);
	const existing = Object.values(methods).flatMap((group) => Object.keys(group));
	expect(new Set([...named.map(([, name]) => name), ...testers])).toEqual(new Set(existing));
});

describe('the list of contracts', () => {
	test('shows the newest first, the status before the name, and a link to the web application', async () => {
		const { body } = await sandbox().api('GET', '/contracts?limit=100');
		const { results } = await search('searchContracts');

		expect(results).toHaveLength(body.data.length);
		const [{ id, name, counterparty, status, contractUrl, createdAt }] = body.data;
		const zone = 'America/New_York';
		const at = DateTime.fromISO(createdAt, { zone, locale: 'en' }).toFormat('d LLL yyyy HH:mm');
		expect(results[0]).toEqual({
			name: `${status} · ${name} · ${at} · ${counterparty.name}`,
			value: id,
			url: contractUrl,
		});
	});

	test('finds a name in any case, and an ID', async () => {
		const { id } = await sandbox().control.createContract({ name: 'Überlassung 42' });

		expect((await search('searchContracts', ['ÜBERLASSUNG'])).results).toEqual([
			expect.objectContaining({ value: id }),
		]);
		const uuid = id.replace(/^contract_/, '');
		expect((await search('searchContracts', [uuid])).results).toEqual([
			expect.objectContaining({ value: id }),
		]);
	});

	test('finds an old contract by its ID or its address in one request, however it is pasted', async () => {
		await sandbox().control.reset(450);
		const old = { name: 'Very old', createdAt: '2001-01-01T00:00:00Z' };
		const { id, contractUrl } = await sandbox().control.createContract(old);
		const uuid = id.replace(/^contract_/, '');
		for (const text of [uuid, ` ${id} `, contractUrl, `${contractUrl}/documents?tab=1`]) {
			await sandbox().control.clearRequests();
			const { results, paginationToken } = await search('searchContracts', [text]);
			expect(results).toEqual([expect.objectContaining({ value: id, url: contractUrl })]);
			expect(paginationToken).toBeUndefined();
			expect(await sandbox().control.requests()).toHaveLength(1);
		}
	});

	test('looks for an ID that no contract has among names', async () => {
		const none = '00000000-0000-4000-8000-000000000001';
		const { id } = await sandbox().control.createContract({ name: `Import ${none}` });

		const { results } = await search('searchContracts', [none]);
		expect(results).toEqual([expect.objectContaining({ value: id })]);
	});

	test('finds a contract by the company that it is with', async () => {
		const { counterparties } = await sandbox().control.fixtures();
		const { id: counterpartyId, name } = counterparties[1];
		const { id } = await sandbox().control.createContract({ name: 'Lease', counterpartyId });

		const { results } = await search('searchContracts', [name.toUpperCase()]);

		expect(results.map(({ value }) => value)).toContain(id);
	});

	test('reads three pages per search, says what was not searched, and goes on from there', async () => {
		await sandbox().control.reset(450);
		await sandbox().control.createContract({ name: 'Very old', createdAt: '2001-01-01T00:00:00Z' });
		await sandbox().control.clearRequests();

		const first = await search('searchContracts', ['very old']);
		expect(first.results).toEqual([
			{
				name: "Searched 300 contracts for 'very old'. Scroll to search more, or enter an ID.",
				value: '',
			},
		]);
		expect(await sandbox().control.requests()).toHaveLength(3);

		const second = await search('searchContracts', ['very old', first.paginationToken]);
		expect(second.results).toEqual([
			expect.objectContaining({ name: expect.stringContaining('Very old') }),
		]);
		expect(second.paginationToken).toBeUndefined();
	});
});

describe('the list of contract types', () => {
	test('holds the types of recent contracts, by name', async () => {
		const { contractTypes } = await sandbox().control.fixtures();
		const expected = contractTypes
			.map(({ id, name }: { id: string; name: string }) => ({ name, value: id }))
			.sort((a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name));

		expect((await search('searchContractTypes')).results).toEqual(expected);
		expect(await ask<INodePropertyOptions[]>('loadOptions.getContractTypes')).toEqual(expected);
		expect((await search('searchContractTypes', ['disclosure'])).results).toHaveLength(1);
	});

	test('is no error where the editor has not given a new node its credential yet', async () => {
		const credential = knowing(sandbox().baseUrl, profile);
		const added = { credential, parameters: CREATE, hasCredential: false };
		expect(await askEditor(added, 'loadOptions.getContractTypes')).toEqual([
			{ name: 'Close this node and open it again for the list', value: '' },
		]);
	});

	test('reads at most five pages', async () => {
		await sandbox().control.reset(1_000);
		await sandbox().control.clearRequests();

		await search('searchContractTypes');

		expect(await sandbox().control.requests()).toHaveLength(5);
	});

	test('reads some contracts one by one where lists do not show their type', async () => {
		profile = await sandbox().control.profile({ 'contract-list-items': 'partial' });

		expect((await search('searchContractTypes')).results).toHaveLength(3);
	});

	test('says what to do when nothing matches', async () => {
		expect((await search('searchContractTypes', ['zzz'])).results).toEqual([
			{ name: expect.stringContaining('give its ID'), value: '' },
		]);
	});
});

describe('the list of members', () => {
	const SOURCE = /^From the newest \d+ contracts; enter others by ID$/;

	test('holds authors and participants of recent contracts once, by email, and says so', async () => {
		const { members } = await sandbox().control.fixtures();
		const { body } = await sandbox().api('GET', '/contracts?limit=100');
		const known = new Set(
			body.data.flatMap(({ author, contractMembers }: Contract) =>
				[author, ...contractMembers].map(({ email }) => email),
			),
		);
		const emails = members.map(({ user }: Member) => user.email);

		const { results } = await search('searchMembers');

		const named = results.slice(0, -1).map(({ name }) => name);
		expect(named).toEqual([...known].sort());
		expect(emails).toEqual(expect.arrayContaining(named));
		expect(results.at(-1)).toEqual({ name: expect.stringMatching(SOURCE), value: '' });
		const [{ id, user }] = members;
		expect((await search('searchMembers', [user.email.toUpperCase()])).results).toEqual([
			{ name: user.email, value: id },
			expect.objectContaining({ value: '' }),
		]);
	});

	test('reads at most five pages, and says it where nobody is found', async () => {
		await sandbox().control.reset(600);
		await sandbox().control.clearRequests();

		const { results } = await search('searchMembers', ['nobody@']);

		expect(await sandbox().control.requests()).toHaveLength(5);
		expect(results).toEqual([
			{ name: 'From the newest 500 contracts; enter others by ID', value: '' },
		]);
	});

	test('reads some contracts one by one where lists do not show people', async () => {
		const { results } = await search('searchMembers');
		profile = await sandbox().control.profile({ 'contract-list-items': 'partial' });

		expect((await search('searchMembers')).results).toEqual(results);
	});
});

describe('the list of folders', () => {
	test('describes each folder by the contracts in it, and finds it by their names', async () => {
		await sandbox().control.reset('empty');
		const { folderIds } = await sandbox().control.fixtures();
		const file = async (name: string, folderId: string | null) =>
			await sandbox().control.createContract({ name, folderId });
		await file('Unfiled', null);
		for (const name of ['NDA one', 'NDA two', 'Lease']) await file(name, folderIds[0]);
		await file('Order', folderIds[1]);

		const first = { name: 'Lease, NDA two +1', value: folderIds[0] };
		const second = { name: 'Order', value: folderIds[1] };
		const folders = await search('searchFolders');
		expect(folders.results).toEqual(expect.arrayContaining([first, second]));
		expect(folders.results.at(-1)).toEqual({
			name: 'From the newest 5 contracts; enter others by ID',
			value: '',
		});
		expect(folders.results).toHaveLength(3);
		const options = await ask<INodePropertyOptions[]>('loadOptions.getFolders');
		const described = ['Folder with 3 recent contracts', 'Folder with 1 recent contract'];
		expect(options).toEqual(
			folders.results.slice(0, 2).map((folder) => ({
				...folder,
				description: described[folderIds.indexOf(folder.value)],
			})),
		);
		expect((await search('searchFolders', ['ONE'])).results).toEqual([
			{ name: 'NDA one +2', value: folderIds[0] },
			expect.objectContaining({ value: '' }),
		]);
	});

	test('keeps beginning and end of long names, by which they are told apart', async () => {
		await sandbox().control.reset('empty');
		const { folderIds } = await sandbox().control.fixtures();
		const name = 'Amendment to Master Service Agreement - Alder & Pine Logistics GmbH';
		await sandbox().control.createContract({ name, folderId: folderIds[0] });

		const [{ name: shown }] = (await search('searchFolders')).results;
		expect(shown).toBe('Amendment …gistics GmbH');
	});

	test('finds a folder by the counterparty of a contract in it', async () => {
		const { folderIds, counterparties } = await sandbox().control.fixtures();
		const { name, id } = counterparties[1];
		await sandbox().control.createContract({ counterpartyId: id, folderId: folderIds[1] });

		const { results } = await search('searchFolders', [name]);

		expect(results.map(({ value }) => value)).toContain(folderIds[1]);
	});
});

describe('lists that the service searches', () => {
	test('counterparties come page by page', async () => {
		await sandbox().control.reset('empty');
		for (let n = 10; n < 65; n++)
			await sandbox().control.createCounterparty({ name: `Company ${n}` });

		const first = await search('searchCounterparties', ['company']);
		const second = await search('searchCounterparties', ['company', first.paginationToken]);

		const names = [...first.results, ...second.results].map(({ name }) => name);
		expect(names).toEqual(Array.from({ length: 55 }, (_, i) => `Company ${i + 10}`));
		expect(second.paginationToken).toBeUndefined();
	});

	test('counterparties are found with blanks around the text; where none is, letter case is told of', async () => {
		await sandbox().control.createCounterparty({ name: 'ACME AS' });
		profile = await sandbox().control.profile({ 'counterparty-name-filter': 'exact-case' });

		const found = await search('searchCounterparties', [' ACME ']);
		expect(found.results.map(({ name }) => name)).toContain('ACME AS');
		const { results } = await search('searchCounterparties', ['acme a']);
		expect(results).toEqual([{ name: "No name has 'acme a' in this letter case", value: '' }]);
		const ofId = await search('searchCounterparties', ['3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718']);
		expect(ofId.results).toEqual([]);
		expect((await search('searchClauses', ['zzz'])).results).toEqual([]);
	});

	test('archived counterparties say so, as they may have the name of one that is in use', async () => {
		const { id } = await sandbox().control.createCounterparty({ name: 'Old Ltd' });
		await sandbox().api('PATCH', `/counterparties/${id}`, { status: 'archived' });

		const { results } = await search('searchCounterparties', ['Old Ltd']);

		expect(results).toEqual([{ name: 'Old Ltd · archived', value: id }]);
	});

	test('a name that looks like an operator is not sent as a filter', async () => {
		await sandbox().control.createCounterparty({ name: 'in:side' });
		await sandbox().control.clearRequests();

		await search('searchCounterparties', ['in:side']);

		const [{ query }] = await sandbox().control.requests();
		expect(query).not.toHaveProperty('name');
	});

	test.each([['name'], ['title'], ['none']])(
		'clauses, also where the parameter is %s',
		async (parameter) => {
			const { clauses } = await sandbox().control.fixtures();
			profile = await sandbox().control.profile({ 'clause-name-filter': parameter });

			const { results } = await search('searchClauses', [clauses[1].name.toUpperCase()]);

			expect(results).toEqual([{ name: clauses[1].name, value: clauses[1].id }]);
		},
	);
});

describe('what depends on the chosen contract type', () => {
	test('templates are those of its creation form', async () => {
		const { contractTypes } = await sandbox().control.fixtures();
		const { results } = await search('searchTemplates', ['short'], {
			contractTypeId: byId(contractTypes[0].id),
		});

		expect(results).toEqual([{ name: 'MSA short form', value: contractTypes[0].templates[1].id }]);
	});

	test('fields are named, and not denied, where they are mapped automatically', async () => {
		const { contractTypes } = await sandbox().control.fixtures();
		const { emptyFieldsNotice } = await ask<ResourceMapperFields>(
			'resourceMapping.getCreationFormFields',
			[],
			{ contractTypeId: byId(contractTypes[0].id) },
		);
		expect(emptyFieldsNotice).toMatch(
			/^Input fields are matched by name or ID: Reference\*, .*End date/,
		);
	});

	test('fields have widgets, options and required marks', async () => {
		const { contractTypes } = await sandbox().control.fixtures();
		const { fields } = await ask<ResourceMapperFields>(
			'resourceMapping.getCreationFormFields',
			[],
			{ contractTypeId: byId(contractTypes[0].id) },
		);

		const shown = fields.map(({ displayName, type, required }) => [displayName, type, required]);
		expect(shown).toEqual([
			['Reference', 'string', true],
			['Payment term', 'options', true],
			['Contract value', 'number', false],
			['End date', 'dateTime', false],
			['Auto-renewal', 'options', false],
			['Governing law', 'options', false],
			['Scope of work (Markdown)', 'string', false],
		]);
		expect(fields[1]).toMatchObject({
			id: contractTypes[0].fields[1].id,
			options: expect.arrayContaining([{ name: '30 days', value: '30-days' }]),
			display: true,
			canBeUsedToMatch: false,
		});
	});

	test('no field is required of the form where values are given as JSON', async () => {
		const { contractTypes } = await sandbox().control.fixtures();
		const { fields } = await ask<ResourceMapperFields>(
			'resourceMapping.getCreationFormFields',
			[],
			{ contractTypeId: byId(contractTypes[0].id), options: { fieldsJson: '{"Reference":"A"}' } },
		);
		expect(fields.length).toBeGreaterThan(0);
		expect(fields.filter(({ required }) => required)).toEqual([]);
	});

	test('of a multi-select there is a list, and its first entry says how to give several', async () => {
		const { contractTypes } = await sandbox().control.fixtures();
		const type = contractTypes.find(({ fields }: { fields: Array<{ type: string }> }) =>
			fields.some(({ type: kind }) => kind === 'multiSelect'),
		);
		const { fields } = await ask<ResourceMapperFields>(
			'resourceMapping.getCreationFormFields',
			[],
			{ contractTypeId: byId(type.id) },
		);
		const field = type.fields.find(({ type: kind }: { type: string }) => kind === 'multiSelect');

		const column = fields.find(({ id }) => id === field.id);
		const several = `choose Expression: ${field.options[0].name}; ${field.options[1].name}`;
		expect(column).toMatchObject({ type: 'options', displayName: field.name });
		expect(column?.options?.map(({ name }) => name)).toEqual(
			field.options.map(({ name }: { name: string }) => name),
		);
		expect(column?.options?.[0]?.description).toContain(several);
	});

	test('an unknown type has no fields, and the reason is said', async () => {
		const parameters = { contractTypeId: byId('00000000-0000-4000-8000-00000000dead') };
		expect(await ask('resourceMapping.getCreationFormFields', [], parameters)).toEqual({
			fields: [],
			emptyFieldsNotice: expect.stringContaining('does not exist'),
		});
	});

	test.each([[''], ['={{ $json.type }}']])(
		'there is a notice while the type is %j',
		async (value) => {
			const parameters = { contractTypeId: byId(value) };

			expect(await ask('resourceMapping.getCreationFormFields', [], parameters)).toEqual({
				fields: [],
				emptyFieldsNotice: expect.stringContaining('Choose the contract type'),
			});
			expect((await search('searchTemplates', [], parameters)).results).toEqual([
				{ name: 'Choose the contract type first', value: '' },
			]);
			expect(await sandbox().control.requests()).toEqual([]);
		},
	);
});

test('a rejected key is said in the words of every operation', async () => {
	const credential = credentialData(sandbox().baseUrl, 'wrong');
	const asked = askEditor({ credential, parameters: CREATE }, 'listSearch.searchContracts');

	await expect(asked).rejects.toThrow('The service rejected the API key');
});

test('where nothing listens a person waits for one more try only', async () => {
	const credential = credentialData('http://127.0.0.1:1/v2');
	const asked = askEditor({ credential, parameters: CREATE }, 'listSearch.searchContracts');

	await expect(asked).rejects.toMatchObject({
		message: expect.stringMatching(/^The contract-management service could not be reached\. /),
		description: expect.stringContaining('Gave up after 2 attempts (2 × ECONNREFUSED)'),
	});
});
