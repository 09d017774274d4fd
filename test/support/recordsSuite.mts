import type { IDataObject } from 'n8n-workflow';
import { tableOf, type Table } from '../../nodes/ContractManagement/api/customObjects';
import { ASSUMED } from '../../nodes/ContractManagement/api/profile';
import { recordColumns } from '../../nodes/ContractManagement/api/recordColumns';
import type { ContractRecord } from '../../nodes/ContractManagement/api/types';
import { contractIn, runnerOf } from './contractRun.mts';
import type { NodeRun } from './engine.mts';
import { startSandbox, type Sandbox } from './sandbox.mts';

/** The demo's line items: a text, a number and a relation to the product catalog. */
export const TABLE = 'c0000000-0000-4000-8000-000000000001';
export const DESCRIPTION = '5f000000-0000-4000-8000-000000000101';
export const QUANTITY = '5f000000-0000-4000-8000-000000000102';
export const PRODUCT = '5f000000-0000-4000-8000-000000000103';
export const SERVO = 'ca000000-0000-4000-8000-000000000002';

const ROUTE = '/custom-objects/:customObjectId/contract/:contractId/records';
export const PUT = `PUT ${ROUTE}`;
export const GET = `GET ${ROUTE}`;
export const GET_TABLE = 'GET /custom-objects/:id';

export const LINE = {
	[DESCRIPTION]: '={{ $json.description }}',
	[QUANTITY]: '={{ $json.quantity }}',
	[PRODUCT]: '={{ $json.product }}',
};

export const valueOf = ({ fields }: ContractRecord, id: string) =>
	fields.find(({ smartFieldId }) => smartFieldId === id)?.rawValue ?? null;

/** So many rows, as a CRM would send them. */
export const many = (count: number) =>
	Array.from({ length: count }, (_, i) => ({ description: `Line ${i}`, quantity: i }));

/** Records of the demo's line items, in a sandbox of the test file's own that each test finds as it was at the start. */
export function recordsSuite() {
	let sandbox: Sandbox;
	let columns: ReturnType<typeof recordColumns>;

	beforeAll(async () => {
		sandbox = await startSandbox();
		const { body } = await sandbox.api('GET', `/custom-objects/${TABLE}`);
		columns = recordColumns(tableOf(body, ASSUMED) as Table);
	});
	afterAll(async () => await sandbox.stop());
	beforeEach(async () => await sandbox.control.reset());

	const run = runnerOf(() => sandbox, 'customObjectRecord');
	const draft = () => contractIn(sandbox, { status: 'draft' });

	/** The mapper as the editor saves it. */
	function mapper(value: IDataObject, matchingColumns: string[] = ['id']) {
		return { mappingMode: 'defineBelow', value, matchingColumns, schema: columns };
	}

	async function upsert(
		contractId: string,
		rows: IDataObject[],
		parameters: Record<string, unknown> = {},
		more: Partial<NodeRun> = {},
	) {
		return await run(
			'upsert',
			{ customObjectId: TABLE, contractId, fields: mapper(LINE), ...parameters },
			rows.map((json) => ({ json })),
			more,
		);
	}

	async function stored(contractId: string): Promise<ContractRecord[]> {
		const path = `/custom-objects/${TABLE}/contract/${contractId}/records`;
		return (await sandbox.api('GET', path)).body.records;
	}

	/** What is in the table: `[description, quantity]` of each row. */
	async function lines(contractId: string): Promise<unknown[][]> {
		return (await stored(contractId)).map((record) => [
			valueOf(record, DESCRIPTION),
			valueOf(record, QUANTITY),
		]);
	}

	const byDescription = () => ({ fields: mapper(LINE, [DESCRIPTION]) });

	return {
		sandbox: () => sandbox,
		columns: () => columns,
		run,
		draft,
		mapper,
		upsert,
		stored,
		lines,
		byDescription,
	};
}
