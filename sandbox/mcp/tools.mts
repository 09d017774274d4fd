import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z, type ZodRawShape } from 'zod';
import { happen } from '../cli/trigger.mts';
import type { Control } from '../cli/control.mts';
import type { Refusal } from '../cli/errors.mts';
import { FAULT_KINDS } from '../faults/kinds.mts';
import { SECRET_HEADER } from '../webhooks/signature.mts';

const STATUSES = ['draft', 'negotiating', 'signing', 'signed', 'canceled'] as const;
const EVENTS = ['contract.created', 'contract.signed', 'contract.status_changed'] as const;
const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
const ROUTE = 'Such as /contracts/:id';
/** As the log has it, without method, base path and IDs: by any other nothing is found. */
const route = z
	.string()
	.regex(/^(\/(?!v2\b)[a-zA-Z:/-]+|\(unknown\))$/, ROUTE)
	.describe(ROUTE);
const contractId = z.string().describe('The id of a contract, with or without its prefix');
const last = z.number().int().min(1).max(200).default(20).describe('How many, the newest last');

const INSTRUCTIONS = `A contract-management service on this machine, to build and prove workflows against.
Read \`info\` for the base URL and the API keys. Subscribe the workflow's webhook with \`add_webhook\`, let events happen with
\`trigger_event\` or \`sign_contract\`, and look at \`deliveries\` and \`requests\` for what the workflow received and did.
\`break_service\` and \`scenario\` show how it copes with failures; \`move_clock\` brings dates closer; \`reset\` starts over.`;

/** What is used of the SDK's server, whose types are too deep for schemas that are not known. */
interface Registry {
	registerTool(
		name: string,
		config: object,
		run: (given: Record<string, unknown>) => Promise<unknown>,
	): unknown;
}

/** The sandbox as an MCP server; every connection has one of its own. */
export function mcpServer(control: Control, version: string): McpServer {
	const server = new McpServer(
		{ name: 'contract-management-sandbox', version },
		{ instructions: INSTRUCTIONS },
	);
	for (const { name, description, input, isReadOnly, run } of TOOLS) {
		(server as Registry).registerTool(
			name,
			{
				description,
				inputSchema: strict(input),
				annotations: { readOnlyHint: isReadOnly === true, openWorldHint: false },
			},
			async (given: Record<string, unknown>) => await answered(() => run(control, given)),
		);
	}
	return server;
}

// An argument that is dropped would find everything, or change another contract.
function strict(input: ZodRawShape): object {
	const names = Object.keys(input).join(', ');
	return z
		.object(input)
		.strict(`There is no such argument. ${names ? `It takes: ${names}` : 'It takes none'}`);
}

async function answered(run: () => Promise<unknown>) {
	try {
		const value = (await run()) ?? { done: true };
		return { content: [{ type: 'text' as const, text: JSON.stringify(value, null, '\t') }] };
	} catch (error) {
		const { message, details = {} } = error as Partial<Refusal>;
		const more = Object.keys(details).length > 0 ? ` ${JSON.stringify(details)}` : '';
		return { isError: true, content: [{ type: 'text' as const, text: `${message}${more}` }] };
	}
}

interface Tool {
	name: string;
	description: string;
	input: ZodRawShape;
	isReadOnly?: boolean;
	// The SDK has checked the input against its schema.
	// eslint-disable-next-line @typescript-eslint/no-explicit-any
	run(control: Control, input: any): Promise<unknown>;
}

