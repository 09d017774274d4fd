import type { IDataObject } from 'n8n-workflow';
import { byId } from '../support/byId.mts';
import { runOperation } from '../support/runOperation.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';
import { knowing } from '../support/profiled.mts';

const sandbox = sandboxSuite({ seed: 'demo' });

const run = async (
	operation: string,
	parameters: Record<string, unknown>,
	inputs?: IDataObject[],
) => await runOperation(sandbox().baseUrl, operation, parameters, inputs);

describe('Update', () => {
	test.each([[[]], [['patchNoContent']], [['dataWrapped']]])(
		'moves a contract into a folder and back, answered in the shape %j',
		async (variants) => {
			const { folderIds } = await sandbox().control.fixtures();
			const { id } = await sandbox().control.createContract();
			await sandbox().control.variants(variants);
			const update = async (updateFields: IDataObject) => {
				const { items, error } = await run('contract.update', {
					contractId: byId(id),
					updateFields,
					simplify: false,
				});
				expect(error).toBeUndefined();
				return items[0].json;
			};

			expect(await update({ folderId: folderIds[0] })).toMatchObject({ folderId: folderIds[0] });
			expect(await update({ folderId: byId(`={{ "${folderIds[1]}" }}`) })).toMatchObject({
				folderId: folderIds[1],
			});
			expect(await update({ moveToRoot: true })).toMatchObject({ folderId: null });
			expect(await update({ additionalBody: '{"name": "Renamed"}' })).toMatchObject({
				name: 'Renamed',
			});
		},
	);

	test.each([
		[{}, 'Nothing to update'],
		[{ moveToRoot: false, additionalBody: '{}' }, 'Nothing to update'],
		[{ folderId: '' }, 'Folder is empty'],
		[{ folderId: '../x' }, "Folder '../x' is not an ID"],
		[{ folderId: byId(' ') }, 'Folder is empty'],
		[{ folderId: byId('../x') }, "Folder '../x' is not an ID"],
		[{ additionalBody: '[1]' }, 'Additional Body is not a JSON object'],
		[{ additionalBody: '={{ "{" }}' }, 'Additional Body is not a JSON object'],
		[
			{ folderId: 'd0000000-0000-4000-8000-000000000001', moveToRoot: true },
			'Folder and Move to Root exclude each other',
		],
	])('refuses %j before anything is sent', async (updateFields, message) => {
		const { error } = await run('contract.update', {
			contractId: byId('d0000000-0000-4000-8000-000000000001'),
			updateFields,
		});

		expect(error?.message).toBe(message);
		expect(await sandbox().control.requests()).toEqual([]);
	});

	test('is not sent again where the contract shows that it was executed', async () => {
		const { folderIds } = await sandbox().control.fixtures();
		const { id } = await sandbox().control.createContract();
		const route = 'PATCH /contracts/:id';
		await sandbox().control.fault({ route, kind: 'reset', when: 'after' });

		const { items, error } = await run('contract.update', {
			contractId: byId(id),
			updateFields: { folderId: folderIds[0] },
			simplify: false,
		});

		expect(error).toBeUndefined();
		const { body } = await sandbox().api('GET', `/contracts/${id}`);
		expect(items[0].json).toEqual(body);
		expect(await sandbox().control.requests({ method: 'PATCH' })).toHaveLength(1);
	});

	test('succeeds when the changed contract cannot be read, as an error would mean that nothing happened', async () => {
		const { folderIds } = await sandbox().control.fixtures();
		const { id } = await sandbox().control.createContract();
		const { control } = sandbox();
		await control.fault({ route: 'PATCH /contracts/:id', kind: 'emptyBody', when: 'after' });
		await control.fault({ route: 'GET /contracts/:id', kind: 'status', status: 403 });

		const { items, error } = await run('contract.update', {
			contractId: byId(id),
			updateFields: { folderId: folderIds[0] },
		});

		expect(error).toBeUndefined();
		expect(items[0].json.id).toBe(id);
	});

	test('is sent again after a fault, as it changes nothing more', async () => {
		const { folderIds } = await sandbox().control.fixtures();
		const { id } = await sandbox().control.createContract();
		await sandbox().control.fault({ route: 'PATCH /contracts/:id', kind: 'status', status: 503 });

		const { error } = await run('contract.update', {
			contractId: byId(id),
			updateFields: { folderId: folderIds[0] },
		});

		expect(error).toBeUndefined();
		const patches = await sandbox().control.requests({ method: 'PATCH' });
		expect(patches.map(({ status }) => status)).toEqual([503, 200]);
	});
});

