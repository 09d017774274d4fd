import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { mapConcurrently } from '../../nodes/ContractManagement/transport/concurrent';
import { Controller } from '../../nodes/ContractManagement/transport/limit/controller';
import { DEFAULT_RETRY } from '../../nodes/ContractManagement/transport/retryPolicy';
import { useBinaryMode } from '../support/binary.mts';
import { generated } from '../support/documents.mts';
import { operations } from '../support/operations.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';
import { holdDeadlines } from '../support/deadlines.mts';
import { EXPECTED, NEVER_TWICE } from './faults/expectations.mts';
import { FAULTS, type FaultName } from './faults/faults.mts';
import { nameOf, runRow, usesStorage, type Bench, type Cell } from './faults/matrix.mts';
import { ROWS, type FaultRow } from './faults/rows.mts';
import { faultLegend, matrixTable } from './faults/table.mts';

const PAGE = 'test/engine/faults/matrix.md';

let sandbox: Sandbox;
let elsewhere: Server;
/** Keys that reached a server which is not the service. */
const strayKeys: unknown[] = [];
let cells: Cell[] = [];

beforeAll(async () => {
	jest.replaceProperty(DEFAULT_RETRY, 'baseDelayMs', 5);
	// How long a key is left alone after a rejection is a unit test's matter.
	jest.spyOn(Controller.prototype, 'rejected').mockReturnValue();
	holdDeadlines();
	sandbox = await startSandbox();
	await useBinaryMode('filesystem');
	elsewhere = createServer(({ headers }, response) => {
		strayKeys.push(headers['x-api-key']);
		response.setHeader('content-type', 'application/pdf').end('%PDF-1.7 from elsewhere %%EOF');
	}).listen(0, '127.0.0.1');
	await once(elsewhere, 'listening');
	const { port } = elsewhere.address() as AddressInfo;
	cells = await runMatrix({ sandbox, elsewhere: `http://127.0.0.1:${port}/file` });
}, 1_800_000);

afterAll(async () => {
	await sandbox.stop();
	elsewhere.close();
});

const CONCURRENT_ROWS = 8;

/** Where only the tests of one operation are run. */
const { ONLY_OPERATION } = process.env;

/** Rows run at the same time; one that uses the file storage, whose requests carry no key, with a service of its own. */
async function runMatrix(bench: Bench): Promise<Cell[]> {
	const results = new Map<FaultRow, Cell[]>();
	const rows = ROWS.filter(({ operation }) => [undefined, operation].includes(ONLY_OPERATION));
	const runOne = async (row: FaultRow) => {
		const cells = usesStorage(row) ? await runAlone(bench, row) : await runRow(bench, row);
		results.set(row, cells);
	};
	// Those take longest.
	const [storage, others] = [rows.filter(usesStorage), rows.filter((row) => !usesStorage(row))];
	await mapConcurrently([...storage, ...others], CONCURRENT_ROWS, runOne);
	return rows.flatMap((row) => results.get(row)!);
}

async function runAlone(bench: Bench, row: FaultRow): Promise<Cell[]> {
	const own = await startSandbox();
	try {
		return await runRow({ ...bench, sandbox: own }, row);
	} finally {
		await own.stop();
	}
}

test('every operation of the node is in the matrix', () => {
	expect(new Set(ROWS.map(({ operation }) => operation))).toEqual(new Set(operations()));
});

describe.each(ROWS.map((row) => [nameOf(row), row] as const))('%s', (_name, row) => {
	const cellOf = (route: string, fault: FaultName) =>
		cells.find((cell) => cell.row === row && cell.route === route && cell.fault === fault)!;

	describe.each(Object.entries(row.requests))('%s', (route, kind) => {
		const names = Object.keys(FAULTS) as FaultName[];

		test.each(names.map((fault) => [FAULTS[fault].name, EXPECTED[kind][fault], fault] as const))(
			'after %s: %s',
			(_fault, expected, fault) => {
				expect(cellOf(route, fault).outcome).toBe(expected);
			},
		);

		test('leaves no place taken', () => {
			expect(names.filter((fault) => !cellOf(route, fault).isFree)).toEqual([]);
		});

		if (NEVER_TWICE.has(kind)) {
			test('is never executed twice', () => {
				for (const fault of names)
					expect(cellOf(route, fault).extraExecuted).toBeLessThanOrEqual(0);
			});
		}
	});
});

test('no API key ever reached another server', () => {
	expect(strayKeys.length).toBeGreaterThan(0);
	expect(strayKeys.filter((key) => key !== undefined)).toEqual([]);
});

test('the page of faults shows these results', () => {
	const table = generated(PAGE, 'faultMatrix', matrixTable(cells));
	expect(table.found).toBe(table.wanted);
	const legend = generated(PAGE, 'faultColumns', faultLegend());
	expect(legend.found).toBe(legend.wanted);
});
