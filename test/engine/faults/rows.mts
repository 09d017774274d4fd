import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { fileOf, pdf } from '../../support/binary.mts';
import { byId } from '../../support/byId.mts';
import type { Sandbox } from '../../support/sandbox.mts';
import { effectOf, isShown } from '../../../nodes/ContractManagement/api/effects';
import { declaredRequests } from '../../support/operations.mts';
import { CASES } from '../cases/index.mts';
import type { RequestKind } from './expectations.mts';

/** Rows of the matrix: one operation, and the requests of it that can go wrong. */
export interface FaultRow {
	/** `contract.getAll` */
	operation: string;
	/** Tells rows of the same operation apart. */
	variant?: string;
	/** Its requests by route, each with how it may be treated. */
	requests: Record<string, RequestKind>;
	/** Makes records of its own, so that rows do not get into each other's way. */
	prepare: (sandbox: Sandbox) => Promise<Prepared>;
}

export interface Prepared {
	parameters: IDataObject;
	/** The json of the input item; empty when absent. */
	input?: IDataObject;
	binary?: IBinaryKeyData;
}

const TABLE = 'c0000000-0000-4000-8000-000000000001';
const DESCRIPTION = '5f000000-0000-4000-8000-000000000101';
const RECORDS = '/custom-objects/:customObjectId/contract/:contractId/records';
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();

const contractWith =
	(state: Record<string, unknown>, parameters: IDataObject = {}) =>
	async ({ control }: Sandbox): Promise<Prepared> => {
		const { id } = await control.createContract(state);
		return { parameters: { contractId: byId(id), ...parameters } };
	};

const nothing =
	(parameters: IDataObject = {}) =>
	async () => ({ parameters });

const fixture =
	(pick: (fixtures: any) => IDataObject) =>
	async ({ control }: Sandbox) => ({
		parameters: pick(await control.fixtures()),
	});

const counterpartyWith =
	(parameters: (counterparty: { id: string }) => IDataObject) =>
	async ({ control }: Sandbox): Promise<Prepared> => ({
		parameters: parameters(await control.createCounterparty({ name: unique('Counterparty') })),
	});

let names = 0;
const unique = (what: string) => `${what} ${(names += 1)}`;

const mapper = (value: IDataObject, matchingColumns: string[] = []) => ({
	mappingMode: 'defineBelow',
	value,
	matchingColumns,
	schema: [],
});

const creation =
	(more: (counterpartyId: string) => IDataObject = () => ({})) =>
	async ({ control }: Sandbox): Promise<Prepared> => {
		const { contractTypes } = await control.fixtures();
		const [{ id, templates, fields }] = contractTypes;
		const counterparty = await control.createCounterparty({ name: unique('New') });
		const values = fields
			.filter(({ required }: { required: boolean }) => required)
			.map((field: any) => [field.id, field.options[0]?.id ?? 'text']);
		return {
			parameters: {
				contractTypeId: byId(id),
				templateId: byId(templates[0].id),
				counterpartyId: byId(counterparty.id),
				name: unique('Contract'),
				fields: mapper(Object.fromEntries(values)),
				...more(counterparty.id),
			},
		};
	};

const signedPdf = async (): Promise<IBinaryKeyData> => ({
	data: await fileOf(pdf('signed'), 'signed.pdf'),
});

const link = () => ({ type: 'crmOne', externalEntity: 'deal', externalId: unique('D') });

const recordsOf = async ({ control, api }: Sandbox) => {
	const { id } = await control.createContract();
	const records = [
		{ id: null, fromCatalogRecordId: null, fields: [{ smartFieldId: DESCRIPTION, value: 'Row' }] },
	];
	const answer = await api('PUT', `/custom-objects/${TABLE}/contract/${id}/records`, { records });
	return { contractId: id, recordId: answer.body.records[0].id as string };
};

