import { asTool } from '../support/asTool.mts';
import { byId } from '../support/byId.mts';
import { contractId, counterpartyId, customObjects, memberId, types } from '../support/demo.mts';
import { runOperation } from '../support/runOperation.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/** What a model or a builder puts in the wrong place is refused: left out, a dry run would write. */
const sandbox = sandboxSuite({ seed: 'demo' });

const SYNC = {
	findBy: 'id',
	counterpartyId: byId(counterpartyId(1)),
	updateFields: { name: 'Renamed AS' },
};
const NDA = {
	contractTypeId: byId(types.nda.id),
	templateId: byId(types.nda.templateId),
	counterpartySource: 'existing',
	counterpartyId: byId(counterpartyId(1)),
};
const ROW = {
	customObjectId: byId(customObjects.lineItems),
	contractId: byId(contractId(1)),
	fields: {
		mappingMode: 'defineBelow',
		matchingColumns: [],
		schema: [],
		value: { Description: 'Screws' },
	},
};
const MEMBER = { memberId: byId(memberId(1)), updateFields: { firstname: 'Ada' } };
const SIGNED = { contractId: byId(contractId(1)), signatureDate: '2026-01-01' };

const MISPLACED: Array<[operation: string, parameters: Record<string, unknown>, said: RegExp]> = [
	[
		'counterparty.sync',
		{ ...SYNC, options: { dry_run: true } },
		/Options 'dry_run' is not one of its parts.*dryRun \(Dry Run\)/,
	],
	['counterparty.sync', { ...SYNC, dryRun: true }, /Dry Run stands under Options\./],
	['counterparty.sync', { ...SYNC, dryrun: true }, /Dry Run stands under Options\./],
	['counterparty.sync', { ...SYNC, simulate: true }, /Dry Run stands under Options\./],
	...['dry', 'dryrun', 'DryRun', 'preview', 'simulate'].map(
		(name): [string, Record<string, unknown>, RegExp] => [
			'counterparty.sync',
			{ ...SYNC, options: { [name]: true } },
			new RegExp(`Options '${name}' is not one of its parts.*dryRun`),
		],
	),
	[
		'counterparty.sync',
		{ ...SYNC, options: '={{ ({ dryRun: true }) }}' },
		/Options 'an expression' gives none of its parts\.? Options has: dryRun/,
	],
	[
		'contract.create',
		{ ...NDA, integration: '={{ ({ externalId: "D-1" }) }}' },
		/Integration Link 'an expression' gives none of its parts/,
	],
	['counterparty.sync', { ...SYNC, dry_run: true }, /Dry Run stands under Options\./],
	[
		'counterparty.sync',
		{ ...SYNC, updateFields: { name: 'X', dryRun: true } },
		/Update Fields 'dryRun' is not one of its parts/,
	],
	[
		'contract.create',
		{ ...NDA, options: { findExisting: true } },
		/Options 'findExisting' is not one of its parts/,
	],
	['contract.create', { ...NDA, find_existing: true }, /Find Existing is called findExisting\./],
	[
		'contract.create',
		{ ...NDA, fields: { Purpose: 'Study' } },
		/Fields 'Purpose' is not one of its parts.*Fields \(JSON\)/,
	],
	[
		'contract.create',
		{ ...NDA, fieldsJson: '{"Purpose":"Study"}' },
		/Fields \(JSON\) stands under Options\./,
	],
	[
		'contract.create',
		{ ...NDA, options: { fields_json: '{}' } },
		/Options 'fields_json' is not one of its parts/,
	],
	[
		'contract.markAsSigned',
		{ ...SIGNED, binaryPropertyName: 'signed' },
		/Input Binary Field is called binaryProperties\./,
	],
	['contract.getAll', { status: ['signed'] }, /Status Is Any Of stands under Filters\./],
	['contract.getAll', { options: { limit: 2 } }, /Options 'limit' is not one of its parts/],
	[
		'contract.getAll',
		{ options: { status: ['signed'] } },
		/Options 'status' is not one of its parts/,
	],
	[
		'customObjectRecord.upsert',
		{ ...ROW, options: { matchingColumns: ['Description'] } },
		/Options 'matchingColumns' is not one of its parts/,
	],
	[
		'customObjectRecord.upsert',
		{ ...ROW, matchingColumns: ['Description'] },
		/matchingColumns stands under Fields\./,
	],
	[
		'customObjectRecord.upsert',
		{ ...ROW, otherRows: 'omit' },
		/Records Not in the Input stands under Options\./,
	],
	['member.update', { ...MEMBER, role: 'ADMIN' }, /Role stands under Update Fields\./],
	[
		'contract.getAll',
		{ filters: { returnAll: true } },
		/Filters 'returnAll' is not one of its parts/,
	],
];

describe.each([
	['a workflow', {}],
	['a tool', { node: asTool }],
	['a tool over MCP', { node: asTool, declaredRouteOnly: true }],
])('in %s', (_who, { node, ...more }: { node?: typeof asTool; declaredRouteOnly?: boolean }) => {
	test.each(MISPLACED)('%s with %j', async (operation, parameters, said) => {
		const { error } = await runOperation(sandbox().baseUrl, operation, parameters, [{}], {
			...more,
			...(node && { node: node() }),
		});
		expect(`${error?.message} ${error?.description}`).toMatch(said);
		expect(await sandbox().control.requests()).toEqual([]);
	});
});

test('own fields in another form than n8n hands on are told of, as the others are changed', async () => {
	const { items } = await runOperation(
		sandbox().baseUrl,
		'counterparty.update',
		{
			counterpartyId: byId(counterpartyId(1)),
			updateFields: { status: 'archived', fields: { Country: 'Norway' } },
		},
		[{}],
		{ node: asTool() },
	);
	expect(items.at(-1)!.json).toEqual({ hints: ['Fields of Update Fields has no entry.'] });
});

test.each([
	['contract.getAll', { limit: 1, filters: { status: ['signed'] }, options: { fieldsAs: 'byId' } }],
	['contract.create', { ...NDA, options: { fieldsJson: '{"Purpose":"Study"}' } }],
	['contract.create', { ...NDA, fields: { mappingMode: 'defineBelow', value: null } }],
	['counterparty.sync', { ...SYNC, options: { dryRun: true } }],
])('in its place it is taken: %s with %j', async (operation, parameters) => {
	const { error } = await runOperation(sandbox().baseUrl, operation, parameters);
	expect(error).toBeUndefined();
});
