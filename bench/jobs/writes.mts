import { formFieldsOf, type ContractType } from '../lib/creationForm.mts';
import type { Place } from '../lib/far.mts';
import { floor } from '../lib/floor.mts';
import { always, atMostTimes, delivers } from '../lib/goals.mts';
import { byId, httpRequest, ours } from '../lib/nodes.mts';
import { DISTANCES, from, whereabouts, type Distance } from '../lib/places.mts';
import { timedJob } from '../lib/timedJob.mts';
import type { Bench, Contender, Job } from '../lib/types.mts';

const COUNT = 1000;
const FLOOR = 'bare client, one GET and one PUT';
const AUTOMATIC = 'node, columns mapped automatically';
const EXPRESSIONS = 'node, an expression per column';

/** The demo's line items: a text and a number. */
interface Table {
	id: string;
	smartFields: Array<{ id: string; name: string; type: string }>;
}

function columnOf({ smartFields }: Table, wanted: string) {
	return smartFields.find(({ type }) => type === wanted);
}

function hasBoth(table: Table): boolean {
	return columnOf(table, 'string') !== undefined && columnOf(table, 'number') !== undefined;
}

interface StoredRecord {
	fields: Array<{ rawValue: unknown }>;
}

/**
 * Every run starts with no records, and has to leave behind what was sent. Each writes to another contract: rows that this
 * process has just written, and that are gone, are waited for.
 */
async function emptyTable({ sandbox }: Bench, count = COUNT) {
	const { customObjects } = await sandbox.control.fixtures();
	const table = (customObjects as Table[]).find(hasBoth)!;
	const [text, number] = [columnOf(table, 'string')!, columnOf(table, 'number')!];
	let contractId = '';
	const path = () => `/custom-objects/${table.id}/contract/${contractId}/records`;
	const prepare = async () => {
		({ id: contractId } = await sandbox.control.createContract());
	};
	const check = async () => {
		const { records } = (await sandbox.api('GET', path())).body;
		const stored = new Set(records.map((record: StoredRecord) => JSON.stringify(valuesOf(record))));
		if (stored.size === count && records.length === count) return;
		throw new Error(`The contract has ${records.length} records instead of ${count}`);
	};
	const idOf = () => contractId;
	return { table, text, number, idOf, path, prepare, check };
}

function valuesOf({ fields }: StoredRecord): unknown[] {
	return fields.map(({ rawValue }) => rawValue);
}

type Prepared = Awaited<ReturnType<typeof emptyTable>>;

async function upserts(bench: Bench, place: Place): Promise<Contender[]> {
	const { n8n, sandbox } = bench;
	await sandbox.control.reset('demo');
	const prepared = await emptyTable(bench);
	const { text, number, idOf, path, prepare, check } = prepared;
	const { baseUrl } = place;
	const rows = Array.from({ length: COUNT }, (_, i) => ({ [text.id]: `Row ${i}`, [number.id]: i }));
	const items = async () => rows.map((row) => ({ ...row, contractId: idOf() }));
	const options = { prepare, check, delivers: COUNT, items };
	const body = { records: rows.map(recordOf) };
	const bare = () => ({ kind: 'put' as const, baseUrl, keepAlive: false, path: path(), body });
	return [
		floor(FLOOR, bare, options),
		await n8n.contender(AUTOMATIC, [ourUpsert(place, prepared, automatic(prepared))], options),
		await n8n.contender(EXPRESSIONS, [ourUpsert(place, prepared, expressions(prepared))], options),
		await n8n.contender('HTTP Request, one PUT per row', [putPerRow(place, prepared)], {
			...options,
			once: true,
		}),
	];
}

/** So many rows of one contract by the node, in one run. */
export async function rowsOf(bench: Bench, place: Place, count: number): Promise<Contender> {
	await bench.sandbox.control.reset('demo');
	const prepared = await emptyTable(bench, count);
	const { text, number, idOf, prepare, check } = prepared;
	const items = async () =>
		Array.from({ length: count }, (_, i) => ({
			[text.id]: `Row ${i}`,
			[number.id]: i,
			contractId: idOf(),
		}));
	const nodes = [ourUpsert(place, prepared, expressions(prepared))];
	return await bench.n8n.contender('node', nodes, { prepare, check, delivers: count, items });
}

function recordOf(row: Record<string, unknown>) {
	const fields = Object.entries(row).map(([smartFieldId, value]) => ({ smartFieldId, value }));
	return { id: null, fromCatalogRecordId: null, fields };
}