const TOOLS: readonly Tool[] = [
	{
		name: 'info',
		description:
			'Base URL, API keys, contract types with their fields, and the ids of custom objects',
		input: {},
		isReadOnly: true,
		async run(control) {
			const { baseUrl } = await control.call('GET', '/health');
			const keys = await control.call('GET', '/keys');
			const { contractTypes, customObjects } = await control.call('GET', '/fixtures');
			return { baseUrl, keys, contractTypes, customObjects };
		},
	},
	{
		name: 'find_contracts',
		description: 'Contracts by a part of their name and by status, the last changed first',
		input: {
			name: z.string().optional(),
			status: z.enum(STATUSES).optional(),
			limit: z.number().int().min(1).max(100).default(20),
		},
		isReadOnly: true,
		run: async (control, input) => await control.call('GET', `/page/contracts?${query(input)}`),
	},
	{
		name: 'get_contract',
		description: 'One contract with its fields, tables and files',
		input: { contractId },
		isReadOnly: true,
		run: async (control, { contractId: id }) =>
			await control.call('GET', `/page/contracts/${encodeURIComponent(id)}`),
	},
	{
		name: 'create_contract',
		description:
			'Creates a contract in any state and sends its events; what is left out is filled in',
		input: {
			name: z.string().optional(),
			status: z.enum(STATUSES).optional(),
			contractTypeId: z.string().optional(),
			counterpartyId: z.string().optional().describe('Left out, any of the demo companies'),
			endAt: z.string().optional().describe('ISO 8601 date-time'),
			fields: z.record(z.unknown()).optional().describe('Values by field id or name'),
		},
		run: async (control, input) =>
			await control.call('POST', '/contracts', { ...input, silent: false }),
	},
	{
		name: 'sign_contract',
		description: 'All parties sign: the contract becomes signed and its events are sent',
		input: { contractId },
		run: async (control, input) => await happen(control, 'contract.signed', input.contractId),
	},
	{
		name: 'change_status',
		description: 'Moves a contract to another status, as happens in the web application',
		input: { contractId, status: z.enum(STATUSES) },
		run: async (control, { contractId: id, status }) =>
			await control.call('PATCH', `/contracts/${encodeURIComponent(id)}`, { status }),
	},
	{
		name: 'trigger_event',
		description: 'Lets an event happen to a contract, one that fits unless it is named',
		input: { event: z.enum(EVENTS), contractId: contractId.optional() },
		run: async (control, input) =>
			await happen(control, input.event, input.contractId || undefined),
	},
	{
		name: 'add_webhook',
		description: `Delivers events to a URL, signed with the secret, which is also in the header ${SECRET_HEADER}`,
		input: { url: z.string().url(), secret: z.string().min(1) },
		run: async (control, input) =>
			await control.call('POST', '/webhooks', { ...input, sendSecretHeader: SECRET_HEADER }),
	},
	{
		name: 'webhooks',
		description: 'The webhooks that events are delivered to, with their ids',
		input: {},
		isReadOnly: true,
		run: async (control) => await control.call('GET', '/webhooks'),
	},
	{
		name: 'remove_webhook',
		description: 'Delivers nothing more to a webhook',
		input: { id: z.string().describe('Of webhooks') },
		run: async (control, { id }) =>
			await control.call('DELETE', `/webhooks/${encodeURIComponent(id)}`),
	},
	{
		name: 'deliveries',
		description: 'Webhook deliveries with their bodies and what each attempt was answered',
		input: { contractId: contractId.optional(), last },
		isReadOnly: true,
		run: async (control, input) => await control.call('GET', `/deliveries?${query(input)}`),
	},
	{
		name: 'requests',
		description: 'Requests to the API: method, path, query and status',
		input: {
			method: z.enum(METHODS).optional(),
			route: route.optional(),
			status: z.number().int().optional(),
			last,
		},
		isReadOnly: true,
		run: async (control, input) => await control.call('GET', `/requests?${query(input)}`),
	},
	{
		name: 'move_clock',
		description: 'Moves the time of the sandbox forward by days, or to a date; reset: back to now',
		input: {
			days: z.number().optional(),
			at: z.string().optional().describe('ISO 8601'),
			reset: z.boolean().optional(),
		},
		async run(control, { days, at, reset }) {
			if (reset) return await control.call('DELETE', '/clock');
			const { now } = await control.call('GET', '/clock');
			const moved = Date.parse(at ?? now) + (days ?? 0) * 86_400_000;
			if (Number.isNaN(moved)) throw new Error(`'at' is no date: ${at}`);
			if (moved < Date.parse(now)) throw new Error(`The clock only goes forward; it is ${now}`);
			return await control.call('PUT', '/clock', { now: new Date(moved).toISOString() });
		},
	},
	{
		name: 'break_service',
		description:
			'Lets requests fail. when "after": the operation happens and its answer is lost or spoiled. times 0: until cleared',
		input: {
			kind: z.enum(FAULT_KINDS),
			route: z.string().default('*').describe("'POST /contracts', '/contracts/:id' or '*'"),
			times: z.number().int().min(0).default(1),
			status: z.number().int().min(200).max(599).optional(),
			retryAfter: z.number().min(0).optional().describe('Seconds'),
			ms: z.number().int().min(0).optional(),
			when: z.enum(['before', 'after']).optional(),
		},
		run: async (control, input) => await control.call('POST', '/faults', input),
	},
	{
		name: 'repair_service',
		description: 'Ends all faults, the limit of requests and the scenario',
		input: {},
		async run(control) {
			for (const path of ['/scenario', '/faults', '/rate-limit'])
				await control.call('DELETE', path);
		},
	},
	{
		name: 'scenario',
		description:
			'Plays a situation (renewals, busy, outage, strict, bulk) or "stop"; without a name: what there is',
		input: { name: z.string().optional() },
		async run(control, { name }) {
			if (name === undefined) return await control.call('GET', '/scenario');
			if (name === 'stop') return await control.call('DELETE', '/scenario');
			return await control.call('PUT', '/scenario', { name });
		},
	},
	{
		name: 'seed',
		description: 'Adds generated contracts; what is there stays',
		input: { contracts: z.number().int().min(1).max(100_000) },
		run: async (control, input) => await control.call('POST', '/seed', input),
	},
	{
		name: 'reset',
		description: 'Back to the data and settings of the start; webhooks stay',
		input: {},
		run: async (control) => await control.call('POST', '/reset', { keepWebhooks: true }),
	},
];

function query(input: Record<string, unknown>): string {
	const entries = Object.entries(input).filter(([, value]) => value !== undefined);
	return new URLSearchParams(
		Object.fromEntries(entries.map(([name, value]) => [name, String(value)])),
	).toString();
}
