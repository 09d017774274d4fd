import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Execution } from '../../host/lib/client/execution.mts';
import { contractId, counterpartyId, customObjects, folderId, types } from './demo.mts';
import type { Receiver } from './receiver.mts';
import type { Sandbox } from './sandbox.mts';
import type { Step } from './workflowCode.mts';

/** What a request is carried out with. */
export interface World {
	sandbox: Sandbox;
	/** A chat channel of the team: what is posted to it is kept. */
	chat: Receiver;
	/** The folder that n8n may read and write. */
	files: string;
	/** The name of a data table that there is none of yet. */
	table: string;
	/** What a tool of n8n's MCP server answers. */
	call<T = any>(tool: string, args: Record<string, unknown>): Promise<T>;
}

/** What somebody asks for, what is built of it, and what must be there in the end. */
export interface BuildRequest {
	request: string;
	/** What an agent searches n8n's nodes for. */
	search: string;
	steps: (world: World) => Step[];
	/** What is there before. */
	before?: (world: World) => Promise<void> | void;
	/**
	 * How it begins: by a tool that runs it once with these inputs, by what happens at the service once it is published,
	 * or by hand, as the trigger has a sample there.
	 */
	begins:
		| { inputs?: Record<string, unknown> }
		| { event: (world: World) => Promise<void> }
		| 'by hand';
	/** What it leaves, and what was asked for. */
	leaves: (world: World, execution: Execution) => Promise<unknown>;
	asked: (world: World) => unknown;
}

const OURS = 'n8n-nodes-contract-management.contractManagement';

const manual: Step = {
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	parameters: {},
	output: {},
};
const daily: Step = {
	name: 'Every day',
	type: 'n8n-nodes-base.scheduleTrigger',
	version: 1.3,
	parameters: { rule: { interval: [{ field: 'days' }] } },
	output: { timestamp: '2026-11-22T00:00:00.000Z' },
};
const onSigned: Step = {
	name: 'Contract signed',
	type: `${OURS}Trigger`,
	version: 1,
	parameters: { events: ['signed'], verification: 'hmac' },
};

function incoming(name: string, slug: string, body: object): Step {
	const parameters = { httpMethod: 'POST', path: slug };
	return { name, type: 'n8n-nodes-base.webhook', version: 2.1, parameters, output: { body } };
}

const sent = (body: object) => ({ inputs: { webhookData: { method: 'POST', body } } });

function ours(name: string, resource: string, operation: string, parameters: object): Step {
	return { name, type: OURS, version: 1, parameters: { resource, operation, ...parameters } };
}

function byId(value: string) {
	return { __rl: true, mode: 'id', value };
}

function post({ chat }: World, text: string): Step {
	return {
		name: 'Tell the team',
		type: 'n8n-nodes-base.httpRequest',
		version: 4.4,
		parameters: {
			method: 'POST',
			url: chat.url,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `={{ JSON.stringify({ text: ${text} }) }}`,
		},
		output: {},
	};
}

function write(name: string, fileName: string): Step {
	const parameters = { operation: 'write', fileName };
	return { name, type: 'n8n-nodes-base.readWriteFile', version: 1.1, parameters, output: {} };
}

async function posted({ chat }: World): Promise<string[]> {
	return chat.received.map(({ body }) => body.text).toSorted();
}

async function newest(sandbox: Sandbox): Promise<any> {
	const [{ id }] = await sandbox.control.contracts({ last: 1 });
	const { body } = await sandbox.api('GET', `/contracts/${id}`);
	return body.contract ?? body;
}