function ourUpsert(place: Place, { table }: Prepared, fields: object) {
	return ours(place, {
		resource: 'customObjectRecord',
		operation: 'upsert',
		customObjectId: byId(table.id),
		contractId: byId('={{ $json.contractId }}'),
		fields,
	});
}

function automatic({ table }: Prepared) {
	return {
		mappingMode: 'autoMapInputData',
		value: null,
		matchingColumns: [],
		schema: schemaOf(table),
	};
}

function expressions({ table, text, number }: Prepared) {
	const expression = ({ id }: { id: string }) => [id, `={{ $json[${JSON.stringify(id)}] }}`];
	return {
		mappingMode: 'defineBelow',
		value: Object.fromEntries([text, number].map(expression)),
		matchingColumns: [],
		schema: schemaOf(table),
	};
}

const KINDS: Record<string, string> = { string: 'text', number: 'number' };

/** What the node tells the editor about the columns, and the editor saves: with it no run asks the service for them. */
function schemaOf({ smartFields }: Table) {
	return smartFields.map(({ id, name, type }) => ({
		id,
		displayName: name,
		required: false,
		defaultMatch: false,
		canBeUsedToMatch: true,
		display: true,
		type: type === 'number' ? 'number' : 'string',
		kind: KINDS[type] ?? 'other',
		label: name,
	}));
}

function putPerRow(place: Place, { table, text, number }: Prepared) {
	const field = ({ id }: { id: string }) =>
		`{ smartFieldId: ${JSON.stringify(id)}, value: $json[${JSON.stringify(id)}] }`;
	const fields = [text, number].map(field).join(', ');
	return httpRequest(place, {
		method: 'PUT',
		url: `=${place.baseUrl}/custom-objects/${table.id}/contract/{{ $json.contractId }}/records`,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: `={{ { records: [{ id: null, fromCatalogRecordId: null, fields: [${fields}] }] } }}`,
		options: {},
	});
}

/** Of two bare requests, by distance. */
const TIMES = { 0: 3, 20: 2, 100: 1.3 };

const upsert = (rttMs: Distance) =>
	timedJob({
		id: `upsert-${rttMs}`,
		title: `${COUNT.toLocaleString('en')} rows upserted to one contract, ${whereabouts(rttMs)}`,
		inShortMode: rttMs === 20,
		repetitions: 7,
		contenders: from(rttMs, upserts),
		// The fields are read first: the schema of today decides.
		judge: (results) =>
			[AUTOMATIC, EXPRESSIONS].flatMap((name) => [
				delivers(results, name, COUNT),
				always(
					results,
					name,
					'3 requests',
					({ requests }) => requests,
					(n) => n === 3,
				),
				atMostTimes(results, name, FLOOR, TIMES[rttMs]),
			]),
	});

const form = timedJob({
	id: 'form',
	title: `${COUNT.toLocaleString('en')} items that need the same creation form`,
	inShortMode: true,
	repetitions: 1,
	contenders: async ({ n8n, sandbox }) => {
		await sandbox.control.reset('demo');
		const { contractTypes } = await sandbox.control.fixtures();
		const type = contractTypes[0] as ContractType;
		const { value, schema } = formFieldsOf(type);
		const parameters = {
			resource: 'contract',
			operation: 'create',
			contractTypeId: byId(type.id),
			templateId: byId(type.templates[0]!.id),
			counterpartySource: 'name',
			counterpartyName: 'Globex',
			name: '=Contract {{ $json.i }}',
			fields: { mappingMode: 'defineBelow', value, matchingColumns: [], schema },
		};
		const items = Array.from({ length: COUNT }, (_, i) => ({ i }));
		const count = async () =>
			(await sandbox.control.requestSummary()).byRoute['GET /contract-types/:id/creation-form']
				?.count;
		const check = async () => {
			if ((await count()) !== 1) throw new Error(`The form was read ${await count()} times`);
		};
		return [
			await n8n.contender('node', [ours(n8n, parameters)], { items, delivers: COUNT, check }),
		];
	},
	judge: (results) => [
		delivers(results, 'node', COUNT),
		always(
			results,
			'node',
			'3 requests beside the creations: the form once, and two that look for the company',
			({ requests }) => requests - COUNT,
			(n) => n === 3,
		),
	],
});

export const WRITE_JOBS: Job[] = [...DISTANCES.map(upsert), form];
