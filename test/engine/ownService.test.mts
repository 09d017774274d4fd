import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileOf, pdf } from '../support/binary.mts';
import { byId } from '../support/byId.mts';
import { IDS, ownService } from '../support/ownService.mts';
import { probe } from '../support/probe.mts';
import { knowing } from '../support/profiled.mts';
import { runOperation } from '../support/runOperation.mts';

/** What the service does otherwise than is assumed. */
const OTHER = {
	'creation-form-fields': 'inputs',
	'creation-form-field-id': 'fieldId',
	'creation-form-field-name': 'caption',
	'field-required': 'mandatory',
	'field-options': 'choices',
	'field-option': 'value-label',
	'contract-create-fields': 'pairs',
	'contract-create-response': 'text',
	'contract-name-filter': 'q',
	'clause-name-filter': 'search',
	'file-url': 'href',
	'file-name': 'caption',
	'file-content-type': 'kind',
	'upload-url-key': 'storageKey',
	'upload-url-address': 'target',
};

type Service = Awaited<ReturnType<typeof ownService>>;
let service: Service;
let saved: Record<string, string>;
let text: string;

beforeAll(async () => {
	service = await ownService();
	const folder = mkdtempSync(path.join(tmpdir(), 'profile-'));
	const file = path.join(folder, 'profile.json');
	await probe([
		...['--base-url', service.baseUrl, '--save', file],
		...['--write', '--requests-per-second', '1000'],
	]);
	text = readFileSync(file, 'utf8');
	saved = JSON.parse(text) as Record<string, string>;
	rmSync(folder, { recursive: true });
}, 60_000);
afterAll(() => service?.close());

test('the probe saves what a service of another maker does otherwise, and nothing that it stores', () => {
	expect(saved).toEqual(OTHER);
	for (const stored of ['Acme', 'France', IDS.TYPE, service.contracts[0]!.id, service.baseUrl]) {
		expect(text).not.toContain(stored);
	}
});

const NEW = {
	contractTypeId: byId(IDS.TYPE),
	templateId: byId(IDS.TEMPLATE),
	counterpartyId: byId(IDS.COMPANY),
	name: 'Deal',
	fields: {
		mappingMode: 'defineBelow',
		value: { [IDS.LAW]: 'France', [IDS.PURPOSE]: 'Audit' },
		schema: [],
		matchingColumns: [],
	},
};

/** What the operation does by the profile, and the entries that an error names without it, one after the other. */
const RUNS: Array<
	[operation: string, parameters: () => object, output: object, entries: Array<keyof typeof OTHER>]
> = [
	[
		'contractType.getCreationForm',
		() => ({ contractTypeId: byId(IDS.TYPE) }),
		{ fields: [{ id: IDS.LAW, required: true, options: [{ id: 'fr', name: 'France' }, {}] }, {}] },
		[
			'creation-form-fields',
			'creation-form-field-id',
			'creation-form-field-name',
			'field-options',
			'field-option',
		],
	],
	[
		'contract.create',
		() => NEW,
		{ name: 'Deal', counterpartyName: 'Acme' },
		['contract-create-response'],
	],
	[
		'contract.getAll',
		() => ({ filters: { name: 'lea' } }),
		{ name: 'Lease' },
		['contract-name-filter'],
	],
	[
		'contract.downloadSignedFiles',
		() => ({ contractId: byId(service.contracts[0]!.id) }),
		{ fileName: 'signed.pdf', mimeType: 'application/pdf' },
		['file-url'],
	],
	[
		'file.upload',
		() => ({ binaryProperty: 'data' }),
		{ name: 'a.pdf', contentType: 'application/pdf' },
		['upload-url-key', 'upload-url-address'],
	],
];

async function run(operation: string, parameters: object, profile: Record<string, string>) {
	const binary = { data: await fileOf(pdf('a'), 'a.pdf') };
	return await runOperation(service.baseUrl, operation, { ...parameters }, [{}], {
		credential: knowing(service.baseUrl, profile),
		...(operation === 'file.upload' && { items: [{ json: {}, binary }] }),
	});
}

test.each(RUNS)('%s works by the saved profile', async (operation, parameters, output) => {
	const { items, error } = await run(operation, parameters(), saved);
	expect(error).toBeUndefined();
	expect(items[0]!.json).toMatchObject(output);
});

const MISSES = RUNS.flatMap(([operation, parameters, , entries]) =>
	entries.map((entry) => [operation, entry, parameters] as const),
);

test.each(MISSES)(
	'%s without %s is one error that names it',
	async (operation, entry, parameters) => {
		const others = Object.fromEntries(Object.entries(saved).filter(([id]) => id !== entry));
		const { error } = await run(operation, parameters(), others);
		expect(error?.description).toMatch(new RegExp(`(^| )${entry}: expected is `));
		expect(error?.description).toContain(
			'paste what it saves into Service Profile of the credential',
		);
	},
);

test('clauses are found by the parameter that the service has', async () => {
	const { items } = await run('clause.getAll', { filters: { name: 'liab' } }, saved);
	expect(items.map(({ json }) => json.name)).toEqual(['Liability']);
	const last = service.asked.findLast(({ path }) => path === '/clauses');
	expect(last?.query.get('search')).toBe('liab');
});

test('a contract reaches the service as a list of fields, by the IDs of its options', () => {
	const made = service.contracts.find(({ name }) => name === 'Deal');
	expect(made?.fields).toMatchObject([
		{ attributeDefinitionId: IDS.LAW, value: 'fr' },
		{ attributeDefinitionId: IDS.PURPOSE, value: 'Audit' },
	]);
});
