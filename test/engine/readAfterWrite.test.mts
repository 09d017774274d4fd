import type { IDataObject } from 'n8n-workflow';
import { WRITES } from '../../nodes/ContractManagement/api/effects';
import { byId } from '../support/byId.mts';
import { operationOptions } from '../support/operations.mts';
import { runOperation } from '../support/runOperation.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';
import type { Sandbox } from '../support/sandbox.mts';
import { ROWS, type FaultRow } from './faults/rows.mts';

const VAT = 'f2000000-0000-4000-8000-000000000002';
const sandbox = sandboxSuite();

/** What a read is about: the record that was written, as the sandbox has it. */
type Reader = (record: { id: string; written: IDataObject }) => IDataObject;

const ofContract: Reader = ({ id }) => ({ contractId: byId(id) });
const ofCounterparty: Reader = ({ id }) => ({ counterpartyId: byId(id) });
const all: Reader = () => ({ returnAll: true });
const wouldArchive = { updateFields: { status: 'archived' }, options: { dryRun: true } };
const wouldActivate = { updateFields: { status: 'active' }, options: { dryRun: true } };

/** Every operation that reads what another one writes. */
const READERS: Record<string, Reader[]> = {
	'contract.get': [
		(record) => ({ ...ofContract(record), simplify: false }),
		(record) => ({ ...ofContract(record), view: 'consolidated' }),
	],
	'contract.getAll': [all],
	'contract.getByExternalId': [() => ({ externalId: 'D-1', options: { includeCanceled: true } })],
	'contract.getClauses': [ofContract],
	'contract.downloadCurrentVersion': [ofContract],
	'contract.downloadSignedFiles': [
		(record) => ({ ...ofContract(record), options: { waitSeconds: 0 } }),
	],
	'counterparty.get': [ofCounterparty],
	'counterparty.getAll': [all],
	'counterparty.sync': [wouldArchive, wouldActivate].flatMap((wanted): Reader[] => [
		(record) => ({ ...wanted, ...ofCounterparty(record), findBy: 'id' }),
		() => ({ ...wanted, findBy: 'field', matchField: VAT, matchValue: 'DE-READ' }),
		({ written }) => ({ ...wanted, findBy: 'name', matchName: written.name }),
		// Such a name is looked for in the list that the items of an execution share.
		() => ({ ...wanted, findBy: 'name', matchName: 'in:side' }),
	]),
	'customObjectRecord.getAll': [
		(record) => ({ ...ofContract(record), ...all(record), customObjectId: TABLE }),
	],
};

const TABLE = byId('c0000000-0000-4000-8000-000000000001');

/** Reads what no operation changes. */
const UNCHANGED = [
	'clause.get',
	'clause.getAll',
	'contractType.getCreationForm',
	'customObject.get',
	'organization.get',
];

const isWriting = ({ requests }: FaultRow) =>
	Object.keys(requests).some((route) =>
		Object.keys(WRITES).some((write) => shapeOf(write) === shapeOf(route)),
	);

const writers = ROWS.filter(isWriting);

test('every operation writes or is among the readers', () => {
	const writing = writers.map(({ operation }) => operation);
	const known = [...writing, ...Object.keys(READERS), ...UNCHANGED];
	const names = operationOptions().map(({ resource, option }) => `${resource}.${option.value}`);
	expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

const PAIRS = writers.flatMap((row) =>
	Object.entries(READERS)
		.filter(([reader]) => isOfSame(reader, row))
		.flatMap(([reader, variants]) =>
			variants.map((parameters, i) => ({
				write: [row.operation, row.variant].filter(Boolean).join(' '),
				reader,
				number: i + 1,
				row,
				parameters,
			})),
		),
);

test.each(PAIRS)(
	'after $write, $reader ($number) shows in the same execution what it shows in another one',
	async ({ row, reader, parameters }) => {
		const { baseUrl } = sandbox();
		const write = await row.prepare(sandbox());
		const record = await recordOf(sandbox(), write.parameters, reader);
		const read = { ...operationOf(reader), ...parameters(record) };
		const items = [{ json: write.input ?? {}, ...(write.binary && { binary: write.binary }) }];
		const before = [read, { ...operationOf(row.operation), ...write.parameters }];
		const nodeSettings = { onError: 'continueRegularOutput' as const };
		const same = await runOperation(baseUrl, reader, read, [], { items, before, nodeSettings });
		const other = await runOperation(baseUrl, reader, read, [], { items, nodeSettings });
		expect(same.items.map(({ json }) => json)).toEqual(other.items.map(({ json }) => json));
		expect(same.error).toBeUndefined();
		const [first] = same.run.data.resultData.runData['Before 1'];
		expect(first.data?.main[0]?.[0]?.json.error).toBeUndefined();
	},
);

/** A contract or counterparty that the write is about, named so that readers find it. */
async function recordOf({ api, control }: Sandbox, parameters: IDataObject, reader: string) {
	const idOf = (name: string) => (parameters[name] as { value?: string } | undefined)?.value;
	const counterpartyId = idOf('counterpartyId');
	const isCounterparty = reader.startsWith('counterparty');
	const id =
		(isCounterparty ? counterpartyId : idOf('contractId')) ?? (await control.createContract()).id;
	const names =
		reader === 'counterparty.sync' ? { name: 'in:side', fields: { [VAT]: 'DE-READ' } } : {};
	if (isCounterparty) await api('PATCH', `/counterparties/${id}`, names);
	const { body } = await api('GET', `/${isCounterparty ? 'counterparties' : 'contracts'}/${id}`);
	return { id, written: body as IDataObject };
}

function operationOf(operation: string) {
	const [resource, name] = operation.split('.');
	return { resource, operation: name };
}

function shapeOf(route: string): string {
	return route.replace(/\{\w+\}|:\w+/g, '*');
}

function isOfSame(reader: string, row: FaultRow): boolean {
	const [of] = reader.split('.');
	if (of === 'counterparty') return row.operation.startsWith('counterparty.') && !row.variant;
	return of === 'customObjectRecord'
		? row.operation.startsWith('customObjectRecord.')
		: row.operation.startsWith('contract.');
}