describe('Get Clauses', () => {
	test.each([[['dataWrapped']], [['dataWrappedWithMeta']], [['prefixedReferences']]])(
		'reads the clauses in the shape %j',
		async (variants) => {
			const id = (await sandbox().api('GET', '/contracts?limit=1&sort=createdAt')).body.data[0].id;
			const { items: expected } = await run('contract.getClauses', { contractId: byId(id) });
			await sandbox().control.variants(variants);

			const { items, error } = await run('contract.getClauses', { contractId: byId(id) });

			expect(error).toBeUndefined();
			expect(expected.length).toBeGreaterThan(0);
			expect(items.map(({ json }) => json.clause)).toEqual(expected.map(({ json }) => json.clause));
		},
	);

	test('says so when the answer is no list', async () => {
		const { id } = await sandbox().control.createContract();
		await sandbox().control.fault({
			route: 'GET /contracts/:id/clauses',
			kind: 'status',
			status: 200,
			body: { hello: 'world' },
		});

		const { error } = await run('contract.getClauses', { contractId: byId(id) });

		expect(error?.message).toMatch(/\/clauses did not answer with a list$/);
	});
});

describe('Get Creation Form', () => {
	const forms = async (parameters = {}, profile = {}) => {
		const { contractTypes } = await sandbox().control.fixtures();
		const { items, error } = await runOperation(
			sandbox().baseUrl,
			'contractType.getCreationForm',
			{ contractTypeId: byId(contractTypes[0].id), ...parameters },
			[{}],
			{ credential: knowing(sandbox().baseUrl, profile) },
		);
		expect(error).toBeUndefined();
		return items[0].json;
	};

	test('is the same whatever words the service uses, where the profile has them', async () => {
		const expected = await forms();
		const profile = {
			'creation-form-fields': 'smartFields',
			'creation-form-field-id': 'attributeDefinitionId',
			'creation-form-field-name': 'label',
			'field-option': 'value-label',
		};
		await sandbox().control.profile(profile);
		await sandbox().control.variants(['dataWrapped']);

		expect(await forms({}, profile)).toEqual(expected);
	});

	test('comes as the service sent it with Simplify off', async () => {
		const profile = { 'creation-form-fields': 'smartFields' };
		await sandbox().control.profile(profile);

		expect(await forms({ simplify: false }, profile)).toMatchObject({
			smartFields: expect.any(Array),
		});
	});

	test('that has no list of fields is an error that says the way out', async () => {
		const { contractTypes } = await sandbox().control.fixtures();
		await sandbox().control.fault({
			route: 'GET /contract-types/:id/creation-form',
			kind: 'status',
			status: 200,
			body: { form: 'none' },
		});

		const { error } = await run('contractType.getCreationForm', {
			contractTypeId: byId(contractTypes[0].id),
		});

		expect(error?.message).toBe('The creation form of the contract type cannot be read');
		expect(error?.description).toContain('Check Fields');
	});
});

test('an agent can describe a type and then create a contract from what it read', async () => {
	const { contractTypes } = await sandbox().control.fixtures();
	const described = await run('contractType.getCreationForm', {
		contractTypeId: byId(contractTypes[0].id),
	});
	const { templates, fields } = described.items[0].json as unknown as {
		templates: Array<{ id: string }>;
		fields: Array<{
			name: string;
			type: string;
			required: boolean;
			options: Array<{ name: string }>;
		}>;
	};
	const values = Object.fromEntries(
		fields
			.filter(({ required }) => required)
			.map(({ name, type, options }) => [
				name,
				type === 'select' ? options[0].name : 'by the agent',
			]),
	);

	const { items, error } = await run(
		'contract.create',
		{
			contractTypeId: byId('={{ $json.type }}'),
			templateId: byId('={{ $json.template }}'),
			counterpartySource: 'name',
			counterpartyName: '={{ $json.counterparty }}',
			options: { fieldsJson: '={{ $json.values }}' },
		},
		[{ type: contractTypes[0].id, template: templates[0].id, counterparty: 'Agent Ltd', values }],
	);

	expect(error).toBeUndefined();
	expect(items[0].json).toMatchObject({ action: 'created', counterpartyName: 'Agent Ltd' });
});