function fieldsOf({ fields }: { fields: Array<{ name: string; value: unknown }> }) {
	return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

const DEAL = { dealId: 'DEAL-9001', company: 'Umbrella Gardens', title: 'Pilot' };
const ORDER = {
	contract: contractId(16),
	lines: [
		{ Description: 'Setup', Quantity: 1 },
		{ Description: 'Licenses', Quantity: 25 },
	],
};
const COMPANY = { name: 'yarrow biotech aps', closed: true };
const FORM = { Company: 'Yonder Labs', 'Order number': 'PO-77', 'Ends on': '2031-12-31' };

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();

export const REQUESTS: BuildRequest[] = [
	{
		request: 'When a deal is won, create an NDA and send it for signature',
		search: 'NDA contract',
		steps: () => [
			incoming('Deal won', 'deal-won', DEAL),
			ours('Create NDA', 'contract', 'create', {
				contractTypeId: byId(types.nda.id),
				templateId: byId(types.nda.templateId),
				counterpartySource: 'name',
				counterpartyName: '={{ $json.body.company }}',
				name: '=NDA {{ $json.body.company }}',
				integration: {
					type: 'crmOne',
					externalEntity: 'deal',
					externalId: '={{ $json.body.dealId }}',
				},
				findExisting: true,
				options: {
					fieldsJson: "={{ { 'Purpose': $json.body.title, 'Governing law': 'Germany' } }}",
				},
			}),
			ours('Send NDA', 'contract', 'sendForSignature', { contractId: byId('={{ $json.id }}') }),
		],
		begins: sent(DEAL),
		leaves: async ({ sandbox }) => {
			const contract = await newest(sandbox);
			const { Purpose, 'Governing law': law } = fieldsOf(contract);
			return [
				contract.status,
				contract.counterparty.name,
				contract.integration.externalId,
				Purpose,
				law,
			];
		},
		asked: () => ['signing', 'Umbrella Gardens', 'DEAL-9001', 'Pilot', 'germany'],
	},
	{
		request: 'Archive the signed PDFs of every contract in a folder',
		search: 'archive signed contracts',
		steps: ({ files }) => [
			onSigned,
			ours('Signed PDFs', 'contract', 'downloadSignedFiles', {
				contractId: byId('={{ $json.contractId }}'),
			}),
			write('Save PDF', `=${files}/signed-{{ $json.fileNumber }}.pdf`),
		],
		begins: {
			event: async ({ sandbox }) =>
				void (await sandbox.control.setContractState(contractId(19), { status: 'signed' })),
		},
		leaves: async ({ files }) =>
			readdirSync(files)
				.filter((name) => /^signed-\d\.pdf$/.test(name))
				.map((name) => readFileSync(path.join(files, name), 'latin1').slice(0, 5)),
		asked: () => ['%PDF-'],
	},
	{
		request: 'Remind me 60 days before a contract ends',
		search: 'contract renewal reminder',
		before: async ({ sandbox }) => {
			await sandbox.control.reset('empty');
			await sandbox.control.createContract({ name: 'Soon', status: 'signed', endAt: days(59) });
			await sandbox.control.createContract({ name: 'Later', status: 'signed', endAt: days(70) });
			await sandbox.control.createContract({ name: 'Draft', status: 'draft', endAt: days(30) });
		},
		steps: (world) => [
			daily,
			ours('Ending soon', 'contract', 'getAll', {
				returnAll: true,
				filters: { status: ['signed'], endsWithinDays: 60 },
			}),
			post(world, "$json.name + ' ends on ' + $json.endAt.slice(0, 10)"),
		],
		begins: {},
		leaves: posted,
		asked: () => [`Soon ends on ${days(59).slice(0, 10)}`],
	},
	{
		request: 'Put the line items of an order into the table of its contract',
		search: 'contract table rows',
		steps: () => [
			incoming('Order', 'order', ORDER),
			{
				name: 'Each line',
				type: 'n8n-nodes-base.splitOut',
				version: 1,
				parameters: { fieldToSplitOut: 'body.lines' },
				output: ORDER.lines[0],
			},
			ours('Write rows', 'customObjectRecord', 'upsert', {
				customObjectId: byId(customObjects.lineItems),
				contractId: byId("={{ $('Order').first().json.body.contract }}"),
				fields: {
					mappingMode: 'autoMapInputData',
					value: null,
					matchingColumns: ['Description'],
				},
			}),
		],
		begins: sent(ORDER),
		leaves: async ({ sandbox }) => {
			const url = `/custom-objects/${customObjects.lineItems}/contract/${contractId(16)}/records`;
			const { body } = await sandbox.api('GET', url);
			const records = body.data ?? body.records ?? body;
			return records.map(({ fields }: any) =>
				fields.map(({ rawValue }: any) => rawValue).filter((value: unknown) => value !== null),
			);
		},
		asked: () => [
			['Setup', 1],
			['Licenses', 25],
		],
	},
	{
		request: 'Mark contracts as signed when another tool puts their signed PDFs into a folder',
		search: 'mark contract signed',
		before: ({ files }) => {
			mkdirSync(path.join(files, 'inbox'), { recursive: true });
			writeFileSync(path.join(files, 'inbox', `${contractId(17)}.pdf`), '%PDF-1.4 signed %%EOF');
		},
		steps: ({ files }) => [
			manual,
			{
				name: 'Signed PDFs',
				type: 'n8n-nodes-base.readWriteFile',
				version: 1.1,
				parameters: { operation: 'read', fileSelector: `${files}/inbox/*.pdf` },
				output: { fileName: 'signed.pdf' },
			},
			ours('Mark as signed', 'contract', 'markAsSigned', {
				contractId: byId("={{ $json.fileName.replace('.pdf', '') }}"),
				binaryProperties: 'data',
				signatureDate: '={{ $today.toISODate() }}',
			}),
		],
		begins: {},
		leaves: async ({ sandbox }) => {
			const { status, signatureDate } = await sandbox.control.contract(contractId(17));
			return [status, signatureDate?.slice(0, 10)];
		},
		asked: () => ['signed', days(0).slice(0, 10)],
	},
	{
		request: 'When a company is closed in our CRM, archive it among the counterparties',
		search: 'counterparty',
		steps: () => [
			incoming('Company changed', 'company', COMPANY),
			ours('Sync', 'counterparty', 'sync', {
				findBy: 'name',
				matchName: '={{ $json.body.name }}',
				updateFields: { status: "={{ $json.body.closed ? 'archived' : 'active' }}" },
			}),
		],
		begins: sent(COMPANY),
		leaves: async ({ sandbox }) => {
			const { body } = await sandbox.api('GET', `/counterparties/${counterpartyId(32)}`);
			return (body.counterparty ?? body).status;
		},
		asked: () => 'archived',
	},
	{
		request: 'Tell the team when a contract is signed, once',
		search: 'contract signed',
		steps: (world) => [
			onSigned,
			{
				name: 'Once',
				type: 'n8n-nodes-base.removeDuplicates',
				version: 2,
				parameters: {
					operation: 'removeItemsSeenInPreviousExecutions',
					dedupeValue: '={{ $json.eventKey }}',
				},
				output: { eventKey: 'text', contract: { name: 'text' } },
			},
			post(world, "$json.contract.name + ' is signed'"),
		],
		before: async ({ sandbox }) =>
			void (await sandbox.control.setContractState(contractId(26), {
				name: 'The big one',
				silent: true,
			})),
		begins: {
			event: async ({ sandbox }) =>
				void (await sandbox.control.setContractState(contractId(26), { status: 'signed' })),
		},
		leaves: posted,
		asked: () => ['The big one is signed'],
	},
	{
		request: 'Export all contracts that are still being negotiated as CSV',
		search: 'contracts CSV export',
		steps: ({ files }) => [
			manual,
			ours('In negotiation', 'contract', 'getAll', {
				returnAll: true,
				filters: { status: ['negotiating'] },
			}),
			{
				name: 'CSV',
				type: 'n8n-nodes-base.convertToFile',
				version: 1.1,
				parameters: { operation: 'csv' },
				output: {},
			},
			write('Save', `${files}/negotiations.csv`),
		],
		begins: {},
		leaves: async ({ files, sandbox }) => {
			const file = path.join(files, 'negotiations.csv');
			const csv = existsSync(file) ? readFileSync(file, 'utf8') : '';
			const known = await sandbox.control.contracts({
				status: 'negotiating',
				organization: 'main',
			});
			return [
				known.length,
				known.filter(({ name }) => !csv.includes(name)).length,
				csv.split('\n')[0]!.includes('counterpartyName'),
			];
		},
		asked: () => [8, 0, true],
	},
	{
		request: 'Let me ask in the chat how far the contract of a deal is',
		search: 'contract of a deal',
		steps: () => [
			{
				name: 'Chat',
				type: '@n8n/n8n-nodes-langchain.chatTrigger',
				version: 1.4,
				parameters: {},
				output: { chatInput: 'DEAL-9009' },
			},
			ours('Contract of the deal', 'contract', 'getByExternalId', {
				externalId: '={{ $json.chatInput }}',
			}),
			{
				name: 'Answer',
				type: 'n8n-nodes-base.set',
				version: 3.4,
				parameters: {
					assignments: {
						assignments: [
							{
								id: 'output',
								name: 'output',
								value: '={{ $json.name }}: {{ $json.status }}',
								type: 'string',
							},
						],
					},
				},
				output: { output: 'text' },
			},
		],
		before: async ({ sandbox }) =>
			void (await sandbox.control.createContract({
				name: 'Order for nine',
				status: 'negotiating',
				integration: {
					type: 'crmOne',
					externalEntity: 'deal',
					externalId: 'DEAL-9009',
					externalUrl: 'https://crm.example/deals/DEAL-9009',
				},
			})),
		begins: { inputs: { chatInput: 'DEAL-9009' } },
		leaves: async (_, execution) => execution.items('Answer').map(({ json }) => json.output),
		asked: () => ['Order for nine: negotiating'],
	},
	{
		request: 'Keep a table of counterparties that changed',
		search: 'counterparty changed',
		before: async ({ call, table }) => {
			const { data } = await call('search_projects', { type: 'personal' });
			await call('create_data_table', {
				projectId: data[0].id,
				name: table,
				columns: [
					{ name: 'name', type: 'string' },
					{ name: 'eventKey', type: 'string' },
				],
			});
		},
		steps: ({ table }) => [
			{
				name: 'Counterparty changed',
				type: `${OURS}PollingTrigger`,
				version: 1,
				parameters: { watch: 'counterparty', events: ['counterpartyUpdated'] },
			},
			{
				name: 'Note it',
				type: 'n8n-nodes-base.dataTable',
				version: 1.1,
				parameters: {
					resource: 'row',
					operation: 'insert',
					dataTableId: { __rl: true, mode: 'name', value: table },
					columns: {
						mappingMode: 'defineBelow',
						value: { name: '={{ $json.counterparty.name }}', eventKey: '={{ $json.eventKey }}' },
						schema: ['name', 'eventKey'].map((id) => ({
							id,
							displayName: id,
							required: false,
							defaultMatch: false,
							display: true,
							type: 'string',
							canBeUsedToMatch: true,
						})),
					},
				},
				output: {},
			},
		],
		begins: 'by hand',
		leaves: async ({ sandbox }, execution) => {
			const { counterparties } = await sandbox.control.fixtures();
			const names = new Set(counterparties.map(({ name }: { name: string }) => name));
			const rows = execution.items('Note it').map(({ json }) => json);
			return rows.map(
				({ name, eventKey }) => names.has(name) && eventKey.includes(':counterpartyUpdated:'),
			);
		},
		asked: () => [true],
	},
	{
		request: 'Move canceled contracts into the archive folder every night',
		search: 'contract folder',
		steps: () => [
			daily,
			ours('Canceled', 'contract', 'getAll', {
				returnAll: true,
				filters: { status: ['canceled'] },
			}),
			ours('Move', 'contract', 'update', {
				contractId: byId('={{ $json.id }}'),
				updateFields: { folderId: byId(folderId(3)) },
			}),
		],
		begins: {},
		leaves: async ({ sandbox }) => {
			const canceled = await sandbox.control.contracts({
				status: 'canceled',
				organization: 'main',
			});
			return [canceled.length, [...new Set(canceled.map((contract) => contract.folderId))]];
		},
		asked: () => [7, [folderId(3)]],
	},
	{
		request: 'Create an MSA from a form that colleagues fill in',
		search: 'MSA contract',
		steps: () => [
			{
				name: 'Form',
				type: 'n8n-nodes-base.formTrigger',
				version: 2.3,
				parameters: {
					formTitle: 'New MSA',
					formFields: {
						values: [
							{ fieldLabel: 'Company', fieldType: 'text', requiredField: true },
							{ fieldLabel: 'Order number', fieldType: 'text', requiredField: true },
							{ fieldLabel: 'Ends on', fieldType: 'date' },
						],
					},
				},
				output: FORM,
			},
			ours('Create MSA', 'contract', 'create', {
				contractTypeId: byId(types.msa.id),
				templateId: byId(types.msa.templateId),
				counterpartySource: 'name',
				counterpartyName: '={{ $json.Company }}',
				name: '=MSA {{ $json.Company }}',
				options: {
					fieldsJson:
						"={{ { 'Reference': $json['Order number'], 'Payment term': '30 days', 'End date': $json['Ends on'] } }}",
				},
			}),
		],
		begins: { inputs: { formData: FORM } },
		leaves: async ({ sandbox }) => {
			const contract = await newest(sandbox);
			const { Reference, 'Payment term': term, 'End date': end } = fieldsOf(contract);
			return [contract.name, contract.status, Reference, term, end];
		},
		asked: () => ['MSA Yonder Labs', 'draft', 'PO-77', '30-days', '2031-12-31'],
	},
];
