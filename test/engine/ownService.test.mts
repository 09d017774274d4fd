import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileOf, pdf } from '../support/binary.mts';
import { byId } from '../support/byId.mts';
import { operations } from '../support/operations.mts';
import { IDS, ownService } from '../support/ownService.mts';
import { probe } from '../support/probe.mts';
import { pollHost } from '../support/pollHost.mts';
import { knowing } from '../support/profiled.mts';
import { runOperation } from '../support/runOperation.mts';
import { webhookHost } from '../support/triggers.mts';

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
	'current-version': 'file',
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
}, 300_000);
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
	integration: { type: 'crm', externalId: 'D-1' },
	fields: {
		mappingMode: 'defineBelow',
		value: { [IDS.LAW]: 'France', [IDS.PURPOSE]: 'Audit' },
		schema: [],
		matchingColumns: [],
	},
};

const contractId = (nth: number) => ({ contractId: byId(service.contracts[nth]!.id) });
const company = { counterpartyId: byId(IDS.COMPANY) };
const rows = (matchingColumns: string[] = []) => ({
	...{ mappingMode: 'defineBelow', schema: [], matchingColumns },
});
const table = () => ({ customObjectId: byId(IDS.TABLE), ...contractId(0) });
/** Fields of the contract that is created, which is the last one then. */
const DEAL = 3;

/** What each operation does by the profile, and the entries that an error names without it, one after the other. */
const RUNS: Array<
	[operation: string, parameters: () => object, output: object, entries?: Array<keyof typeof OTHER>]
> = [
	['organization.get', () => ({}), { name: 'Own' }],
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
		{ name: 'Deal' },
		['contract-create-response', 'contract-create-fields'],
	],
	['contract.get', () => contractId(0), { name: 'Audit', status: 'signed' }],
	['contract.get', () => ({ ...contractId(0), view: 'consolidated' }), { name: 'Audit' }],
	[
		'contract.getAll',
		() => ({ filters: { name: 'lea' } }),
		{ name: 'Lease' },
		['contract-name-filter'],
	],
	['contract.getByExternalId', () => ({ externalId: 'D-1' }), { name: 'Deal' }],
	['contract.getClauses', () => contractId(0), { clause: { name: 'Liability' } }],
	[
		'contract.update',
		() => ({ ...contractId(1), updateFields: { folderId: IDS.FOLDER } }),
		{ name: 'Lease' },
	],
	['contract.sendForSignature', () => contractId(DEAL), { status: 'signing' }],
	[
		'contract.markAsSigned',
		() => ({ ...contractId(DEAL), signatureDate: '2026-01-05T10:00:00Z' }),
		{ status: 'signed' },
	],
	[
		'contract.downloadSignedFiles',
		() => contractId(0),
		{ fileName: 'signed.pdf', mimeType: 'application/pdf' },
		['file-url'],
	],
	[
		'contract.downloadCurrentVersion',
		() => contractId(0),
		{ mimeType: 'application/pdf' },
		['current-version'],
	],
	['clause.get', () => ({ clauseId: byId(service.clauses[0]!.id) }), { name: 'Liability' }],
	[
		'clause.getAll',
		() => ({ filters: { name: 'pay' } }),
		{ name: 'Payment' },
		['clause-name-filter'],
	],
	['counterparty.get', () => company, { name: 'Acme' }],
	['counterparty.getAll', () => ({ filters: { name: 'cm' } }), { name: 'Acme' }],
	[
		'counterparty.update',
		() => ({ ...company, updateFields: { status: 'archived' } }),
		{ status: 'archived' },
	],
	[
		'counterparty.sync',
		() => ({
			...{ findBy: 'field', matchField: IDS.LAW, matchValue: 'FR1' },
			updateFields: { status: 'active' },
		}),
		{ action: 'updated', changes: [{ from: 'archived', to: 'active' }] },
	],
	[
		'customObject.get',
		() => ({ customObjectId: byId(IDS.TABLE) }),
		{ fields: [{ id: IDS.COLUMN, name: 'Town' }] },
	],
	[
		'customObjectRecord.upsert',
		() => ({
			...table(),
			fields: { ...rows([IDS.COLUMN]), value: { [IDS.COLUMN]: 'Oslo' } },
		}),
		{ action: 'created' },
	],
	['customObjectRecord.getAll', table, { fields: { Town: 'Oslo' } }],
	[
		'member.update',
		() => ({ memberId: byId(IDS.MEMBER), updateFields: { role: 'ADMIN' } }),
		{ role: 'ADMIN' },
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
		items: [{ json: {}, binary }],
	});
}