/** What is particular about an operation: variants, requests that it does not declare, records of its own. */
const OWN: FaultRow[] = [
	{
		operation: 'clause.get',
		requests: { 'GET /clauses/:id': 'repeatable' },
		prepare: fixture(({ clauses }) => ({ clauseId: byId(clauses[0].id) })),
	},
	{
		operation: 'clause.getAll',
		requests: { 'GET /clauses': 'repeatable' },
		prepare: nothing({ returnAll: true }),
	},
	{
		operation: 'contract.create',
		requests: {
			'GET /contract-types/:id/creation-form': 'repeatable',
			'POST /contracts': 'once',
		},
		prepare: creation(),
	},
	{
		operation: 'contract.create',
		variant: 'Find Existing',
		requests: { 'GET /contracts': 'repeatable', 'POST /contracts': 'confirmed' },
		prepare: creation(() => ({ findExisting: true, integration: link() })),
	},
	{
		operation: 'contract.downloadCurrentVersion',
		requests: {
			'GET /contracts/:id/current-version': 'fileLinks',
			'GET /storage/current-versions/:contractId': 'download',
		},
		prepare: contractWith({ status: 'draft' }),
	},
	{
		operation: 'contract.downloadSignedFiles',
		requests: {
			'GET /contracts/:id/signed-files': 'fileLinks',
			'GET /storage/files/:fileId': 'download',
		},
		prepare: contractWith({ status: 'signed', signedFiles: [{ name: 'signed.pdf' }] }),
	},
	{
		operation: 'contract.get',
		requests: { 'GET /contracts/:id': 'repeatable' },
		prepare: contractWith({}),
	},
	{
		operation: 'contract.get',
		variant: 'consolidated',
		requests: { 'GET /contracts/:id/consolidated': 'repeatable' },
		prepare: contractWith({}, { view: 'consolidated' }),
	},
	{
		operation: 'contract.getAll',
		requests: { 'GET /contracts': 'repeatable' },
		// Of a counterparty that no other row gives contracts to.
		prepare: async ({ control }) => {
			const { id } = await control.createCounterparty({ name: unique('Listed') });
			await control.createContract({ counterpartyId: id });
			return { parameters: { returnAll: true, filters: { counterpartyId: byId(id) } } };
		},
	},
	{
		operation: 'contract.getByExternalId',
		requests: { 'GET /contracts': 'repeatable' },
		prepare: async ({ control }) => {
			const counterparty = await control.createCounterparty({ name: unique('Linked') });
			const integration = { ...link(), externalUrl: '' };
			await control.createContract({ counterpartyId: counterparty.id, integration });
			return {
				parameters: {
					externalId: integration.externalId,
					filters: { counterpartyId: byId(counterparty.id) },
				},
			};
		},
	},
	{
		operation: 'contract.getClauses',
		requests: { 'GET /contracts/:id/clauses': 'repeatable' },
		// The first contract of the demo has clauses.
		prepare: async ({ api }) => {
			const { body } = await api('GET', '/contracts?limit=1&sort=createdAt');
			return { parameters: { contractId: byId(body.data[0].id) } };
		},
	},
	{
		operation: 'contract.markAsSigned',
		requests: {
			'GET /contracts/:id': 'repeatable',
			'POST /files/upload-url': 'repeatable',
			'PUT /storage/uploads/:uploadId': 'upload',
			'POST /contracts/:id/signed-version': 'confirmedNoBody',
		},
		prepare: async (sandbox) => ({
			...(await contractWith({ status: 'draft' }, { signatureDate: YESTERDAY })(sandbox)),
			binary: await signedPdf(),
		}),
	},
	{
		operation: 'contract.sendForSignature',
		requests: {
			'GET /contracts/:id': 'repeatable',
			'POST /contracts/:id/signatures/send': 'confirmed',
		},
		prepare: contractWith({ status: 'draft' }),
	},
	{
		operation: 'contract.update',
		requests: { 'PATCH /contracts/:id': 'looked' },
		prepare: async (sandbox) => {
			const { folderIds } = await sandbox.control.fixtures();
			return await contractWith({}, { updateFields: { folderId: folderIds[0] } })(sandbox);
		},
	},
	{
		operation: 'contractType.getCreationForm',
		requests: { 'GET /contract-types/:id/creation-form': 'repeatable' },
		prepare: fixture(({ contractTypes }) => ({ contractTypeId: byId(contractTypes[0].id) })),
	},
	{
		operation: 'counterparty.get',
		requests: { 'GET /counterparties/:id': 'repeatable' },
		prepare: counterpartyWith(({ id }) => ({ counterpartyId: byId(id) })),
	},
	{
		operation: 'counterparty.getAll',
		requests: { 'GET /counterparties': 'repeatable' },
		prepare: nothing({ limit: 10 }),
	},
	{
		operation: 'counterparty.sync',
		requests: {
			'GET /counterparties/:id': 'repeatable',
			'PATCH /counterparties/:id': 'looked',
		},
		prepare: counterpartyWith(({ id }) => ({
			findBy: 'id',
			counterpartyId: byId(id),
			updateFields: { status: 'archived' },
		})),
	},
	{
		operation: 'counterparty.sync',
		variant: 'by name',
		requests: { 'GET /counterparties': 'repeatable' },
		prepare: nothing({
			findBy: 'name',
			matchName: 'Baltic Freight AS',
			updateFields: { status: 'active' },
		}),
	},
	{
		operation: 'counterparty.update',
		requests: { 'PATCH /counterparties/:id': 'looked' },
		prepare: counterpartyWith(({ id }) => ({
			counterpartyId: byId(id),
			updateFields: { status: 'archived' },
		})),
	},
	{
		operation: 'customObject.get',
		requests: { 'GET /custom-objects/:id': 'repeatable' },
		prepare: nothing({ customObjectId: byId(TABLE) }),
	},
	{
		operation: 'customObjectRecord.getAll',
		requests: { [`GET ${RECORDS}`]: 'repeatable', 'GET /custom-objects/:id': 'repeatable' },
		prepare: async (sandbox) => {
			const { contractId } = await recordsOf(sandbox);
			return {
				parameters: { customObjectId: byId(TABLE), contractId: byId(contractId), returnAll: true },
			};
		},
	},
	{
		operation: 'customObjectRecord.upsert',
		variant: 'new rows',
		requests: {
			'GET /custom-objects/:id': 'repeatable',
			[`GET ${RECORDS}`]: 'repeatable',
			[`PUT ${RECORDS}`]: 'onceEmpty',
		},
		prepare: contractWith(
			{},
			{
				customObjectId: byId(TABLE),
				fields: mapper({ [DESCRIPTION]: 'New' }, ['id']) as unknown as IDataObject,
			},
		),
	},
	{
		operation: 'customObjectRecord.upsert',
		variant: 'known rows',
		requests: { [`GET ${RECORDS}`]: 'repeatable', [`PUT ${RECORDS}`]: 'repeatableEmpty' },
		prepare: async (sandbox) => {
			const { contractId, recordId } = await recordsOf(sandbox);
			return {
				parameters: {
					customObjectId: byId(TABLE),
					contractId: byId(contractId),
					fields: mapper({ id: recordId, [DESCRIPTION]: 'Changed' }, ['id']),
				} as unknown as IDataObject,
			};
		},
	},
	{
		operation: 'file.upload',
		requests: {
			'POST /files/upload-url': 'repeatable',
			'PUT /storage/uploads/:uploadId': 'upload',
		},
		prepare: async () => ({ parameters: {}, binary: await signedPdf() }),
	},
	{
		operation: 'member.update',
		requests: { 'PATCH /members/:id': 'repeatable' },
		prepare: fixture(({ members }) => ({
			memberId: members[3].id,
			updateFields: { firstname: 'Ada' },
		})),
	},
	{
		operation: 'member.update',
		variant: 'Resend Invitation',
		requests: { 'PATCH /members/:id': 'once' },
		prepare: fixture(({ members }) => ({
			memberId: members[4].id,
			updateFields: { resendInvitation: true, status: 'pending' },
		})),
	},
	{
		operation: 'organization.get',
		requests: { 'GET /organization': 'repeatable' },
		prepare: nothing(),
	},
];

/**
 * Every operation of the node. One that has no row above sends the request that it declares, for the first item of its
 * case.
 */
export const ROWS: FaultRow[] = [...OWN, ...declaredRequests().flatMap(declaredRow)].toSorted(
	(a, b) => compare(a.operation, b.operation),
);

type Declared = ReturnType<typeof declaredRequests>[number];

function declaredRow({ operation, method, url, body }: Declared): FaultRow[] {
	const each = CASES.find((one) => one.operation === operation);
	if (!each || OWN.some((row) => row.operation === operation)) return [];
	const asked = { method, path: url, body };
	const written = isShown(asked) ? 'looked' : effectOf(asked) === 'adds' ? 'once' : 'repeatable';
	return [
		{
			operation,
			requests: { [`${method} ${routeOf(url)}`]: written },
			prepare: async (sandbox) => {
				const { parameters, inputs } = each.run(await each.fixture.live(sandbox));
				const own = effectOf(asked) === 'reads' ? {} : await recordOfItsOwn(sandbox, url);
				return { parameters: { ...(parameters as IDataObject), ...own }, input: inputs[0] };
			},
		},
	];
}

/** A write that another row has done before would not be seen. */
async function recordOfItsOwn({ control }: Sandbox, url: string): Promise<IDataObject> {
	if (url.includes('{contractId}')) {
		return { contractId: byId((await control.createContract()).id) };
	}
	if (!url.includes('{counterpartyId}')) return {};
	return { counterpartyId: byId((await control.createCounterparty({ name: unique('Own') })).id) };
}

/** As the sandbox names it: a single id is `:id`. */
function routeOf(url: string): string {
	const ids = url.match(/\{\w+\}/g) ?? [];
	return url.replace(/\{(\w+)\}/g, ids.length === 1 ? ':id' : ':$1');
}

function compare(a: string, b: string): number {
	return a < b ? -1 : Number(a > b);
}