test('these are all operations', () => {
	expect(operations().filter((each) => !RUNS.some(([operation]) => operation === each))).toEqual(
		[],
	);
});

test.each(RUNS)('%s works by the saved profile', async (operation, parameters, output) => {
	const { items, error } = await run(operation, parameters(), saved);
	expect(error).toBeUndefined();
	expect(items[0]!.json).toMatchObject(output);
});

const MISSES = RUNS.flatMap(([operation, parameters, , entries = []]) =>
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

/** What goes on without the entry, by something else than the service says: with a hint, or as that is as good. */
const FALLBACKS: Array<
	[operation: string, entry: keyof typeof OTHER, output: object, hint: RegExp | undefined]
> = [
	[
		'contractType.getCreationForm',
		'field-required',
		{ fields: [expect.not.objectContaining({ required: expect.anything() }), { name: 'Purpose' }] },
		/^The creation form does not show which fields need a value\. field-required: expected is /,
	],
	[
		'contract.downloadSignedFiles',
		'file-name',
		{ fileName: expect.stringMatching(/^contract_.*\.pdf$/) },
		/^The links to the files have no name, .* after the contract\. file-name: expected is /,
	],
	// The download says what it is.
	[
		'contract.downloadSignedFiles',
		'file-content-type',
		{ fileName: 'signed.pdf', mimeType: 'application/pdf' },
		undefined,
	],
];

test.each(FALLBACKS)(
	'%s without %s goes on with what else there is',
	async (operation, entry, output, hint) => {
		const parameters = RUNS.find(([name]) => name === operation)![1]();
		const others = Object.fromEntries(Object.entries(saved).filter(([id]) => id !== entry));
		const { items, error, run: execution } = await run(operation, parameters, others);
		expect(error).toBeUndefined();
		expect(items[0]!.json).toMatchObject(output);
		const told = execution.data.resultData.runData.SUT!.flatMap(({ hints = [] }) => hints);
		const messages = told.map(({ message }) => message);
		expect(messages).toEqual(hint ? [expect.stringMatching(hint)] : []);
		for (const each of messages) expect(each).toContain('paste what it saves into Service Profile');
	},
);

test('each entry in which the service differs is missed where it is not known', () => {
	const missed = [
		...RUNS.flatMap(([, , , entries = []]) => entries),
		...FALLBACKS.map(([, id]) => id),
	];
	expect(new Set(missed)).toEqual(new Set(Object.keys(OTHER)));
});

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

describe('triggers', () => {
	const deal = () => service.contracts.find(({ name }) => name === 'Deal')!;

	test('polling works by the saved profile', async () => {
		const parameters = { events: ['statusChanged'], options: { readableValues: true } };
		const host = pollHost({ parameters, credential: knowing(service.baseUrl, saved) });
		expect(await host.tick()).toEqual([]);
		const fields = [{ attributeDefinitionId: IDS.LAW, name: 'Governing law', value: 'fr' }];
		service.change(deal(), { status: 'canceled', fields });
		const contract = { fields: { 'Governing law': 'France' } };
		expect(await host.tick()).toMatchObject([{ status: 'canceled', contract }]);
	});

	test('deliveries are read by entries that a person adds, and say without them what to set', async () => {
		const added = {
			'delivery-contract-id': 'source.ref',
			'delivery-event': 'what.happened',
			'event-canceled': 'deal.dropped',
		};
		const body = { what: { happened: 'deal.dropped' }, source: { ref: deal().id } };
		const answers = [];
		for (const profile of [{ ...saved, ...added }, saved]) {
			const credential = { ...knowing(service.baseUrl, profile), webhookSecret: 'secret' };
			const host = await webhookHost({ parameters: { events: ['canceled'] }, credential });
			const { body: said } = await host.deliver(body, { 'x-webhook-secret': 'secret' });
			answers.push([host.executions.length, JSON.stringify(said)]);
			await host.close();
		}
		expect(answers).toEqual([
			[1, expect.stringContaining('accepted')],
			[0, expect.stringContaining('set Contract ID Path in Options to `source.ref`')],
		]);
	});
});
